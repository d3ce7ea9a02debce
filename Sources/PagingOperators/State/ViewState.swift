/// Everything a list needs to show itself: its rows, what changed, and how loading stands.
///
/// A state is a value. It shares its pages with the state before it, so that a new page costs the page and not
/// the list. It may be read on any thread.
public struct ViewState<Item: Sendable>: Sendable {
    /// The rows.
    public var items: PagedItems<Item>

    /// How the first load, or a refresh, stands.
    public var refresh: LoadState

    /// How loading before the first row stands.
    public var prepend: LoadState

    /// How loading after the last row stands.
    public var append: LoadState

    /// How the rows differ from those of the state that the same subscriber got before.
    public var change: RowChange

    /// How many items the whole list has, if the source knows.
    public var total: Int?

    /// Makes a state, for previews and for tests of screens; feeds make their own.
    ///
    /// - Parameters:
    ///   - items: The rows.
    ///   - refresh: How the first load, or a refresh, stands.
    ///   - prepend: How loading before the first row stands.
    ///   - append: How loading after the last row stands.
    ///   - change: How the rows differ from those of the state before.
    ///   - total: How many items the whole list has, if the source knows.
    @inlinable
    public init(
        items: PagedItems<Item> = PagedItems(),
        refresh: LoadState = .idle,
        prepend: LoadState = .end,
        append: LoadState = .idle,
        change: RowChange = .none,
        total: Int? = nil
    ) {
        self.items = items
        self.refresh = refresh
        self.prepend = prepend
        self.append = append
        self.change = change
        self.total = total
    }

    /// The same state with other rows.
    @inlinable
    func with<Other>(items: PagedItems<Other>, change: RowChange) -> ViewState<Other> {
        ViewState<Other>(
            items: items, refresh: refresh, prepend: prepend, append: append, change: change, total: total)
    }
}
