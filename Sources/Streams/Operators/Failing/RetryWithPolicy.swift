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
            let pauses = RetryPauses(policy: policy, scheduler: scheduler)
            Retrier(
                upstream: upstream, downstream: subscriber,
                onValue: { pauses.startAnew() },
                cancelTimer: { pauses.cancel() },
                decide: { error, again in pauses.wait(after: error, again) }
            ).start()
        }
    }
}

/// Counts the tries of one subscription and times the pauses between them.
@usableFromInline
final class RetryPauses: Sendable {
    private struct State: Sendable {
        var attempt = 0
        /// How many pauses there have been.
        var pauses = 0
        /// The number of the pause that goes on.
        var current: Int?
        var timer: (any Cancellable)?
        var isCancelled = false

        /// Ends a pause, if it goes on.
        mutating func end(_ pause: Int) -> (isCurrent: Bool, timer: (any Cancellable)?) {
            guard current == pause else { return (false, nil) }
            current = nil
            return (true, timer.take())
        }
    }

    private let policy: RetryPolicy
    private let scheduler: any Scheduler
    private let state = Locked(State())

    @usableFromInline
    init(policy: RetryPolicy, scheduler: any Scheduler) {
        self.policy = policy
        self.scheduler = scheduler
    }

    @usableFromInline
    func startAnew() {
        state.withLock { $0.attempt = 0 }
    }

    @usableFromInline
    func wait(after error: any Error, _ again: @escaping @Sendable () -> Void) -> Bool {
        let attempt = state.withLock { state in
            state.attempt += 1
            return state.attempt
        }
        guard let delay = policy.delay(beforeAttempt: attempt, after: error) else { return false }
        guard delay > .zero else {
            again()
            return true
        }
        pause(for: delay, again)
        return true
    }

    private func pause(for delay: Duration, _ again: @escaping @Sendable () -> Void) {
        let pause: Int? = state.withLock { state in
            if state.isCancelled { return nil }
            state.pauses += 1
            state.current = state.pauses
            return state.pauses
        }
        guard let pause else { return }
        let timer = scheduler.schedule(after: delay) {
            let (isCurrent, timer) = self.state.withLock { $0.end(pause) }
            _ = timer
            if isCurrent { again() }
        }
        // The pause may be over by now, and even another one have begun.
        let isOver = state.withLock { state in
            if state.current == pause { state.timer = timer }
            return state.current != pause
        }
        if isOver { timer.cancel() }
    }

    @usableFromInline
    func cancel() {
        let timer: (any Cancellable)? = state.withLock { state in
            state.isCancelled = true
            state.current = nil
            return state.timer.take()
        }
        timer?.cancel()
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
