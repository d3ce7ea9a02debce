import Dispatch
import Streams

/// A source that retries failed pages. Made by
/// ``PageSource/retry(_:scheduler:)->RetryingPages<Self,Context>``.
public struct RetryingPages<Base: PageSource, Context: Scheduler>: WrappingPages {
    public typealias Key = Base.Key
    public typealias Item = Base.Item
    public typealias Failure = Base.Failure

    package let base: Base
    private let policy: RetryPolicy
    private let scheduler: Context

    init(base: Base, policy: RetryPolicy, scheduler: Context) {
        self.base = base
        self.policy = policy
        self.scheduler = scheduler
    }

    public func page(
        for request: PageRequest<Key>
    ) -> ExtraPublishers.RetryWithPolicy<Deferred<Base.Pages>, Context> {
        // Made again for each attempt: a `Future` begins when it is made, and has one result.
        var pages = Deferred { [base] in base.page(for: request) }.retry(policy, scheduler: scheduler)
        pages.observer = request.observer?.ofRetries
        return pages
    }

    public func key(forRow row: Int) -> Key? { base.key(forRow: row) }

    public var invalidations: AnyPublisher<Void, Never>? { base.invalidations }

    public var insertions: AnyPublisher<ItemInsertion<Item>, Never>? { base.insertions }
}

extension PageSource {
    /// Retries a failed page automatically. The list shows a failure only after the last attempt.
    ///
    /// - Parameters:
    ///   - policy: Which failures to retry, how often, and after what delays; an error that conforms to
    ///     `RetryAfter` may require a longer delay.
    ///   - scheduler: Schedules the retries.
    public func retry<Context: Scheduler>(
        _ policy: RetryPolicy, scheduler: Context
    ) -> RetryingPages<Self, Context> {
        RetryingPages(base: self, policy: policy, scheduler: scheduler)
    }

    /// Retries a failed page automatically, on a scheduler whose type is not known.
    ///
    /// - Parameters:
    ///   - policy: Which failures to retry, how often, and after what delays.
    ///   - scheduler: Schedules the retries.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public func retry(_ policy: RetryPolicy, scheduler: any Scheduler) -> RetryingPages<Self, AnyScheduler> {
        retry(policy, scheduler: AnyScheduler(scheduler))
    }

    /// Retries a failed page automatically, on a global queue.
    ///
    /// - Parameter policy: Which failures to retry, how often, and after what delays.
    public func retry(_ policy: RetryPolicy) -> RetryingPages<Self, DispatchQueue> {
        retry(policy, scheduler: DispatchQueue.global())
    }
}
