/// A paginator with callbacks, for code that has a fetch function and a table view.
///
/// ```swift
/// let users = Paginator<User>(
///     pageSize: 30,
///     fetchHandler: { paginator, page, pageSize in
///         api.users(page: page, perPage: pageSize) { result in
///             switch result {
///             case .success(let list): paginator.received(results: list.users, total: list.total)
///             case .failure: paginator.failed()
///             }
///         }
///     },
///     resultsHandler: { [weak self] _, _ in self?.tableView.reloadData() })
///
/// users.fetchFirstPage()
/// ```
///
/// One page is fetched at a time, the first page has the number one, and the total determines the last. A
/// failed page is fetched again by the next ``fetchNextPage()``. The fetch handler may respond before it
/// returns: the response is handled synchronously. Handlers are called on the main actor; they and the
/// results need not be sendable.
@MainActor
public final class Paginator<Element> {
    /// The status of a request.
    public enum RequestStatus: Sendable, Hashable {
        /// No page was requested since the paginator was made or reset.
        case none

        /// A page is being fetched.
        case inProgress

        /// The last request has succeeded or failed.
        case done
    }

    /// Fetches a page, given its number, from one, and the number of results to request. It calls
    /// ``received(results:total:)`` or ``failed()``, before it returns or later.
    public typealias FetchHandler = @MainActor (_ paginator: Paginator, _ page: Int, _ pageSize: Int) -> Void

    /// Handles the results of a page, which have been appended to ``results``.
    public typealias ResultsHandler = @MainActor (_ paginator: Paginator, _ results: [Element]) -> Void

    /// Handles an event of the paginator.
    public typealias Handler = @MainActor (_ paginator: Paginator) -> Void

    /// Fetches a page.
    public var fetchHandler: FetchHandler

    /// Called when a page was received.
    public var resultsHandler: ResultsHandler?

    /// Called when the results were removed. Cancel a running fetch here.
    ///
    /// A fetch from before the reset must not call ``received(results:total:)`` or ``failed()`` afterwards,
    /// not even because it was cancelled: while another page is being fetched, that would complete the fetch
    /// of that page. Where responses may arrive late, compare a token, such as the number of resets:
    ///
    /// ```swift
    /// users.fetchHandler = { [unowned self] paginator, page, pageSize in
    ///     let token = resets
    ///     api.users(page: page, perPage: pageSize) { [weak self] result in
    ///         guard self?.resets == token else { return }
    ///         switch result {
    ///         case .success(let list): paginator.received(results: list.users, total: list.total)
    ///         case .failure: paginator.failed()
    ///         }
    ///     }
    /// }
    /// users.resetHandler = { [unowned self] _ in resets += 1 }
    /// ```
    public var resetHandler: Handler?

    /// Called when a page has failed.
    public var failureHandler: Handler?

    /// Called when the last page was received, after ``resultsHandler``.
    public var completionHandler: Handler?

    /// The number of results of a page.
    public let pageSize: Int

    /// The results of all pages, in order.
    public private(set) var results: [Element] = []

    /// The number of results on the server, by the last response; zero before the first.
    public private(set) var total = 0

    /// A page of results, which the engine counts as one row. It depends on `Element`, so that the engine's
    /// code for generic rows serves here as well.
    private struct PageRow: Sendable {}

    private typealias Engine = PagingEngine<Int, PageRow, PageRow>

    private var engine = Paginator.makeEngine()
    /// The running fetch.
    private var fetch: Fetch?
    private var isFetching = false
    /// The number of resets so far.
    private var resetCount = 0

    private struct Fetch {
        let id: LoadID
        let page: Int
        /// Whether the fetch handler was called.
        var hasStarted = false
    }

    private struct Failure: Error {}

    /// Creates a paginator that has fetched nothing.
    ///
    /// - Parameters:
    ///   - pageSize: The number of results of a page; at least one.
    ///   - fetchHandler: Fetches a page.
    ///   - resultsHandler: Called when a page was received.
    ///   - resetHandler: Called when the results were removed.
    ///   - failureHandler: Called when a page has failed.
    ///   - completionHandler: Called when the last page was received.
    public init(
        pageSize: Int, fetchHandler: @escaping FetchHandler, resultsHandler: ResultsHandler? = nil,
        resetHandler: Handler? = nil, failureHandler: Handler? = nil, completionHandler: Handler? = nil
    ) {
        precondition(pageSize > 0, "A page has at least one result: pageSize must be positive.")
        self.pageSize = pageSize
        self.fetchHandler = fetchHandler
        self.resultsHandler = resultsHandler
        self.resetHandler = resetHandler
        self.failureHandler = failureHandler
        self.completionHandler = completionHandler
    }

    /// The status of the last request.
    public var requestStatus: RequestStatus {
        if !engine.isAtRest { return .inProgress }
        return engine.hasPages || engine.rebuild.load.isFailed ? .done : .none
    }

    /// The number of the last page that was received; zero before the first.
    public var page: Int { engine.list.rows.items.count }

    /// Whether the received pages reach the total; `false` before the first page.
    public var reachedLastPage: Bool { engine.hasPages && engine.list.pages.request(beyond: .end) == nil }
}

extension Paginator {
    /// Removes the results and fetches the first page.
    public func fetchFirstPage() {
        reset()
        fetchNextPage()
    }

    /// Fetches the page after the last one received, or the one that has failed. Does nothing while a page is
    /// being fetched, and after the last page.
    public func fetchNextPage() {
        if requestStatus == .inProgress || reachedLastPage { return }
        handle(.signal(.loadMore))
        startFetches()
    }

    /// Removes the results. Cancel a running fetch: its response is ignored only until another page is
    /// fetched; see ``resetHandler``.
    public func reset() {
        handle(.signal(.reset))
        results = []
        total = 0
        resetCount += 1
        resetHandler?(self)
    }

    /// Completes the running fetch with the results of the page. Ignored when no page is being fetched.
    ///
    /// - Parameters:
    ///   - results: The results of the page, any number of them.
    ///   - total: The number of results on the server. The page is the last one if this does not exceed
    ///     `pageSize` times its number.
    public func received(results: [Element], total: Int) {
        guard let completed = takeFetch() else { return }
        self.results += results
        self.total = total
        let (upToHere, isBeyondAll) = Int64(completed.page).multipliedReportingOverflow(by: Int64(pageSize))
        let isLast = isBeyondAll || Int64(total) <= upToHere
        let page = Page([PageRow()], next: isLast ? nil : completed.page + 1)
        handle(.loaded(completed.id, page))
        let resetCountBefore = resetCount
        resultsHandler?(self, results)
        if isLast, resetCount == resetCountBefore { completionHandler?(self) }
    }

    /// Completes the running fetch with a failure. Ignored when no page is being fetched.
    public func failed() {
        guard let completed = takeFetch() else { return }
        handle(.failed(completed.id, Failure()))
        failureHandler?(self)
    }

    private static func makeEngine() -> Engine {
        Engine(
            rules: PagingRules(threshold: 0, failurePolicy: .retryOnHint),
            transform: IdentityTransform<PageRow>(),
            start: PagingStart(key: 1))
    }

    private func handle(_ event: Engine.Event) {
        for action in engine.handle(event) {
            switch action {
            case .load(let id, let request): fetch = request.key.map { Fetch(id: id, page: $0) }
            case .cancelLoad: fetch = nil
            case .publish: break
            }
        }
    }

    /// Removes and returns the running fetch.
    private func takeFetch() -> Fetch? {
        fetch?.hasStarted == true ? fetch.take() : nil
    }

    /// Calls the fetch handler for the next fetch, in a loop, so that handlers that respond synchronously and
    /// request the next page do not recurse.
    private func startFetches() {
        if isFetching { return }
        isFetching = true
        while let next = fetch, !next.hasStarted {
            fetch?.hasStarted = true
            fetchHandler(self, next.page, pageSize)
        }
        isFetching = false
    }
}
