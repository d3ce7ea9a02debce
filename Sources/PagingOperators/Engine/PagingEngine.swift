import Foundation

/// The rules of paging as a pure state machine: takes events, and returns states to publish and actions to perform.
///
/// It has no clock, does no input or output, takes no lock and calls only the transforms and the source's
/// ``PageSource/key(forRow:)``. Its driver passes it one event at a time and performs the actions in order.
///
/// A load belongs to one direction and is identified by its ``LoadID``. An answer whose identifier is not that of the
/// direction's present load is late, and ignored: the load was cancelled, replaced by a refresh, or dropped by a reset.
@usableFromInline
package struct PagingEngine<Key: Hashable & Sendable, Input: Sendable, Item: Sendable>: Sendable {
    /// An input of the engine.
    @usableFromInline
    package enum Event: Sendable {
        /// A subscriber was attached.
        case start

        /// The list sent a signal.
        case signal(ListSignal)

        /// A load has delivered a page.
        case loaded(LoadID, Page<Key, Input>)

        /// A load has failed.
        case failed(LoadID, any Error)

        /// A store has delivered the list of an earlier session.
        case stored(StoredList<Key, Input>)

        /// The source's items have changed: the loaded pages are out of date.
        case invalidated

        /// A transform has received a command.
        case command(TransformCommand)
    }

    @usableFromInline
    package typealias Action = SessionAction<ViewState<Item>, LoadID, PageRequest<Key>>

    @usableFromInline let rules: PagingRules
    @usableFromInline let initialTransform: any PageTransform<Input, Item>
    @usableFromInline let start: PagingStart<Key, Input>
    @usableFromInline let difference: RowDifference<Item>?
    @usableFromInline let keyForRow: @Sendable (Int) -> Key?

    /// The saved list, until it is restored.
    @usableFromInline var snapshot: PagingSnapshot<Key, Input>?

    // The pages of the present generation.
    @usableFromInline var pages = LoadedPages<Key, Input>()
    @usableFromInline var transform: any PageTransform<Input, Item>
    @usableFromInline var rows = PresentedRows<Item>()
    /// The ends of the list, as last passed to the transforms.
    @usableFromInline var ends = ListEnds()
    /// When the pages were loaded, if they are those of an earlier session from a store.
    @usableFromInline var storedAt: Date?
    /// Whether the list of an earlier session may still be shown.
    @usableFromInline var acceptsStored = true

    /// The generation that the refresh loads while it has no rows: the present one stays until then.
    @usableFromInline var upcoming: Generation?

    // Loads.
    @usableFromInline var refresh = Load.idle
    /// The first request of the last refresh.
    @usableFromInline var refreshRequest: PageRequest<Key>
    @usableFromInline var loads = Edges(start: Load.idle, end: Load.idle)
    @usableFromInline var lastLoadID = 0

    /// What has happened so far, for screens that skip states.
    @usableFromInline var tally = LoadTally()

    // What the signals ask for.
    @usableFromInline var hints = Hints()
    /// The hints from before the refresh that is running, which are restored if it fails.
    @usableFromInline var hintsBeforeRefresh = Hints()

    /// The rows in view: those of the last hint, or the first item before that. Counted with placeholders in the rows of
    /// the last state, which a screen shows. Unlike the hints, they stay through a refresh and a jump until the new rows
    /// are there.
    @usableFromInline package var focusRows: Range<Int>?

    /// The row to show after the refresh that is running, or that has failed.
    @usableFromInline var target: Target?
    /// Whether that refresh reloads the rows in view: the old ones stay until all of these are loaded.
    @usableFromInline var refreshPlace = RefreshPlace.list
    /// Whether that refresh has begun again with the page to which the list was scrolled meanwhile.
    @usableFromInline var hasFollowedView = false

    /// What is known of the pages around the one that the refresh loads, where its source does not say it.
    @usableFromInline var pagesAroundRefreshed = PagesAround<Key>()
    /// Whether the source's items have changed since the running loads began.
    @usableFromInline var isInvalidated = false
    /// For each edge, the number of consecutive pages with only items that were in the list already.
    @usableFromInline var repeatedPages = Edges(start: 0, end: 0)

    /// The last published state, without its rows.
    @usableFromInline var published = Publication()

    /// The scroll position as of the last hint: the offset, the viewport and the content.
    @usableFromInline var lastPosition: [Double] = []
    /// Whether rows have moved since the screen last reported where it is.
    @usableFromInline var haveRowsMoved = false

    /// The warning for the next state.
    @usableFromInline var warning: PagingWarning?
    /// Whether a state has warned of a window that is too small.
    @usableFromInline var hasWarned = false

    /// Makes an engine that has not started.
    ///
    /// - Parameters:
    ///   - rules: When to load, and what to do about failures.
    ///   - transform: Transforms items before they become rows.
    ///   - start: What the list begins with; by default, the source's first page.
    ///   - difference: Finds the difference between two generations; `nil` where rows have no identity.
    ///   - keyForRow: Returns the key of the page with a row of the whole list, for jumps.
    @inlinable
    package init(
        rules: PagingRules, transform: any PageTransform<Input, Item>,
        start: PagingStart<Key, Input> = PagingStart(), difference: RowDifference<Item>? = nil,
        keyForRow: @escaping @Sendable (Int) -> Key? = { _ in nil }
    ) {
        self.rules = rules
        initialTransform = transform
        self.transform = transform
        self.start = start
        self.difference = difference
        self.keyForRow = keyForRow
        refreshRequest = PageRequest(key: start.key, direction: .refresh)
        snapshot = start.snapshot
    }

    /// Whether nothing is being loaded.
    @inlinable
    package var isAtRest: Bool { !refresh.isLoading && !loads.start.isLoading && !loads.end.isLoading }

    /// The rows in view as of the last hint since the list was loaded; rows count as in the present state.
    @inlinable
    package var shownRows: Range<Int>? { hints.shown.map { $0.shifted(by: placeholders.before) } }

    /// The row to scroll to, after a jump or a restoration that no published state has reported.
    @inlinable
    var jumpTarget: Int? {
        guard hints.isTarget, let first = hints.shown?.lowerBound else { return nil }
        return first >= 0 && first < rows.items.count ? shownRows?.lowerBound : nil
    }

    /// Handles an event.
    ///
    /// - Parameter event: The event. An answer to a load that was cancelled is ignored.
    /// - Returns: The actions to perform, in order.
    /// - Complexity: O(1) for signals; O(*n* + log *p*) for a page of *n* items among *p* pages.
    @inlinable
    package mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .start: begin()
        // The frequent signal, apart from the others so that it is specialized.
        case .signal(.shown(let rows)) where snapshot == nil: shown(rows)
        case .signal(let signal): handle(signal)
        case .loaded(let id, let page): take(page, of: id)
        case .failed(let id, let error): fail(id, error)
        case .stored(let list): takeStored(list)
        case .invalidated: invalidate()
        case .command(let command): perform(command)
        }
    }
}

/// The identifier of a load.
@usableFromInline
package struct LoadID: Hashable, Sendable {
    @inlinable
    init(number: Int) {
        self.number = number
    }

    @usableFromInline let number: Int
}

extension PagingEngine {
    /// The state of loading in one direction.
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

        /// The request, if the load with an identifier is running.
        @inlinable
        func request(of id: LoadID) -> PageRequest<Key>? {
            if case .loading(id, let request) = self { request } else { nil }
        }

        /// Stops a load that is running.
        ///
        /// - Returns: Its identifier.
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

    /// Rows of the whole list to jump to.
    @usableFromInline
    struct Target: Sendable {
        @usableFromInline var rows: Range<Int>
        /// Whether the list shows them as placeholders, so that nothing has to be scrolled.
        @usableFromInline var isShown: Bool
        /// Whether the load that is running was started for other rows.
        @usableFromInline var hasMoved = false

        @inlinable
        init(rows: Range<Int>, isShown: Bool) {
            self.rows = rows
            self.isShown = isShown
        }

        /// Moves the target to the last row, if the whole list has fewer rows.
        @inlinable
        mutating func move(within total: Int) {
            if total > 0, rows.lowerBound >= total { move(to: total - 1..<total) }
        }

        @inlinable
        mutating func move(to newRows: Range<Int>) {
            rows = newRows
            hasMoved = true
        }
    }

    /// A published state without its rows, to compare with the next.
    @usableFromInline
    struct Publication: Sendable, Equatable {
        @usableFromInline var refresh = LoadState.Kind.idle
        @usableFromInline var prepend = LoadState.Kind.idle
        @usableFromInline var append = LoadState.Kind.idle
        @usableFromInline var total: Int?
        @usableFromInline var counts = RowCounts()
        @usableFromInline var isStored = false

        @inlinable
        init() {}

        @inlinable
        init(
            refresh: LoadState.Kind, prepend: LoadState.Kind, append: LoadState.Kind, total: Int?,
            counts: RowCounts, isStored: Bool
        ) {
            self.refresh = refresh
            self.prepend = prepend
            self.append = append
            self.total = total
            self.counts = counts
            self.isStored = isStored
        }
    }
}
