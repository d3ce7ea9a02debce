import Observation
import Streams

/// A list for a screen that observes it: SwiftUI's views, or whatever tracks observable objects.
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
/// Nothing is loaded before ``loadInitial()``. A property is written only when it has changed, so that a view that
/// reads ``items`` alone is not made anew for a spinner. States that come on the main actor are there when the call
/// that caused them returns; others follow in order. Releasing the model ends the session and its loads.
@MainActor @Observable
public final class PagingModel<Item: Sendable> {
    /// The items that are loaded.
    public private(set) var items = PagedItems<Item>()

    /// Whether the first load or a refresh is running.
    public private(set) var isLoading = false

    /// Whether a further page is being loaded.
    public private(set) var isPaging = false

    /// What the last load failed with. It is written anew by each state while it is of a type that can't be compared.
    public private(set) var error: (any Error)?

    /// Whether there may be rows after the last.
    public private(set) var hasMore = true

    /// What the screen shows as a whole; before ``loadInitial()``, what it will show then.
    public private(set) var phase = ListPhase.firstLoad

    /// What stands below the last row.
    public private(set) var footer = ListFooter.none

    /// All there is to know, with the change of rows since the state before. It is written by every state.
    public private(set) var state = ViewState<Item>()

    @ObservationIgnored private let signals = PassthroughSubject<ListSignal, Never>()
    @ObservationIgnored private let feed: AnyPublisher<ViewState<Item>, Never>
    @ObservationIgnored private var session: AnyCancellable?

    /// Makes a list of any feed.
    ///
    /// ```swift
    /// let model = PagingModel { signals in signals.paginate(threshold: 5, from: users).dedupe(by: \.id) }
    /// ```
    ///
    /// - Parameter makeFeed: Makes the feed from the model's signals; called once, at once. The feed is asked for one
    ///   state at a time and has to keep the latest, as all feeds do.
    public init<Feed: Publisher>(_ makeFeed: (PassthroughSubject<ListSignal, Never>) -> Feed)
    where Feed.Output == ViewState<Item>, Feed.Failure == Never {
        feed = makeFeed(signals).eraseToAnyPublisher()
    }

    /// Makes a list of a source's items.
    ///
    /// - Parameters:
    ///   - threshold: A page is loaded while fewer rows than this lie beyond the row that was shown last.
    ///   - source: Where pages come from.
    ///   - key: The key of the page to begin with; `nil` for the source's first page.
    public convenience init<Source: PageSource>(
        threshold: Int, from source: Source, startingAt key: Source.Key? = nil
    ) where Source.Item == Item {
        self.init(PagingRules(threshold: threshold), from: source, startingAt: key)
    }

    /// Makes a list of a source's items, by given rules.
    ///
    /// - Parameters:
    ///   - rules: When to load, what to keep, and what to do about failures.
    ///   - source: Where pages come from.
    ///   - key: The key of the page to begin with; `nil` for the source's first page.
    public convenience init<Source: PageSource>(
        _ rules: PagingRules, from source: Source, startingAt key: Source.Key? = nil
    ) where Source.Item == Item {
        self.init { signals in signals.paginate(rules, from: source, startingAt: key) }
    }

    /// Loads the first page, unless it is there or on its way; tries again if it has failed. May be called whenever the
    /// screen appears.
    public func loadInitial() {
        if session == nil { return begin() }
        switch state.phase {
        case .failed: send(.retry)
        // Cancelled before there was anything.
        case .empty: send(.loadMore)
        case .firstLoad, .content: break
        }
    }

    /// Tells that a row came into view, and loads further pages if they are wanted now.
    ///
    /// - Parameter row: Counted from zero, placeholders included.
    public func shown(row: Int) { send(.shown(row: row)) }

    /// Loads the next page, wherever the list is.
    public func loadMore() { send(.loadMore) }

    /// Loads the list anew. The rows stay until the first new page is in.
    public func refresh() { send(.refresh) }

    /// Loads again what has failed.
    public func retry() { send(.retry) }

    /// Stops and lets go of what is being loaded. The rows stay, and the next call goes on from there.
    public func cancel() { send(.cancel) }

    /// Tells anything else that lists tell, such as a jump. Does nothing before ``loadInitial()``.
    ///
    /// - Parameter signal: What the list tells.
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
    // By way of `Any`: the compiler believes that all errors can be compared.
    return (one as Any as? any Equatable)?.isEqual(to: other) ?? false
}

extension Equatable {
    fileprivate func isEqual(to other: any Error) -> Bool { self == other as? Self }
}
