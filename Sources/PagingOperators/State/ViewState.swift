import Foundation

/// The state of a list: its rows, how they have changed, and the state of its loads.
///
/// A state is a value. It shares its pages with the state before it, so that adding a page costs that page,
/// not the list. It may be read on any thread.
public struct ViewState<Item: Sendable>: Sendable {
    /// The loaded items. Without placeholders, they are the rows.
    public var items: PagedItems<Item>

    /// The state of the first load, or of a refresh.
    public var refresh: LoadState

    /// The state of loading before the first row.
    public var prepend: LoadState

    /// The state of loading after the last row.
    public var append: LoadState

    /// The difference of the rows from those of the state that the same subscriber received before.
    public var change: RowChange

    /// The number of items of the whole list, if the source counts them: as it was stated last, with the
    /// items that were inserted since.
    public var total: Int?

    /// The number of placeholders before the first item. Zero unless the rules show placeholders.
    public var placeholdersBefore: Int

    /// The number of placeholders after the last item. Zero unless the rules show placeholders.
    public var placeholdersAfter: Int

    /// The time at which the rows were loaded, if they are those of an earlier session, read from a
    /// ``PageStore``; `nil` once the first page of this session is loaded. Pages that are loaded beyond
    /// stored ones do not change it.
    public var storedAt: Date?

    /// The row to which the list scrolls, placeholders counted. Set by the state in which the target of a
    /// jump, or of a restored list, is loaded. Also set by each generation in which the rows in view have
    /// other numbers than those that follow from ``change``. `nil` in all other states.
    public var scrollTarget: ScrollTarget?

    /// A mistake in the rules of the list, to be reported to the developer: set by the state that shows it
    /// first, and `nil` in all others.
    public var warning: PagingWarning?

    /// The rows in view by the last hint, placeholders counted; a later hint may move them without a state.
    /// `nil` while there are no items and no row was shown.
    @usableFromInline package var focusRows: Range<Int>?

    /// What has happened in the session so far.
    @usableFromInline package var tally = LoadTally()

    /// Whether the first page of the source is still to be loaded: rows are those of a store that have to be
    /// loaded again, or those of a source that was replaced.
    @usableFromInline package var lacksFirstPage = false

    /// Creates a state, for previews and for tests of screens; feeds make their own.
    ///
    /// - Parameters:
    ///   - items: The loaded items.
    ///   - refresh: The state of the first load, or of a refresh.
    ///   - prepend: The state of loading before the first row.
    ///   - append: The state of loading after the last row.
    ///   - change: The difference of the rows from those of the state before.
    ///   - total: The number of items of the whole list, if the source counts them.
    ///   - placeholdersBefore: The number of placeholders before the first item.
    ///   - placeholdersAfter: The number of placeholders after the last item.
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
        state.tally = tally
        state.storedAt = storedAt
        state.scrollTarget = scrollTarget
        state.warning = warning
        state.focusRows = focusRows
        state.lacksFirstPage = lacksFirstPage
        return state
    }
}
