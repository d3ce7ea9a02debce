import Observation
import Streams

/// An observable list, for SwiftUI views and other observers of `Observation`.
///
/// ```swift
/// struct UserList: View {
///     @State private var model = PagingModel(threshold: 5, from: users)
///
///     var body: some View {
///         List(Array(model.items.enumerated()), id: \.element.id) { row, user in
///             Text(user.login).onAppear { model.shown(row: row) }
///         }
///         .task { model.loadInitial() }
///         .refreshable { model.refresh() }
///     }
/// }
/// ```
///
/// Nothing is loaded before ``loadInitial()``. A property is set only when it changes, so that a view that reads only
/// ``items`` is not updated when ``isLoading`` changes. A state that arrives on the main actor is set before the call
/// that caused it returns; others are set later, in order. Releasing the model cancels the session and its loads.
@MainActor @Observable
public final class PagingModel<Item: Sendable> {
    /// The loaded items.
    public private(set) var items = PagedItems<Item>()

    /// Whether the first load or a refresh is running.
    public private(set) var isLoading = false

    /// Whether a further page is being loaded.
    public private(set) var isPaging = false

    /// The error of the last load. Each state sets it again if its type is not `Equatable`.
    public private(set) var error: (any Error)?

    /// Whether there may be more rows after the last.
    public private(set) var hasMore = true

    /// What the screen shows as a whole; `firstLoad` before ``loadInitial()``.
    public private(set) var phase = ListPhase.firstLoad

    /// What is shown below the last row.
    public private(set) var footer = ListFooter.none

    /// The latest state, with the change of rows since the previous one. Every state sets it.
    public private(set) var state = ViewState<Item>()

    @ObservationIgnored private let signals = PassthroughSubject<ListSignal, Never>()
    @ObservationIgnored private let feed: AnyPublisher<ViewState<Item>, Never>
    @ObservationIgnored private var session: AnyCancellable?

    /// Makes a model of any feed.
    ///
    /// ```swift
    /// let model = PagingModel { signals in signals.paginate(threshold: 5, from: users).dedupe(by: \.id) }
    /// ```
    ///
    /// - Parameter makeFeed: Returns the feed for the model's signals; called once, synchronously. The feed gets a demand
    ///   of one state at a time and must keep the latest, as all feeds do.
    public init<Feed: Publisher>(_ makeFeed: (PassthroughSubject<ListSignal, Never>) -> Feed)
    where Feed.Output == ViewState<Item>, Feed.Failure == Never {
        feed = makeFeed(signals).eraseToAnyPublisher()
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
    ///   - rules: When to load, what to keep, and how to handle failures.
    ///   - source: Loads the pages.
    ///   - key: The key of the page to begin with; `nil` for the source's first page.
    public convenience init<Source: PageSource>(
        _ rules: PagingRules, from source: Source, startingAt key: Source.Key? = nil
    ) where Source.Item == Item {
        self.init { signals in signals.paginate(rules, from: source, startingAt: key) }
    }

    /// Loads the first page, unless it is loaded or being loaded; retries it if it has failed. May be called whenever
    /// the screen appears.
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
    /// - Parameter row: The index of the row, placeholders included.
    public func shown(row: Int) { send(.shown(row: row)) }

    /// Loads the next page, whatever row is in view.
    public func loadMore() { send(.loadMore) }

    /// Reloads the list. The rows stay until the first new page is loaded.
    public func refresh() { send(.refresh) }

    /// Retries what has failed.
    public func retry() { send(.retry) }

    /// Cancels running loads. The rows stay, and later calls load more.
    public func cancel() { send(.cancel) }

    /// Sends any other signal to the feed, such as a jump. Does nothing before ``loadInitial()``.
    ///
    /// - Parameter signal: The signal.
    public func send(_ signal: ListSignal) { signals.send(signal) }

    private func begin() {
        let receiver = MainActorReceiver<ViewState<Item>> { [weak self] state in self?.show(state) }
        session = AnyCancellable(receiver)
        feed.subscribe(receiver)
    }

    private func show(_ new: ViewState<Item>) {
        if !items.isIdentical(to: new.items) { items = new.items }
        set(\.isLoading, to: new.isLoading)
        set(\.isPaging, to: new.isPaging)
        set(\.hasMore, to: new.hasMore)
        set(\.phase, to: new.phase)
        set(\.footer, to: new.footer)
        if !isSameError(error, new.error) { error = new.error }
        state = new
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
    // Cast by way of `Any`: the compiler takes every error for `Equatable`.
    return (one as Any as? any Equatable)?.isEqual(to: other) ?? false
}

extension Equatable {
    fileprivate func isEqual(to other: any Error) -> Bool { self == other as? Self }
}
