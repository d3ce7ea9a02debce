import Foundation

/// The rules of paging as a pure state machine: takes events, and returns states to publish and actions to
/// perform.
///
/// It has no clock, does no input or output, takes no lock and calls only the transforms and the source's
/// ``PageSource/key(forRow:)``. Its driver passes it one event at a time and performs the actions in order.
///
/// Each event changes what is known: the pages, the viewport, or what signals have requested. Then one
/// function, `reconcile`, starts the loads that are needed, and one publishes the state if it has changed.
///
/// A load is identified by its ``LoadID``. A page or failure whose identifier is not that of a running load
/// is late, and ignored: the load was cancelled, replaced by a refresh, or dropped by a reset.
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

        /// The list has another source.
        ///
        /// - Parameters:
        ///   - keyForRow: Returns the key of its page with a row of the whole list.
        ///   - keepsItems: Whether its items are kept besides the rows, so that its list can be stored.
        case sourceReplaced(keyForRow: @Sendable (Int) -> Key?, keepsItems: Bool)

        /// The source has inserted an item at an edge of the list, without a page.
        case inserted(Input, Edge)

        /// A transform has received a command.
        case command(TransformCommand)
    }

    @usableFromInline
    typealias Generation = ListGeneration<Key, Input, Item>

    @usableFromInline
    package typealias Action = SessionAction<ViewState<Item>, LoadID, PageRequest<Key>>

    @usableFromInline var setup: Setup
    /// The generation that is shown.
    @usableFromInline var list: Generation
    /// The load beyond each edge of its pages.
    @usableFromInline var edges = Edges(start: EdgeState.open, end: EdgeState.open)
    /// The load of the next generation.
    @usableFromInline var rebuild = Rebuild()
    /// The rows that the screen shows.
    @usableFromInline var viewport: Viewport
    /// What signals have requested and is not done yet.
    @usableFromInline var asked = Asked()
    /// The last state, and what has changed since.
    @usableFromInline var published = Publication()
    /// The rows whose report needs nothing but to be stored.
    @usableFromInline var quietRows = 0..<0
    /// What has happened so far, for screens that skip states.
    @usableFromInline package var tally = LoadTally()
    @usableFromInline var lastLoad = LoadID(number: 0)

    /// Makes an engine that has not started.
    ///
    /// - Parameters:
    ///   - rules: When to load, and what to do about failures.
    ///   - transform: Transforms items before they become rows.
    ///   - start: What the list begins with; by default, the source's first page.
    ///   - difference: Finds the difference between two generations; `nil` where rows have no identity.
    ///   - keyForRow: Returns the key of the page with a row of the whole list, for jumps.
    package init(
        rules: PagingRules, transform: any PageTransform<Input, Item>,
        start: PagingStart<Key, Input> = PagingStart(), difference: RowDifference<Item>? = nil,
        keyForRow: @escaping @Sendable (Int) -> Key? = { _ in nil }
    ) {
        var start = start
        if start.snapshot?.pages.isEmpty == true { start.snapshot = nil }
        // Those that the last page has gained are found among them.
        if rules.endPolicy == .loadAgain, Input.self is any Identifiable.Type { start.keepsItems = true }
        setup = Setup(
            rules: rules.clamped, transform: transform, difference: difference, start: start,
            keyForRow: keyForRow)
        list = Generation(transform: transform)
        viewport = Viewport(setup.rules)
    }

    /// Whether nothing is being loaded.
    @inlinable
    package var isAtRest: Bool { !rebuild.load.isLoading && !edges.start.isLoading && !edges.end.isLoading }

    /// The rows in view, counted with placeholders in the rows of the last state; the first row before any
    /// was shown.
    @inlinable
    package var focusRows: Range<Int>? { viewport.focus }

    /// The rows in view as of the last report that counts for the present list.
    @inlinable
    package var shownRows: Range<Int>? { viewport.origin == .list ? nil : viewport.rows }

    /// Handles an event.
    ///
    /// - Parameter event: The event. An answer to a load that was cancelled is ignored.
    /// - Returns: The actions to perform, in order.
    /// - Complexity: O(1) for signals; O(*n* + log *p*) for a page of *n* items among *p* pages.
    @inlinable
    package mutating func handle(_ event: Event) -> [Action] {
        if isRestoring, case .signal(let signal) = event, !signal.stops {
            // A signal before the start counts the rows that were saved.
            let actions = handle(.start)
            return actions + handle(event)
        }
        let running = running
        var answered: LoadID?
        switch event {
        case .start: begin()
        // The frequent events, apart from the others so that they are specialized.
        case .signal(.shown(let rows)): shown(rows)
        case .signal(let signal): handle(signal)
        case .loaded(let id, let page):
            answered = id
            handleLoaded(page, of: id)
        case .failed(let id, let error):
            answered = id
            handleFailure(error, of: id)
        case .stored(let stored): showStored(stored)
        case .invalidated: invalidate()
        case .sourceReplaced(let keyForRow, let keepsItems):
            setup.keyForRow = keyForRow
            if keepsItems { setup.start.keepsItems = true }
            beginSource()
        case .inserted(let item, let edge): insert(item, at: edge)
        case .command(let command): perform(command)
        }
        reconcile()
        // Not in the call, for which the engine would be copied.
        let state = publish()
        return actions(since: running, answered: answered, publishing: state)
    }
}

extension PagingEngine {
    /// The identifiers of the loads that are running.
    @inlinable
    var running: (rebuild: LoadID?, edges: Edges<LoadID?>) {
        (rebuild.load.id, Edges(start: edges.start.id, end: edges.end.id))
    }

    /// The actions of an event: cancels the loads that were running and are not needed any more, publishes
    /// the state, and starts the loads that are needed. The only place that does.
    @inlinable
    func actions(
        since old: (rebuild: LoadID?, edges: Edges<LoadID?>), answered: LoadID?,
        publishing state: ViewState<Item>?
    ) -> [Action] {
        if state == nil, old == running { return [] }
        var actions: [Action] = []
        actions.reserveCapacity(2)
        func cancel(_ id: LoadID?, _ load: EdgeState) {
            if let id, id != load.id, id != answered { actions.append(.cancelLoad(id)) }
        }
        func start(_ load: EdgeState, _ old: LoadID?) {
            if case .loading(let id, let request) = load, id != old { actions.append(.load(id, request)) }
        }
        cancel(old.rebuild, rebuild.load)
        for edge in Edge.allCases { cancel(old.edges[edge], edges[edge]) }
        if let state { actions.append(.publish(state)) }
        start(rebuild.load, old.rebuild)
        for edge in Edge.allCases { start(edges[edge], old.edges[edge]) }
        return actions
    }

    /// The request of the page that the list begins with.
    @inlinable
    var firstRequest: PageRequest<Key> { PageRequest(key: setup.start.key, direction: .refresh) }

    @inlinable
    var rules: PagingRules { setup.rules }

    /// Whether a saved list is to be restored at the start.
    @inlinable
    var isRestoring: Bool { setup.start.snapshot != nil }

    /// Whether a page of the source is loaded. Rows without pages are those of a source that was replaced.
    @inlinable
    var hasPages: Bool { !list.pages.isEmpty }

    /// Whether a refresh of the source has been requested that has not ended.
    var awaitsRefresh: Bool { tally.refreshes > max(tally.endedRefreshes, setup.earlier.refreshes) }

    /// The number of items of the source's whole list, if its pages state it. That of a state may be the one
    /// of a source that was replaced.
    var knownTotal: Int? { hasPages ? list.pages.total : nil }

    /// The numbers of placeholders before the items, of items, and of placeholders after them.
    @inlinable
    var counts: RowCounts {
        let items = list.rows.items.count
        return rules.showsPlaceholders ? list.pages.rowCounts(around: items) : RowCounts(items: items)
    }
}

/// The identifier of a load.
@usableFromInline
package struct LoadID: Hashable, Sendable {
    @usableFromInline var number: Int
}
