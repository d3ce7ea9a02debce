extension Publishers {
    /// Subscribes, requests and cancels on a scheduler. See ``Publisher/subscribe(on:)``.
    public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Where upstream is called.
        public let scheduler: Context

        /// Makes a publisher that subscribes, requests and cancels on a scheduler.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - scheduler: Where upstream is called.
        @inlinable
        public init(upstream: Upstream, scheduler: Context) {
            self.upstream = upstream
            self.scheduler = scheduler
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let inner = Inner(downstream: subscriber, scheduler: scheduler)
            scheduler.schedule { [upstream] in upstream.receive(subscriber: inner) }
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Relay {
            @usableFromInline typealias Failure = Downstream.Failure
            @usableFromInline let upstream = SubscriptionLink()
            /// The subscription that downstream holds: it falls silent before upstream is cancelled.
            @usableFromInline let link = SubscriptionLink()
            @usableFromInline let downstream: Downstream
            @usableFromInline let scheduler: Context

            @inlinable
            init(downstream: Downstream, scheduler: Context) {
                self.downstream = downstream
                self.scheduler = scheduler
            }

            @inlinable
            func receive(subscription: any Subscription) {
                guard upstream.attach(subscription) else { return }
                let (upstream, scheduler) = (upstream, scheduler)
                link.attach(
                    request: { demand in scheduler.schedule { upstream.request(demand) } },
                    cancel: { scheduler.schedule { upstream.cancel() } })
                downstream.receive(subscription: link)
            }

            @inlinable
            func receive(_ input: Downstream.Input) -> Subscribers.Demand {
                link.isStopped ? .none : downstream.receive(input)
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Downstream.Failure>) {
                guard link.finish() else { return }
                _ = upstream.finish()
                downstream.receive(completion: completion)
            }
        }
    }
}

extension Publisher {
    /// Subscribes to this publisher on a scheduler, and passes requests and the cancellation on there.
    ///
    /// The subscription comes on the scheduler too, then. A cancellation silences the stream at once, and reaches
    /// upstream on the scheduler. Demand that a value is answered with goes up at once.
    ///
    /// - Parameter scheduler: Where upstream is called.
    @inlinable
    public func subscribe<Context: Scheduler>(on scheduler: Context) -> Publishers.SubscribeOn<Self, Context>
    {
        Publishers.SubscribeOn(upstream: self, scheduler: scheduler)
    }
}
