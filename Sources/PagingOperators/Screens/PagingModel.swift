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
@MainActor @Observable
public final class PagingModel<Item: Sendable> {
    /// The loaded items.
    public private(set) var items = PagedItems<Item>()

    /// The rows: the loaded items with their numbers, and the placeholders.
    public private(set) var rows = FeedRows<Item>()

    /// Whether the first load or a refresh is running.
    public private(set) var isLoading = false

    /// Whether the rows are those of an earlier session, read from a ``PageStore``; see
    /// ``ViewState/storedAt``.
    public private(set) var isStored = false

    /// Whether a further page is being loaded.
    public private(set) var isPaging = false

    /// The error of the last load. Each state sets it again if its type is not `Equatable`.
    public private(set) var error: (any Error)?

    /// The failure that the screen has not shown yet, as in an alert; `nil` once it is acknowledged by
    /// ``acknowledge(_:)``, and once no load is failed any more. Each failed load is a failure of its own.
    public private(set) var newFailure: ListFailure?

    /// The last position to which the list has to scroll: the row of a jump, or the rows in view if they have
    /// other numbers after a reload. `nil` before the first.
    ///
    /// In SwiftUI, scroll in `onChange(of: model.newScrollTarget)`, by a `ScrollViewReader`.
    public private(set) var newScrollTarget: ListScroll?

    /// Whether there may be more rows after the last.
    public private(set) var hasMore = true

    /// What the screen shows as a whole; `firstLoad` before ``loadInitial()``.
    public private(set) var phase = ListPhase.firstLoad

    /// What is shown below the last row.
    public private(set) var footer = ListFooter.none

    /// The latest state, with the change of rows since the previous one. Every state sets it.
    public private(set) var state = ViewState<Item>()

    // A variable, so that its references can be counted.
    @ObservationIgnored private var signals = PassthroughSubject<ListSignal, Never>()
    /// Sends the events of the feed.
    @ObservationIgnored package let hub = PageEventHub()
    @ObservationIgnored private let feed: AnyPublisher<ViewState<Item>, Never>
    @ObservationIgnored private(set) var session: AnyCancellable?
    @ObservationIgnored private(set) var hasEnded = false
    @ObservationIgnored private var refreshWaits: [RefreshWait] = []
    /// Sends the states to the subscribers of ``states``, once there have been any.
    @ObservationIgnored var sentStates: StateSubject<Item>?
    @ObservationIgnored private var failureCount = 0
    @ObservationIgnored private var scrollCount = 0
    /// The index of the present items, if it was needed.
    @ObservationIgnored var rowFinder: (any RowFinder<Item>)?
    /// The identities of the rows in view, for screens that report them one by one, in the order in which
    /// they appeared.
    @ObservationIgnored var rowsInView: [AnyHashable] = []
    /// Reports those rows again.
    @ObservationIgnored var reportRowsInView: (() -> Void)?

    /// Makes a model of any feed.
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

    /// Makes a model of a source's items.
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

    /// Makes a model of a source's items, with given rules.
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

    /// Makes a model of the items of the latest source that a publisher sends, as for a search.
    ///
    /// ```swift
    /// let results = PagingModel(threshold: 5, from: queries.map { SearchPages($0) })
    /// ```
    ///
    /// - Parameters:
    ///   - threshold: A page is loaded while fewer rows than this follow the row that was shown last.
    ///   - sources: Sends the sources. ``loadInitial()`` subscribes to it.
    public convenience init<Sources: Publisher>(threshold: Int, from sources: Sources)
    where Sources.Output: PageSource, Sources.Output.Item == Item, Sources.Failure == Never {
        self.init(PagingRules(threshold: threshold), from: sources)
    }

    /// Makes a model of the items of the latest source that a publisher sends, with given rules.
    ///
    /// - Parameters:
    ///   - rules: When to load, how many rows to keep, and how to handle failures.
    ///   - sources: Sends the sources. ``loadInitial()`` subscribes to it.
    public convenience init<Sources: Publisher>(_ rules: PagingRules, from sources: Sources)
    where Sources.Output: PageSource, Sources.Output.Item == Item, Sources.Failure == Never {
        self.init { signals in signals.paginate(rules, from: sources) }
    }

    deinit {
        sentStates?.send(completion: .finished)
    }

    /// Loads the first page, unless it is loaded or being loaded; retries it if it has failed. May be called
    /// whenever the screen appears.
    public func loadInitial() {
        if session == nil { return begin() }
        switch state.phase {
        case .failed: send(.retry)
        case .idle: send(.loadMore)
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

    /// Reloads the list, and returns when the first new page is loaded or has failed, or the refresh was
    /// cancelled. The rows stay until then. To refresh without waiting, send ``ListSignal/refresh``.
    ///
    /// A refresh that is replaced by another one ends with that one. If the calling task is cancelled, the
    /// function returns at once and the refresh continues: SwiftUI cancels the task of `refreshable` when the
    /// view changes. Returns at once before ``loadInitial()``, and if the feed has ended or does not use the
    /// model's signals.
    public func refresh() async {
        if session == nil || hasEnded || isKnownUniquelyReferenced(&signals) { return send(.refresh) }
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
    /// - Parameter row: The row, counted from the first of the whole list.
    public func jump(toRow row: Int) { send(.jump(toRow: row)) }

    /// Marks a failure as shown, so that ``newFailure`` is `nil`. Has no effect if a newer failure is to be
    /// shown.
    ///
    /// In SwiftUI, present ``newFailure`` by `alert(_:isPresented:presenting:actions:)`, and acknowledge it
    /// in its button.
    ///
    /// - Parameter failure: The failure that was shown.
    public func acknowledge(_ failure: ListFailure) {
        if newFailure?.id == failure.id { newFailure = nil }
    }

    /// Sends any other signal to the feed. Does nothing before ``loadInitial()``.
    ///
    /// - Parameter signal: The signal.
    public func send(_ signal: ListSignal) { signals.send(signal) }

    private func begin() {
        let receiver = MainActorReceiver<ViewState<Item>>(
            { [weak self] state in self?.show(state) }, onEnd: { [weak self] in self?.end() })
        session = AnyCancellable(receiver)
        feed.subscribe(receiver)
    }

    private func show(_ new: ViewState<Item>) {
        let old = state
        updateRowFinder(from: old, to: new)
        if !items.isIdentical(to: new.items) { items = new.items }
        if !rows.isIdentical(to: new.rows) { rows = new.rows }
        set(\.isLoading, to: new.isLoading)
        set(\.isStored, to: new.isStored)
        set(\.isPaging, to: new.isPaging)
        set(\.hasMore, to: new.hasMore)
        set(\.phase, to: new.phase)
        set(\.footer, to: new.footer)
        if !isSameError(error, new.error) { error = new.error }
        updateFailure(from: old, to: new)
        if let target = new.scrollTarget {
            scrollCount += 1
            newScrollTarget = ListScroll(id: scrollCount, target: target)
        }
        state = new
        sentStates?.send(new)
        for wait in refreshWaits { wait.take(new) }
        // Where the screen scrolls, other rows appear.
        if new.tally.generations != old.tally.generations, new.scrollTarget == nil { reportRowsInView?() }
    }

    private func updateFailure(from old: ViewState<Item>, to new: ViewState<Item>) {
        if let direction = new.newlyFailedDirection(since: old), let error = new.loadState(direction).error {
            failureCount += 1
            newFailure = ListFailure(id: failureCount, error: error, direction: direction)
        } else if newFailure != nil, new.error == nil {
            newFailure = nil
        }
    }

    private func updateRowFinder(from old: ViewState<Item>, to new: ViewState<Item>) {
        guard let finder = rowFinder else { return }
        let change = new.change.amongItems(from: old.rowCounts, to: new.rowCounts)
        if !finder.apply(change, leadingTo: new.items) { rowFinder = nil }
    }

    private func end() {
        hasEnded = true
        sentStates?.send(completion: .finished)
        for wait in refreshWaits { wait.finish() }
    }

    private func set<Value: Equatable>(
        _ property: ReferenceWritableKeyPath<PagingModel, Value>, to value: Value
    ) {
        if self[keyPath: property] != value { self[keyPath: property] = value }
    }
}

/// Whether two errors are known to be equal.
private func isSameError(_ one: (any Error)?, _ other: (any Error)?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return areEqual(one, other) ?? false
}
