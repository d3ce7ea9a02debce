/// Everything a list needs to show itself: its rows, what changed, and how loading stands.
///
/// A state is a value. It shares its pages with the state before it, so that a new page costs the page and not
/// the list. It may be read on any thread.
public struct ViewState<Item: Sendable>: Sendable {
    /// The items that are loaded; where there are no placeholders, they are the rows.
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

    /// How many rows stand before the first item that are not loaded. Zero unless the rules show placeholders.
    public var placeholdersBefore: Int

    /// How many rows stand after the last item that are not loaded. Zero unless the rules show placeholders.
    public var placeholdersAfter: Int

    /// The row that a jump, or a list that was restored, has come to with this state, placeholders counted: where to
    /// scroll to. `nil` in all other states.
    public var scrollTarget: Int?

    /// The row in view as the engine knows it, placeholders counted; a later hint may move it without a state. `nil`
    /// while there are no items and no row was shown.
    @usableFromInline package var focusRow: Int?

    /// Makes a state, for previews and for tests of screens; feeds make their own.
    ///
    /// - Parameters:
    ///   - items: The rows.
    ///   - refresh: How the first load, or a refresh, stands.
    ///   - prepend: How loading before the first row stands.
    ///   - append: How loading after the last row stands.
    ///   - change: How the rows differ from those of the state before.
    ///   - total: How many items the whole list has, if the source knows.
    ///   - placeholdersBefore: How many rows stand before the first item that are not loaded.
    ///   - placeholdersAfter: How many rows stand after the last item that are not loaded.
    @inlinable
    public init(
        items: PagedItems<Item> = PagedItems(),
        refresh: LoadState = .idle,
        prepend: LoadState = .end,
        append: LoadState = .idle,
        change: RowChange = .none,
        total: Int? = nil,
        placeholdersBefore: Int = 0,
        placeholdersAfter: Int = 0
    ) {
        self.items = items
        self.refresh = refresh
        self.prepend = prepend
        self.append = append
        self.change = change
        self.total = total
        self.placeholdersBefore = placeholdersBefore
        self.placeholdersAfter = placeholdersAfter
    }

    /// The same state with other rows.
    @inlinable
    func with<Other>(items: PagedItems<Other>, change: RowChange) -> ViewState<Other> {
        var state = ViewState<Other>(
            items: items, refresh: refresh, prepend: prepend, append: append, change: change, total: total,
            placeholdersBefore: placeholdersBefore, placeholdersAfter: placeholdersAfter)
        state.scrollTarget = scrollTarget
        state.focusRow = focusRow
        return state
    }
}
