import Synchronization

extension Publishers {
    /// Subscribes again after a failure, after a pause. See ``Publisher/retry(_:scheduler:)``.
    public struct RetryWithPolicy<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Which failures are tried again, how often, and when.
        public let policy: RetryPolicy

        /// Where the pauses pass.
        public let scheduler: Context

        /// Makes a publisher that subscribes again after a failure, after a pause.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - policy: Which failures are tried again, how often, and when.
        ///   - scheduler: Where the pauses pass.
        @inlinable
        public init(upstream: Upstream, policy: RetryPolicy, scheduler: Context) {
            self.upstream = upstream
            self.policy = policy
            self.scheduler = scheduler
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let failures = FailureCount()
            // Resets the count after the relay has checked that the value counts.
            let counted = Map<Upstream, Output>.Inner(downstream: subscriber) { value in
                failures.reset()
                return value
            }
            Concatenation<Output, Failure>.run(upstream, for: counted) {
                [policy, scheduler] error, next, again in
                guard let delay = policy.delay(beforeAttempt: failures.add(), after: error) else {
                    return next.receive(completion: .failure(error))
                }
                if delay <= .zero { return again(next) }
                next.follow(with: again)
                next.finish(after: delay, on: scheduler)
            }
        }
    }
}

/// The number of failures in a row.
@usableFromInline
final class FailureCount: Sendable {
    private let count = Atomic<Int>(0)

    @usableFromInline
    init() {}

    /// Counts a failure and returns the number of it.
    @usableFromInline
    func add() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }

    @usableFromInline
    func reset() { count.store(0, ordering: .relaxed) }
}

extension ConcatenationPart {
    /// Finishes this part after a delay, unless the stream is cancelled first.
    @usableFromInline
    func finish(after delay: Duration, on scheduler: some Scheduler) {
        let link = SubscriptionLink()
        receive(subscription: link)
        if link.isStopped { return }
        let timer = scheduler.schedule(after: delay) { if link.finish() { receive(completion: .finished) } }
        link.attach(request: { _ in }, cancel: { timer.cancel() })
    }
}

extension Publisher {
    /// Subscribes again when this publisher fails, as a policy says. Demand that is unmet carries over.
    ///
    /// ```
    /// self                                        1--x
    /// retry(.constant(.seconds(2), attempts: 1))  1----1--x
    /// ```
    ///
    /// - Parameters:
    ///   - policy: Which failures are tried again, how often, and after what pauses.
    ///   - scheduler: Where the pauses pass, and where upstream is subscribed after one.
    @inlinable
    public func retry<Context: Scheduler>(
        _ policy: RetryPolicy, scheduler: Context
    ) -> Publishers.RetryWithPolicy<Self, Context> {
        Publishers.RetryWithPolicy(upstream: self, policy: policy, scheduler: scheduler)
    }
}
