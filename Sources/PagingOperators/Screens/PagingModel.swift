import Observation
import Streams

/// An observable list, for SwiftUI views and other observers of `Observation`.
///
/// ```swift
/// struct UserList: View {
///     @State private var model = PagingModel(threshold: 5, from: users)
///
///     var body: some View {
///         List(model.items) { user in
///             Text(user.login).onAppear { model.shown(id: user.id) }
///         }
///         .task { model.loadInitial() }
///         .refreshable { await model.refresh() }
///     }
/// }
/// ```
///
/// ``items`` and ``rows`` are random-access collections that share their pages with the feed: a view iterates
/// over them without a copy. Use ``rows`` for lists with placeholders, and for items that are not
/// identifiable.
///
/// Nothing is loaded before ``loadInitial()``. A property is set only when it changes, so that a view that
/// reads only ``items`` is not updated when ``isLoading`` changes. A state that arrives on the main actor is
/// set before the call that caused it returns; others are set later, in order. Releasing the model cancels
/// the session and its loads.
///
/// A model knows the rows in view of one screen. For a second one that scrolls by itself, such as another
/// window, make another model, of a feed with `share()`.
///
/// Observers and subscribers of ``states`` may call the model. Until all of them have a state, the next one
/// is not set, and signals wait: they are then sent in the order of the calls. A report of rows refers to the
/// state in which it was made, also if pages that are loaded at once have moved the rows meanwhile.
@MainActor
public final class PagingModel<Item: Sendable> {
    /// The loaded items.
    public var items: PagedItems<Item> { reading(\.items, current.items) }

    /// The rows: the loaded items with their numbers, and the placeholders. A row keeps its identity when its
    /// item is replaced in place by one of another identity, as by ``FeedEdits/confirm(_:as:)``.
    public var rows: FeedRows<Item> { reading(\.rows, presentRows) }

    /// The items with which rows were shown first whose items have another identity now.
    var firstItems: [Int: FirstItem<Item>] { presentRows.firstItems }

    /// The number of placeholders before the rows, for readers of nothing else of the rows.
    var observedPlaceholdersBefore: Int { reading(\.rows, current.placeholdersBefore) }

    /// Whether the first load or a refresh is running.
    public var isLoading: Bool { reading(\.isLoading, current.isLoading) }

    /// Whether the rows are those of an earlier session, read from a ``PageStore``; see
    /// ``ViewState/storedAt``.
    public var isStored: Bool { reading(\.isStored, current.isStored) }

    /// Whether a further page is being loaded.
    public var isPaging: Bool { reading(\.isPaging, current.isPaging) }

    /// The first of the errors of `refresh`, `append` and `prepend` that have failed. Each state sets it
    /// again if its type is not `Equatable`.
    public var error: (any Error)? { reading(\.error, current.error) }

    /// The failure that the screen has not shown yet, as in an alert; `nil` once it is acknowledged by
    /// ``acknowledge(_:)``, and once no load is failed any more. Each failed load is a failure of its own.
    public var newFailure: ListFailure? { reading(\.newFailure, failure) }

    /// The last position to which the list has to scroll: the row of a jump, or the rows in view if they have
    /// other numbers after a reload. `nil` before the first.
    ///
    /// In SwiftUI, scroll in `onChange(of: model.newScrollTarget)`, by a `ScrollViewReader`.
    public var newScrollTarget: ListScroll? { reading(\.newScrollTarget, scroll) }

    /// Whether there may be more rows after the last.
    public var hasMore: Bool { reading(\.hasMore, current.hasMore) }

    /// The content of the screen as a whole; `firstLoad` before ``loadInitial()``.
    public var phase: ListPhase { reading(\.phase, hasState ? current.phase : .firstLoad) }

    /// The content below the last row.
    public var footer: ListFooter { reading(\.footer, current.footer) }

    /// The latest state, with the change of rows since the previous one. Every state sets it.
    public var state: ViewState<Item> { reading(\.state, current) }

    private let properties = ModelProperties()
    private var current = ViewState<Item>()
    private(set) var hasState = false
    private var presentRows = FeedRows<Item>()
    /// `nil` for items that are not identifiable.
    private lazy var rowIdentities = identities(of: Item.self).map { makeRowIdentities($0) }
    private var failure: ListFailure?
    private var scroll: ListScroll?

    // A variable, so that its references can be counted.
    private(set) var signals = PassthroughSubject<ListSignal, Never>()
    /// Sends the events of the feed.
    package let hub = PageEventHub()
    private let feed: AnyPublisher<ViewState<Item>, Never>
    /// `nil` before ``loadInitial()``.
    private(set) var session: AnyCancellable?
    private(set) var hasEnded = false
    private var refreshWaits: [RefreshWait] = []
    /// What the model is doing.
    var activity = Activity.none
    /// The signals that are to be sent, which count rows of the present state.
    var waitingSignals: [ListSignal] = []
    /// The state that follows the present one once that is delivered.
    var waitingState: ViewState<Item>?
    private var stops = SentStops()
    /// Sends the states to the subscribers of ``states``, once there have been any.
    var sentStates: StateSubject<Item>?
    /// The rows that were reported last, counted in the present state: a report for which nothing is loaded
    /// makes no state. `nil` after a jump, and for rows of another list, which the state states.
    package private(set) var reportedRows: Range<Int>?
    private var failureCount = 0
    private var scrollCount = 0
    /// The index of the present items, if it was needed.
    var rowFinder: (any RowFinder<Item>)?
    /// The identities of the rows in view, for screens that report them one by one, in the order in which
    /// they appeared.
    var rowsInView: [AnyHashable] = []
    /// The numbers of those rows.
    var findRowsInView: (() -> Range<Int>?)?
    /// The rows that were in view before the latest state, counted in the state before it.
    package private(set) var rowsInViewBefore: Range<Int>?

    /// Creates a model of any feed.
    ///
    /// ```swift
    /// let model = PagingModel { signals in signals.paginate(threshold: 5, from: users).dedupe(by: \.id) }
    /// ```
    ///
    /// - Parameter makeFeed: Returns the feed for the model's signals; called once, synchronously. The model
    ///   requests one state at a time, and the feed must keep the latest, as all feeds do.
    public init<Feed: Publisher>(_ makeFeed: (PassthroughSubject<ListSignal, Never>) -> Feed)
    where Feed.Output == ViewState<Item>, Feed.Failure == Never {
        let signals = signals
        feed = hub.ofAllFeeds { makeFeed(signals).eraseToAnyPublisher() }
    }

    /// Creates a model of a source's items.
    ///
    /// - Parameters:
    ///   - threshold: A page is loaded while fewer rows than this follow the row that was shown last.
    ///   - source: Loads the pages.
    ///   - key: The key of the page to begin with; `nil` for the source's first page.
    public convenience init<Source: PageSource>(
        threshold: Int, from source: Source, startingAt key: Source.Key? = nil
    ) where Source.Item == Item {
        self.init(PagingRules(threshold: threshold), from: source, startingAt: key)
    }

    /// Creates a model of a source's items, with given rules.
    ///
    /// - Parameters:
    ///   - rules: When to load, how many rows to keep, and how to handle failures.
    ///   - source: Loads the pages.
    ///   - key: The key of the page to begin with; `nil` for the source's first page.
    public convenience init<Source: PageSource>(
        _ rules: PagingRules, from source: Source, startingAt key: Source.Key? = nil
    ) where Source.Item == Item {
        self.init { signals in signals.paginate(rules, from: source, startingAt: key) }
    }

    /// Creates a model of the items of the latest source that a publisher sends, as for a search.
    ///
    /// ```swift
    /// let results = PagingModel(threshold: 5, from: queries.map { SearchPages($0) })
    /// ```
    ///
    /// - Parameters:
    ///   - threshold: A page is loaded while fewer rows than this follow the row that was shown last.
    ///   - sources: Sends the sources. ``loadInitial()`` subscribes to it.
    ///   - key: The key of the page with which each list begins; `nil` for the source's first page.
    public convenience init<Source: PageSource>(
        threshold: Int, from sources: any Publisher<Source, Never>, startingAt key: Source.Key? = nil
    ) where Source.Item == Item {
        self.init(PagingRules(threshold: threshold), from: sources, startingAt: key)
    }

    /// Creates a model of the items of the latest source that a publisher sends, with given rules.
    ///
    /// - Parameters:
    ///   - rules: When to load, how many rows to keep, and how to handle failures.
    ///   - sources: Sends the sources. ``loadInitial()`` subscribes to it.
    ///   - key: The key of the page with which each list begins; `nil` for the source's first page.
    public convenience init<Source: PageSource>(
        _ rules: PagingRules, from sources: any Publisher<Source, Never>, startingAt key: Source.Key? = nil
    ) where Source.Item == Item {
        self.init { signals in signals.paginate(rules, from: sources, startingAt: key) }
    }

    deinit {
        // First, so that its events are sent.
        session?.cancel()
        hub.finish()
        sentStates?.send(completion: .finished)
    }

    /// Loads the first page, unless it is loaded or being loaded; retries it if it has failed. May be called
    /// whenever the screen appears.
    ///
    /// If the rows are those of a store and have to be loaded again, or those of a source that was replaced,
    /// the first page counts as not loaded.
    public func loadInitial() {
        if session == nil { return begin() }
        // The present state may precede a stop, which another thread handles or a feed delivers later.
        let stop = stops.effect(after: current.tally)
        if stop == .reset { return send(.loadMore) }
        switch phase {
        case .idle: send(.loadMore)
        case .firstLoad where stop == .cancel: send(.loadMore)
        case .failed: send(.retry)
        case .content where current.isStored || current.lacksFirstPage: loadFirstPage(after: stop)
        case .firstLoad, .empty, .content: break
        }
    }

    /// Reports that a row came into view, and loads further pages if it is near the end of the loaded rows.
    ///
    /// - Parameter row: The number of the row, placeholders included.
    public func shown(row: Int) { send(.shown(row: row)) }

    /// Reports all rows in view, and loads further pages if they are near the end of the loaded rows.
    ///
    /// - Parameter rows: The numbers of the rows, placeholders included.
    public func shown(rows: Range<Int>) { send(.shown(rows: rows)) }

    /// Loads the next page, whatever row is in view.
    public func loadMore() { send(.loadMore) }

    /// Loads the page before the first row, whatever row is in view.
    public func loadPrevious() { send(.loadPrevious) }

    /// Reloads the list, and returns when the first row of the new list, or its end, is loaded, the load has
    /// failed, or the refresh was cancelled. The rows stay until then. To refresh without waiting, send
    /// ``ListSignal/refresh``.
    ///
    /// A refresh that is replaced by another one ends with that one. If the calling task is cancelled, the
    /// function returns at once and the refresh continues: SwiftUI cancels the task of `refreshable` when the
    /// view changes. Returns at once before ``loadInitial()`` and before the first state, and if the feed has
    /// ended or does not use the model's signals.
    public func refresh() async {
        if !hasState || hasEnded || isKnownUniquelyReferenced(&signals) { return send(.refresh) }
        let wait = RefreshWait(after: state)
        refreshWaits.append(wait)
        send(.refresh)
        await wait.finished()
        refreshWaits.removeAll { $0 === wait }
    }

    /// Retries what has failed.
    public func retry() { send(.retry) }

    /// Cancels running loads. The rows stay, and later calls load more.
    public func cancel() { send(.cancel) }

    /// Cancels running loads and removes the rows. ``loadInitial()`` loads the first page again.
    public func reset() { send(.reset) }

    /// Loads a row that may be far away. ``newScrollTarget`` has its number when it is loaded.
    ///
    /// - Parameter row: The row, counted from the first of the whole list: zero or more. A row beyond the end
    ///   counts as the last.
    public func jump(toRow row: Int) { send(.jump(toRow: row)) }

    /// Marks a failure as shown, so that ``newFailure`` is `nil`. Has no effect if a newer failure is to be
    /// shown.
    ///
    /// In SwiftUI, present ``newFailure`` by `alert(_:isPresented:presenting:actions:)`, and acknowledge it
    /// in its button.
    ///
    /// - Parameter failure: The failure that was shown.
    public func acknowledge(_ failure: ListFailure) {
        if self.failure?.id == failure.id { properties.change([\.newFailure]) { self.failure = nil } }
    }

    /// Sends any other signal to the feed. Does nothing before ``loadInitial()``.
    ///
    /// - Parameter signal: The signal. It is sent after those before it, and once the present state is
    ///   delivered to all observers.
    public func send(_ signal: ListSignal) {
        if session != nil { stops.willSend(signal, after: current.tally) }
        waitingSignals.append(signal)
        switch signal {
        case .shown(let rows): reportedRows = rows
        case .jump, .reset: reportedRows = nil
        default: break
        }
        sendWaitingSignals()
    }

    /// Reports the rows in view, for screens that report them one by one.
    func reportRowsInView() {
        if let rows = findRowsInView?() { shown(rows: rows) }
    }

    private func begin() {
        let receiver = MainActorReceiver<ViewState<Item>>(
            { [weak self] state in self?.take(state) }, onEnd: { [weak self] in self?.end() })
        session = AnyCancellable(receiver)
        feed.subscribe(receiver)
    }

    /// Loads the first page of a list whose rows are those of a store, or of a source that was replaced.
    private func loadFirstPage(after stop: SentStops.Effect) {
        if current.refresh.isFailed {
            send(.retry)
        } else if current.lacksFirstPage, stop == .cancel || !current.isLoading {
            send(.refresh)
        }
    }

    // Inlined, because the type of a generic value would be looked up for each call.
    @inline(__always)
    private func reading<Value>(
        _ property: ModelProperties.Property, _ value: @autoclosure () -> Value
    ) -> Value {
        properties.access(property)
        return value()
    }

    /// Sets a state, and sends it to the subscribers of ``states``.
    func show(_ new: ViewState<Item>) {
        let old = current
        rowsInViewBefore = findRowsInView?()
        // It may be that of a store.
        let isOtherList = new.tally.generations != old.tally.generations || new.storedAt != old.storedAt
        let rows = identified(new, after: old)
        updateFailure(from: old, to: new)
        if let target = new.scrollTarget {
            scrollCount += 1
            let next = ListScroll(id: scrollCount, target: target)
            properties.change([\.newScrollTarget]) { scroll = next }
        }
        properties.change(changedProperties(to: new)) {
            // An observer that is told of the change may have looked for a row, which makes a finder.
            updateRowFinder(from: old, to: new)
            current = new
            waitingSignals = waitingSignals.map { $0.following(new, after: old) }
            let keepsRows = !isOtherList && new.rowCount > 0
            reportedRows = keepsRows ? reportedRows.map { new.rows(following: $0) } : nil
            presentRows = rows
            hasState = true
        }
        sentStates?.send(new)
        for wait in refreshWaits { wait.take(new) }
        // Where the screen scrolls, other rows appear.
        if new.scrollTarget == nil, isOtherList || showsMoreThanReported { reportRowsInView() }
    }

    /// Whether rows are in view around the reported ones: those that the first page of a refresh has removed,
    /// and the next one brings before the screen is drawn, do not appear again. Not others in their place:
    /// two runs of rows could take turns, each loading pages that remove the other's from a window.
    private var showsMoreThanReported: Bool {
        guard let reportedRows, let rows = findRowsInView?() else { return false }
        return rows.count > reportedRows.count && rows.clamped(to: reportedRows) == reportedRows
    }

    /// The properties that have another value in a state than in the present one.
    private func changedProperties(to new: ViewState<Item>) -> [ModelProperties.Property] {
        let old = current
        var changed: [ModelProperties.Property] = [\.state]
        // Other rows that equal the ones before, after a refresh, for example.
        let isEqual = new.change.isEmpty && new.tally.generations != old.tally.generations
        if !isEqual, !old.items.isIdentical(to: new.items) { changed.append(\.items) }
        if !isEqual, !old.rows.isIdentical(to: new.rows) { changed.append(\.rows) }
        if old.isLoading != new.isLoading { changed.append(\.isLoading) }
        if old.isStored != new.isStored { changed.append(\.isStored) }
        if old.isPaging != new.isPaging { changed.append(\.isPaging) }
        if old.hasMore != new.hasMore { changed.append(\.hasMore) }
        if (hasState ? old.phase : .firstLoad) != new.phase { changed.append(\.phase) }
        if old.footer != new.footer { changed.append(\.footer) }
        if !isSameError(old.error, new.error) { changed.append(\.error) }
        return changed
    }

    private func updateFailure(from old: ViewState<Item>, to new: ViewState<Item>) {
        if let direction = new.newlyFailedDirection(since: old), let error = new.loadState(direction).error {
            failureCount += 1
            let next = ListFailure(id: failureCount, error: error, direction: direction)
            properties.change([\.newFailure]) { failure = next }
        } else if failure != nil, new.error == nil {
            properties.change([\.newFailure]) { failure = nil }
        }
    }

    private func updateRowFinder(from old: ViewState<Item>, to new: ViewState<Item>) {
        guard let finder = rowFinder else { return }
        let change = new.change.amongItems(from: old.rowCounts, to: new.rowCounts)
        if !finder.apply(change, leadingTo: new.items) { rowFinder = nil }
    }

    /// The rows of a state, each with the identity that it had when it was shown first.
    private func identified(_ new: ViewState<Item>, after old: ViewState<Item>) -> FeedRows<Item> {
        var rows = new.rows
        if presentRows.firstItems.isEmpty {
            // Rows of another generation are matched by their identities: a refresh may update all.
            let isNewGeneration = new.tally.generations != old.tally.generations
            if isNewGeneration || new.change.updated.isEmpty { return rows }
        }
        guard let rowIdentities else { return rows }
        let change = new.change.amongItems(from: old.rowCounts, to: new.rowCounts)
        rows.firstItems = rowIdentities.apply(
            change, to: presentRows.firstItems, from: old.items, leadingTo: new.items)
        return rows
    }

    private func end() {
        hasEnded = true
        sentStates?.send(completion: .finished)
        for wait in refreshWaits { wait.finish() }
    }
}

extension PagingModel: Observable {}

/// Whether two errors are known to be equal.
private func isSameError(_ one: (any Error)?, _ other: (any Error)?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return areEqual(one, other) ?? false
}
