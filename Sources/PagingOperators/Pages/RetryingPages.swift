import Dispatch
import Streams

/// A source that tries again by itself when a page fails. Made by ``PageSource/retry(_:scheduler:)``.
public struct RetryingPages<Base: PageSource, Context: Scheduler>: PageSource {
    public typealias Key = Base.Key
    public typealias Item = Base.Item
    public typealias Failure = Base.Failure

    private let base: Base
    private let policy: RetryPolicy
    private let scheduler: Context

    init(base: Base, policy: RetryPolicy, scheduler: Context) {
        self.base = base
        self.policy = policy
        self.scheduler = scheduler
    }

    public func page(for request: PageRequest<Key>) -> Publishers.RetryWithPolicy<Base.Pages, Context> {
        base.page(for: request).retry(policy, scheduler: scheduler)
    }

    public func key(forRow row: Int) -> Key? { base.key(forRow: row) }

    public var invalidations: AnyPublisher<Void, Never>? { base.invalidations }
}

extension PageSource {
    /// Tries again by itself when a page fails. The list shows a failure only when the policy gives up.
    ///
    /// - Parameters:
    ///   - policy: Which failures are tried again, how often, and after what pauses; an error that conforms to
    ///     `RetryAfter` may demand a longer one.
    ///   - scheduler: Where the pauses pass.
    public func retry<Context: Scheduler>(
        _ policy: RetryPolicy, scheduler: Context
    ) -> RetryingPages<Self, Context> {
        RetryingPages(base: self, policy: policy, scheduler: scheduler)
    }

    /// Tries again by itself when a page fails; the pauses pass on a global queue.
    ///
    /// - Parameter policy: Which failures are tried again, how often, and after what pauses.
    public func retry(_ policy: RetryPolicy) -> RetryingPages<Self, DispatchQueue> {
        retry(policy, scheduler: DispatchQueue.global())
    }
}
