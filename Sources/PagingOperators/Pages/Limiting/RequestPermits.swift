import Streams
import Synchronization

/// Lets the requests of one load begin. Part of the ``PageRequest`` of a source that is limited: the load has
/// waited for the first request, and a source that makes several waits for each further one.
@usableFromInline
final class RequestPermits: Sendable {
    private let limiter: RateLimiter
    /// The permits of a limit around this one.
    private let outer: RequestPermits?
    // Relaxed: one request is the first, and publishes no other memory.
    private let hasBegun = Atomic<Bool>(false)

    init(of limiter: RateLimiter, within outer: RequestPermits?) {
        self.limiter = limiter
        self.outer = outer
    }

    /// Sends one value when a request may begin, then finishes. Cancelling it before gives up its place.
    func next() -> AnyPublisher<Void, Never> {
        Deferred { [self] () -> AnyPublisher<Void, Never> in
            let isFirst = !hasBegun.exchange(true, ordering: .relaxed)
            let own = isFirst ? Just(()).eraseToAnyPublisher() : limiter.permission()
            guard let outer else { return own }
            return outer.next().flatMap { _ in own }.eraseToAnyPublisher()
        }
        .eraseToAnyPublisher()
    }

    /// Waits until a request may begin, or the task is cancelled.
    func wait() async {
        for await _ in next().values {}
    }
}
