import Dispatch
import Streams

/// A source whose requests wait for a ``RateLimiter``. Made by ``PageSource/limited(by:)``.
public struct RateLimitedPages<Base: PageSource>: WrappingPages {
    public typealias Key = Base.Key
    public typealias Item = Base.Item
    public typealias Failure = Base.Failure

    package let base: Base
    private let limiter: RateLimiter

    init(base: Base, limiter: RateLimiter) {
        self.base = base
        self.limiter = limiter
    }

    public func page(for request: PageRequest<Key>) -> AnyPublisher<Page<Key, Item>, Failure> {
        limiter.permission()
            .setFailureType(to: Failure.self)
            .flatMap { [self] in begin(request) }
            .handleEvents(receiveCompletion: { [limiter] completion in
                guard case .failure(let error) = completion else { return }
                if let delay = (error as? any RetryAfter)?.retryAfter { limiter.pause(for: delay) }
            })
            .eraseToAnyPublisher()
    }

    private func begin(_ request: PageRequest<Key>) -> Base.Pages {
        var limited = request
        limited.permits = RequestPermits(of: limiter, within: request.permits)
        return base.page(for: limited)
    }

    public func key(forRow row: Int) -> Key? { base.key(forRow: row) }

    public var invalidations: AnyPublisher<Void, Never>? { base.invalidations }

    public var insertions: AnyPublisher<ItemInsertion<Item>, Never>? { base.insertions }
}

extension PageSource {
    /// Limits how many requests for pages begin in an interval, together with other lists.
    ///
    /// ```swift
    /// let limiter = RateLimiter(10, per: .seconds(1))
    /// let users = HTTPPages<User>(usersURL).limited(by: limiter)
    /// let posts = HTTPPages<Post>(postsURL).limited(by: limiter)
    /// ```
    ///
    /// Write ``retry(_:)`` after it, so that each attempt counts. Where ``HTTPPages`` or ``OffsetPages`` make
    /// several requests for a page, each of them counts; a page of another source counts as one request.
    ///
    /// - Parameter limiter: The limit, which other sources may share.
    public func limited(by limiter: RateLimiter) -> RateLimitedPages<Self> {
        RateLimitedPages(base: self, limiter: limiter)
    }

    /// Limits how many requests for pages begin in an interval, by all lists of this source. See
    /// ``RateLimiter``.
    ///
    /// ```swift
    /// let users = HTTPPages<User>(usersURL).limited(to: 10, per: .seconds(1)).retry(.exponential(from: .seconds(1), attempts: 4))
    /// ```
    ///
    /// - Parameters:
    ///   - count: The number of requests that may begin in an interval; at least one.
    ///   - interval: The length of the interval; greater than zero.
    ///   - scheduler: Measures time, and begins the requests that have waited.
    public func limited(
        to count: Int, per interval: Duration, scheduler: any Scheduler = DispatchQueue.global()
    ) -> RateLimitedPages<Self> {
        limited(by: RateLimiter(count, per: interval, scheduler: scheduler))
    }
}
