/// Everything a list needs to show itself: its rows, what changed, and how loading stands.
///
/// A state is a value. It shares its pages with the state before it, so that a new page costs the page and not
/// the list. It may be read on any thread.
public struct ViewState<Item: Sendable>: Sendable {
    /// The rows.
    public internal(set) var items: PagedItems<Item>

    /// How the first load, or a refresh, stands.
    public internal(set) var refresh: LoadState

    /// How loading before the first row stands.
    public internal(set) var prepend: LoadState

    /// How loading after the last row stands.
    public internal(set) var append: LoadState

    /// How the rows differ from those of the state that the same subscriber got before.
    public internal(set) var change: RowChange

    /// How many items the whole list has, if the source knows.
    public internal(set) var total: Int?

    init(
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
    func with<Other>(items: PagedItems<Other>, change: RowChange) -> ViewState<Other> {
        ViewState<Other>(
            items: items, refresh: refresh, prepend: prepend, append: append, change: change, total: total)
    }
}
