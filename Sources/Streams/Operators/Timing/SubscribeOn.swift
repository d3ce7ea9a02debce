extension Publishers {
    /// Subscribes, requests and cancels on a scheduler. See `subscribe(on:)`.
    public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The scheduler on which upstream is called.
        public let scheduler: Context

        /// Creates a publisher that subscribes, requests and cancels on a scheduler.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - scheduler: The scheduler on which upstream is called.
        @export(implementation)
        public init(upstream: Upstream, scheduler: Context) {
            self.upstream = upstream
            self.scheduler = scheduler
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let inner = Inner(downstream: subscriber, scheduler: scheduler)
            // Whatever upstream is, it is attached later than the flow control expects.
            subscriber.flowControl?.addSource()
            scheduler.schedule { [upstream] in upstream.receive(subscriber: inner) }
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Relay {
            @usableFromInline typealias Failure = Downstream.Failure
            @usableFromInline let upstream = SubscriptionLink()
            /// Stopped by downstream's cancellation, before upstream is cancelled: no signal is delivered
            /// then.
            @usableFromInline let link = SubscriptionLink()
            @usableFromInline let downstream: Downstream
            @usableFromInline let scheduler: Context

            @export(implementation)
            init(downstream: Downstream, scheduler: Context) {
                self.downstream = downstream
                self.scheduler = scheduler
            }

            @export(implementation)
            func receive(subscription: any Subscription) {
                guard upstream.attach(subscription) else { return }
                let scheduled = ScheduledSubscription(upstream, link, on: scheduler)
                downstream.receive(subscription: scheduled)
                scheduled.open()
            }

            @export(implementation)
            func receive(_ input: Downstream.Input) -> Subscribers.Demand {
                link.isStopped ? .none : downstream.receive(input)
            }

            @export(implementation)
            func receive(completion: Subscribers.Completion<Downstream.Failure>) {
                guard link.finish() else { return }
                _ = upstream.finish()
                downstream.receive(completion: completion)
            }
        }
    }
}

extension Publisher {
    /// Subscribes to this publisher on the main actor: `subscribe(on: .main)`.
    ///
    /// It does not state where values are delivered; write `receive(on: .main)` after it.
    public func subscribe(
        on scheduler: MainActor, options: SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, MainActor> {
        Publishers.SubscribeOn(upstream: self, scheduler: scheduler)
    }

    /// Subscribes to this publisher on a scheduler, and forwards requests and cancellation on it.
    ///
    /// The subscription is therefore delivered on the scheduler as well. A cancellation ends the delivery of
    /// signals at once, and upstream is cancelled on the scheduler. Demand returned for a value is forwarded
    /// synchronously. A request from inside `receive(subscription:)` is forwarded once that has returned, so
    /// that no value overlaps it on a concurrent scheduler.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler on which upstream is called.
    ///   - options: `nil`; schedulers have no options.
    @export(implementation)
    public func subscribe<Context: Scheduler>(
        on scheduler: Context, options: SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, Context> {
        Publishers.SubscribeOn(upstream: self, scheduler: scheduler)
    }
}
