import Dispatch
import Synchronization

extension ExtraPublishers {
    /// Subscribes again after a failure and a delay. See
    /// ``Publisher/retry(_:scheduler:)->ExtraPublishers.RetryWithPolicy<Self,Context>``.
    public struct RetryWithPolicy<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The failures to retry, the number of retries and their delays.
        public let policy: RetryPolicy

        /// The scheduler that measures the delays.
        public let scheduler: Context

        /// Observes the retries; `nil` for none.
        @usableFromInline package var observer: RetryObserver?

        /// Creates a publisher that subscribes again after a failure and a delay.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - policy: The failures to retry, the number of retries and their delays.
        ///   - scheduler: The scheduler that measures the delays.
        @export(implementation)
        public init(upstream: Upstream, policy: RetryPolicy, scheduler: Context) {
            self.upstream = upstream
            self.policy = policy
            self.scheduler = scheduler
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let failures = FailureCount()
            // Downstream of the turn's check, so that a late value of an earlier attempt does not reset the
            // count.
            let counted = Publishers.Map<Upstream, Output>.Inner(downstream: subscriber) { value in
                failures.reset()
                return value
            }
            Concatenation<Output, Failure>.run(upstream, for: counted) {
                [policy, scheduler, observer] error, next, again in
                let failure = failures.add()
                guard let delay = policy.delay(beforeAttempt: failure, after: error) else {
                    return next.receive(completion: .failure(error))
                }
                let again = observer?.observing(again, after: failure, delay, error) ?? again
                if delay <= .zero { return again(next) }
                next.follow(with: again)
                next.finish(after: delay, on: scheduler)
            }
        }
    }
}

/// Observes the retries of a publisher.
@usableFromInline
package struct RetryObserver: Sendable {
    /// Called when an attempt has failed and another one follows: the number of the failed attempt from one,
    /// the time until the next one, and the error.
    let failed: @Sendable (_ attempt: Int, _ delay: Duration, _ error: any Error) -> Void

    /// Called when another attempt begins, with its number.
    let began: @Sendable (_ attempt: Int) -> Void

    package init(
        failed: @escaping @Sendable (_ attempt: Int, _ delay: Duration, _ error: any Error) -> Void,
        began: @escaping @Sendable (_ attempt: Int) -> Void
    ) {
        self.failed = failed
        self.began = began
    }

    /// Reports a failed attempt.
    ///
    /// - Returns: The closure that begins the next attempt, which is reported as well.
    @usableFromInline
    func observing<Part>(
        _ again: @escaping @Sendable (Part) -> Void, after attempt: Int, _ delay: Duration, _ error: any Error
    ) -> @Sendable (Part) -> Void {
        failed(attempt, delay, error)
        return { [began] part in
            began(attempt + 1)
            again(part)
        }
    }
}

/// The number of failures in a row.
@usableFromInline
final class FailureCount: Sendable {
    private let count = Atomic<Int>(0)

    @usableFromInline
    init() {}

    /// Counts a failure and returns the new count.
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
        let timer = scheduler.schedule(in: delay) { if link.finish() { receive(completion: .finished) } }
        link.attach(request: { _ in }, cancel: { timer.cancel() })
    }
}

extension Publisher {
    /// Subscribes again when this publisher fails, according to a policy. Unmet demand carries over.
    ///
    /// ```
    /// self                                        ---x
    /// retry(.constant(.seconds(2), attempts: 1))  --------x
    /// ```
    ///
    /// A value resets the count: a publisher that sends one before each failure is retried without end.
    ///
    /// - Parameters:
    ///   - policy: The failures to retry, the number of retries and their delays.
    ///   - scheduler: The scheduler that measures the delays, and on which the retries after them begin. One
    ///     without a delay begins at once, on the thread of the failure.
    @export(implementation)
    public func retry<Context: Scheduler>(
        _ policy: RetryPolicy, scheduler: Context
    ) -> ExtraPublishers.RetryWithPolicy<Self, Context> {
        ExtraPublishers.RetryWithPolicy(upstream: self, policy: policy, scheduler: scheduler)
    }

    /// Subscribes again when this publisher fails, according to a policy whose delays a global queue
    /// measures.
    ///
    /// A test passes a scheduler of its own:
    /// ``retry(_:scheduler:)->ExtraPublishers.RetryWithPolicy<Self,Context>``.
    ///
    /// - Parameter policy: The failures to retry, the number of retries and their delays.
    public func retry(_ policy: RetryPolicy) -> ExtraPublishers.RetryWithPolicy<Self, DispatchQueue> {
        retry(policy, scheduler: DispatchQueue.global())
    }
}
