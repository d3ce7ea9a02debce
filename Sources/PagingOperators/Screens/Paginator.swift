/// A pager in the style of callbacks, for code that has a fetch function and a table view.
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
///     resultsHandler: { [unowned self] _, _ in tableView.reloadData() })
///
/// users.fetchFirstPage()
/// ```
///
/// One page is fetched at a time, pages count from one, and the last is known by the total. A page that has failed is
/// fetched again by the next ``fetchNextPage()``. An answer may be given inside the fetch handler: it is handled at
/// once. Everything happens on the main actor; `results` and handlers need not be sendable.
@MainActor
public final class Paginator<Element> {
    /// How a request stands.
    public enum RequestStatus: Sendable, Hashable {
        /// Nothing was asked for since the paginator was made or reset.
        case none

        /// A page is being fetched.
        case inProgress

        /// The last page that was asked for has come, or has failed.
        case done
    }

    /// Fetches a page: it is given the number of the page, from one, and how many results to ask for. It answers with
    /// ``received(results:total:)`` or ``failed()``, now or later.
    public typealias FetchHandler = @MainActor (_ paginator: Paginator, _ page: Int, _ pageSize: Int) -> Void

    /// Takes the results of a page, which ``results`` ends with by then.
    public typealias ResultsHandler = @MainActor (_ paginator: Paginator, _ results: [Element]) -> Void

    /// Is told of something.
    public typealias Handler = @MainActor (_ paginator: Paginator) -> Void

    /// Fetches a page.
    public var fetchHandler: FetchHandler

    /// Called when a page has come.
    public var resultsHandler: ResultsHandler?

    /// Called when the results are gone. What a fetch handler has under way is to be cancelled here: an answer that
    /// comes while another page is fetched is taken for that page.
    public var resetHandler: Handler?

    /// Called when a page has failed.
    public var failureHandler: Handler?

    /// Called when the last page has come, after ``resultsHandler``.
    public var completionHandler: Handler?

    /// How many results a page has.
    public let pageSize: Int

    /// The results of all pages, in order.
    public private(set) var results: [Element] = []

    /// How many results there are on the server, as the last answer said; zero before the first.
    public private(set) var total = 0

    /// Each page is one row: its number.
    private typealias Engine = PagingEngine<Int, IdentityTransform<Int>>

    private var engine = Paginator.makeEngine()
    /// The page that is being fetched.
    private var fetch: Fetch?
    private var isFetching = false
    /// How often the results were dropped.
    private var resets = 0

    private struct Fetch {
        let id: LoadID
        let page: Int
        /// Whether the fetch handler was called.
        var hasBegun = false
    }

    private struct Failure: Error {}

    /// Makes a paginator that has fetched nothing.
    ///
    /// - Parameters:
    ///   - pageSize: How many results a page has; at least one.
    ///   - fetchHandler: Fetches a page.
    ///   - resultsHandler: Called when a page has come.
    ///   - resetHandler: Called when the results are gone.
    ///   - failureHandler: Called when a page has failed.
    ///   - completionHandler: Called when the last page has come.
    public init(
        pageSize: Int, fetchHandler: @escaping FetchHandler, resultsHandler: ResultsHandler? = nil,
        resetHandler: Handler? = nil, failureHandler: Handler? = nil, completionHandler: Handler? = nil
    ) {
        precondition(pageSize > 0, "A page has room for at least one result.")
        self.pageSize = pageSize
        self.fetchHandler = fetchHandler
        self.resultsHandler = resultsHandler
        self.resetHandler = resetHandler
        self.failureHandler = failureHandler
        self.completionHandler = completionHandler
    }

    /// How the last request stands.
    public var requestStatus: RequestStatus {
        if !engine.isAtRest { return .inProgress }
        return engine.hasPages || engine.refresh.isFailed ? .done : .none
    }

    /// The number of the last page that has come; zero before the first.
    public var page: Int { engine.rows.items.count }

    /// Whether the pages that have come reach the total. `false` before the first has come.
    public var reachedLastPage: Bool { engine.hasPages && engine.pages.nextRequest == nil }
}

extension Paginator {
    /// Drops the results and fetches the first page.
    public func fetchFirstPage() {
        reset()
        fetchNextPage()
    }

    /// Fetches the page after the last that has come, or the one that has failed. Does nothing while a page is being
    /// fetched, and after the last page.
    public func fetchNextPage() {
        if requestStatus == .inProgress || reachedLastPage { return }
        handle(.signal(.loadMore))
        beginFetches()
    }

    /// Drops the results, and the page that is being fetched.
    public func reset() {
        handle(.signal(.reset))
        results = []
        total = 0
        resets += 1
        resetHandler?(self)
    }

    /// Answers the fetch handler with the results of the page. Ignored when no page is being fetched.
    ///
    /// - Parameters:
    ///   - results: The results of the page, any number of them.
    ///   - total: How many results there are on the server. With `total` of `pageSize` times the number of this page or
    ///     less, it is the last page.
    public func received(results: [Element], total: Int) {
        guard let answered = takeFetch() else { return }
        self.results += results
        self.total = total
        let isLast = total <= answered.page * pageSize
        let page = Page([answered.page], next: isLast ? nil : answered.page + 1)
        handle(.loaded(answered.id, page))
        let resetsBefore = resets
        resultsHandler?(self, results)
        if isLast, resets == resetsBefore { completionHandler?(self) }
    }

    /// Answers the fetch handler: the page could not be fetched. Ignored when no page is being fetched.
    public func failed() {
        guard let answered = takeFetch() else { return }
        handle(.failed(answered.id, Failure()))
        failureHandler?(self)
    }

    private static func makeEngine() -> Engine {
        Engine(
            rules: PagingRules(threshold: 0, failurePolicy: .retryOnHint), transform: IdentityTransform(),
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

    /// The page that is being fetched, which is answered now.
    private func takeFetch() -> Fetch? {
        fetch?.hasBegun == true ? fetch.take() : nil
    }

    /// Calls the fetch handler for what is to be fetched; in a loop, so that answers that are given inside the handler
    /// and ask for the next page need no stack.
    private func beginFetches() {
        if isFetching { return }
        isFetching = true
        while let next = fetch, !next.hasBegun {
            fetch?.hasBegun = true
            fetchHandler(self, next.page, pageSize)
        }
        isFetching = false
    }
}
