extension Publishers {
    /// Delivers values and completion on a scheduler. See `receive(on:)`.
    public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The scheduler on which they are delivered.
        public let scheduler: Context

        /// Creates a publisher that delivers values and completion on a scheduler.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - scheduler: The scheduler on which they are delivered.
        @export(implementation)
        public init(upstream: Upstream, scheduler: Context) {
            self.upstream = upstream
            self.scheduler = scheduler
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: ScheduledDelivery(downstream: AnySubscriber(subscriber), scheduler: scheduler))
        }
    }
}

extension Publisher {
    /// Delivers values and completion on the main actor: `receive(on: .main)`.
    ///
    /// The closures of operators, `sink` and `assign` after it may access the state of the main actor; see
    /// ``MainActorPublisher``. A signal that arrives on the main actor is delivered at once, after those that
    /// wait.
    ///
    /// - Parameters:
    ///   - scheduler: The main actor, `.main` or `MainActor.shared`.
    ///   - options: `nil`; schedulers have no options.
    @export(implementation)  // First: the compiler tries overloads in this order, and `.main` fits here.
    public func receive(
        on scheduler: MainActor, options: SchedulerOptions? = nil
    ) -> MainActorPublisher<Publishers.ReceiveOn<Self, MainActor>> {
        MainActorPublisher<Publishers.ReceiveOn<Self, MainActor>>(
            Publishers.ReceiveOn(upstream: self, scheduler: scheduler))
    }

    /// Delivers values and completion on a scheduler, in order and one at a time, even if the scheduler is
    /// concurrent. The subscription is delivered synchronously, on the subscribing thread.
    ///
    /// Signals that arrive while others wait are delivered in the same piece of work, those that arrive while
    /// others are delivered in the next one, after other work of the scheduler. A signal that is sent on this
    /// scheduler (``Scheduler/isCurrent``) is delivered at once, after those that wait.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler on which downstream receives signals.
    ///   - options: `nil`; schedulers have no options.
    @export(implementation)
    public func receive<Context: Scheduler>(
        on scheduler: Context, options: SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, Context> {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler)
    }
}
