import Dispatch
import Streams

/// Limits how many requests for pages begin in an interval, by all lists that share it.
///
/// ```swift
/// let limiter = RateLimiter(10, per: .seconds(1))
/// let users = HTTPPages<User>(usersURL).limited(by: limiter)
/// let posts = HTTPPages<Post>(postsURL).limited(by: limiter)
/// ```
///
/// The limit applies to every interval of the given length, wherever it starts. It therefore satisfies
/// servers that count requests by the seconds of the clock, and servers that count those of the last second.
/// Further requests wait, and begin in their order. A request that is cancelled before it begins does not
/// count.
///
/// A failure with a `RetryAfter`, such as a response with status 429 and `Retry-After`, pauses all lists,
/// also those that have not failed. Requests that have begun continue.
///
/// May be used from any thread.
public final class RateLimiter: Sendable {
    private typealias Begin = @Sendable () -> Void

    private let limit: Locked<RateLimit<Begin>>
    private let scheduler: any Scheduler

    /// Creates a limiter.
    ///
    /// - Parameters:
    ///   - count: The number of requests that may begin in an interval; at least one.
    ///   - interval: The length of the interval; greater than zero.
    ///   - longestPause: The longest pause after a failure: where a server requires a longer one, requests
    ///     begin again after this time.
    ///   - scheduler: Measures time, and begins the requests that have waited. Others begin on the thread
    ///     that makes them.
    public init(
        _ count: Int, per interval: Duration, longestPause: Duration = .seconds(60),
        scheduler: any Scheduler = DispatchQueue.global()
    ) {
        precondition(count > 0, "The number of requests in an interval must be at least one.")
        precondition(interval > .zero, "The interval must be greater than zero.")
        limit = Locked(RateLimit(count, per: interval, longestPause: longestPause))
        self.scheduler = scheduler
    }

    /// Pauses all lists: no request begins for some time. A running pause that ends later stays in effect.
    ///
    /// Failures with a `RetryAfter` call it.
    ///
    /// - Parameter duration: The time; at most `longestPause`.
    public func pause(for duration: Duration) {
        let now = scheduler.now
        limit.withLock { $0.pause(for: duration, from: now) }
    }

    /// Sends one value when a request may begin, then finishes. Cancelling it before gives up its place.
    func permission() -> AnyPublisher<Void, Never> {
        .create { [self] emitter in
            let id = limit.withLock { limit in
                limit.add {
                    emitter.send(())
                    emitter.send(completion: .finished)
                }
            }
            emitter.onCancel { [self] in withExtendedLifetime(limit.withLock { $0.remove(id) }) {} }
            let now = scheduler.now
            perform(limit.withLock { $0.advance(to: now) })
        }
    }

    private func look() {
        let now = scheduler.now
        perform(limit.withLock { $0.look(at: now) })
    }

    private func perform(_ step: RateLimit<Begin>.Step) {
        if let delay = step.delay { scheduler.schedule(in: delay) { [weak self] in self?.look() } }
        for begin in step.begins { begin() }
    }
}
