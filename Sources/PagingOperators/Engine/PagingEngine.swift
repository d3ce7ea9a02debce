/// The rules of paging as a pure value: events go in; states to publish and actions to perform come out.
///
/// It has no clock, does no input or output, takes no lock and calls nothing but the transform and the source's
/// ``PageSource/key(forRow:)``. Whoever drives it hands it one event at a time and performs the actions in order.
///
/// A load belongs to one direction and is known by its ``LoadID``. An answer whose identifier is not that of the
/// direction's present load is late, and ignored: it was cancelled, replaced by a refresh, or dropped by a reset.
@usableFromInline
package struct PagingEngine<Key: Hashable & Sendable, Input: Sendable, Item: Sendable>: Sendable {
    /// Something that happened.
    @usableFromInline
    package enum Event: Sendable {
        /// The list was subscribed to.
        case start

        /// The list told something.
        case signal(ListSignal)

        /// A load has brought a page.
        case loaded(LoadID, Page<Key, Input>)

        /// A load has failed.
        case failed(LoadID, any Error)

        /// The source's items have changed: the pages that are loaded are out of date.
        case invalidated

        /// A transform was told something.
        case command(TransformCommand)
    }

    @usableFromInline
    package typealias Action = SessionAction<ViewState<Item>, LoadID, PageRequest<Key>>

    @usableFromInline let rules: PagingRules
    @usableFromInline let initialTransform: any PageTransform<Input, Item>
    @usableFromInline let start: PagingStart<Key, Input>
    @usableFromInline let keyForRow: @Sendable (Int) -> Key?

    /// The list as it was saved, until it is restored.
    @usableFromInline var snapshot: PagingSnapshot<Key, Input>?

    // The pages of the present generation.
    @usableFromInline var pages = LoadedPages<Key, Input>()
    @usableFromInline var transform: any PageTransform<Input, Item>
    @usableFromInline var rows = PresentedRows<Item>()
    /// Which ends of the list the transform knows of.
    @usableFromInline var ends = ListEnds()

    // How loading stands.
    @usableFromInline var refresh = Load.idle
    @usableFromInline var prepend = Load.idle
    @usableFromInline var append = Load.idle
    @usableFromInline var lastLoadID = 0

    // What the list wants.
    @usableFromInline var wishes = Wishes()
    /// What was wanted before the refresh that is running, and is again if that fails.
    @usableFromInline var wishesBeforeRefresh = Wishes()

    /// The row in view: the one that was shown last, or the first item before that. Counted with placeholders in the rows
    /// of the last state, which a screen shows. Unlike the hints, it stays through a refresh and a jump until the new
    /// rows are there.
    @usableFromInline package var focusRow: Int?

    /// Where the refresh that is running, or that has failed, goes to.
    @usableFromInline var target: Target?

    /// What stands before the page that the refresh loads, as far as its source does not say so.
    @usableFromInline var pagesBeforeRefreshed = PagesBefore<Key>()

    /// What the last state said, but for its rows.
    @usableFromInline var published = Publication()

    /// Makes an engine that has not started.
    ///
    /// - Parameters:
    ///   - rules: When to load, and what to do about failures.
    ///   - transform: What is done to items before they are rows.
    ///   - start: What the list begins with; the source's first page, unless told otherwise.
    ///   - keyForRow: Finds the key of the page that has a row of the whole list, for jumps.
    @inlinable
    package init(
        rules: PagingRules, transform: any PageTransform<Input, Item>,
        start: PagingStart<Key, Input> = PagingStart(),
        keyForRow: @escaping @Sendable (Int) -> Key? = { _ in nil }
    ) {
        self.rules = rules
        initialTransform = transform
        self.transform = transform
        self.start = start
        self.keyForRow = keyForRow
        snapshot = start.snapshot
    }

    /// Whether nothing is being loaded.
    @inlinable
    package var isAtRest: Bool { !refresh.isLoading && !append.isLoading && !prepend.isLoading }

    /// The row that was shown last, if any was since the list was loaded; rows count as in the present state.
    @inlinable
    package var lastShownRow: Int? { wishes.shown.map { $0 + placeholders.before } }

    /// The row that a jump, or a list that was restored, has come to, if no state has told.
    @inlinable
    var arrivedRow: Int? {
        guard wishes.isDestination, let shown = wishes.shown else { return nil }
        return shown >= 0 && shown < rows.items.count ? lastShownRow : nil
    }

    /// Takes an event.
    ///
    /// - Parameter event: What happened. An answer to a load that was cancelled is ignored.
    /// - Returns: What to do, in this order.
    /// - Complexity: O(1) for signals; O(*n* + log *p*) for a page of *n* items among *p* pages.
    @inlinable
    package mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .start: begin()
        case .signal(let signal): handle(signal)
        case .loaded(let id, let page): take(page, of: id)
        case .failed(let id, let error): fail(id, error)
        case .invalidated: invalidate()
        case .command(let command): perform(command)
        }
    }
}

/// What identifies a load.
@usableFromInline
package struct LoadID: Hashable, Sendable {
    @inlinable
    init(number: Int) {
        self.number = number
    }

    @usableFromInline let number: Int
}

extension PagingEngine {
    /// How loading in one direction stands.
    @usableFromInline
    enum Load: Sendable {
        case idle
        case loading(LoadID, PageRequest<Key>)
        case failed(any Error, PageRequest<Key>)

        @inlinable
        var isLoading: Bool {
            if case .loading = self { true } else { false }
        }

        @inlinable
        var isFailed: Bool {
            if case .failed = self { true } else { false }
        }

        @inlinable
        var isIdle: Bool {
            if case .idle = self { true } else { false }
        }

        /// Forgets a load that is running.
        ///
        /// - Returns: Which it was.
        @inlinable
        mutating func stop() -> LoadID? {
            guard case .loading(let id, _) = self else { return nil }
            self = .idle
            return id
        }

        @inlinable
        var state: LoadState {
            switch self {
            case .idle: .idle
            case .loading: .loading
            case .failed(let error, _): .failed(error)
            }
        }
    }

    /// What the list wants to see.
    @usableFromInline
    struct Wishes: Sendable {
        /// The row that was shown last, counted from the first item: placeholders before it are below zero.
        @usableFromInline var shown: Int?
        /// Whether that row was not seen, but is one to go to.
        @usableFromInline var isDestination = false
        /// Whether rows are wanted after the last, wherever the list is.
        @usableFromInline var append = false
        /// Whether rows are wanted before the first, wherever the list is.
        @usableFromInline var prepend = false
        /// Whether loads were cancelled since anything was wanted.
        @usableFromInline var areCancelled = false
        /// Whether rows that left the end are not loaded again before the next hint, however near that is.
        @usableFromInline var holdsAppend = false
        /// Whether rows that left the start are not loaded again before the next hint.
        @usableFromInline var holdsPrepend = false

        @inlinable
        init() {}

        /// Takes note of a hint.
        @inlinable
        mutating func renew() {
            areCancelled = false
            holdsAppend = false
            holdsPrepend = false
        }
    }

    /// A row of the whole list that is gone to.
    @usableFromInline
    struct Target: Sendable {
        @usableFromInline var row: Int
        /// Whether the list shows it, as a placeholder, rather than asks for it.
        @usableFromInline var isShown: Bool

        @inlinable
        init(row: Int, isShown: Bool) {
            self.row = row
            self.isShown = isShown
        }
    }

    /// What a state says besides its rows.
    @usableFromInline
    struct Publication: Sendable, Equatable {
        @usableFromInline var refresh = LoadState.Kind.idle
        @usableFromInline var prepend = LoadState.Kind.idle
        @usableFromInline var append = LoadState.Kind.idle
        @usableFromInline var total: Int?
        @usableFromInline var counts = RowCounts()

        @inlinable
        init() {}

        @inlinable
        init(
            refresh: LoadState.Kind, prepend: LoadState.Kind, append: LoadState.Kind, total: Int?,
            counts: RowCounts
        ) {
            self.refresh = refresh
            self.prepend = prepend
            self.append = append
            self.total = total
            self.counts = counts
        }
    }
}
