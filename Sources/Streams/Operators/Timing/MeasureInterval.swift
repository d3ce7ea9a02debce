extension Publishers {
    /// Sends the time between values. See
    /// ``Publisher/measureInterval(using:options:)->Publishers.MeasureInterval<Self,Context>``.
    public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Duration
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The scheduler that measures time.
        public let scheduler: Context

        /// Creates a publisher that sends the time between values.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - scheduler: The scheduler that measures time.
        @export(implementation)
        public init(upstream: Upstream, scheduler: Context) {
            self.upstream = upstream
            self.scheduler = scheduler
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, scheduler: scheduler))
        }

        @usableFromInline
        final class Inner<Downstream: Subscriber>: Relay, @unchecked Sendable
        where Downstream.Input == Duration, Downstream.Failure == Upstream.Failure {
            // Sendable: `last` is accessed by signals only, which are serial.
            @usableFromInline typealias Failure = Upstream.Failure
            @usableFromInline let downstream: Downstream
            @usableFromInline let scheduler: Context
            @usableFromInline @exclusivity(unchecked) var last: Duration

            @export(implementation)
            init(downstream: Downstream, scheduler: Context) {
                self.downstream = downstream
                self.scheduler = scheduler
                last = scheduler.now
            }

            @export(implementation)
            func receive(subscription: any Subscription) {
                last = scheduler.now
                downstream.receive(subscription: subscription)
            }

            @export(implementation)
            func receive(_ input: Upstream.Output) -> Subscribers.Demand {
                let now = scheduler.now
                let interval = now - last
                last = now
                return downstream.receive(interval)
            }
        }
    }
}

extension Publisher {
    /// Sends, for each value, the time since the previous one; for the first, the time since the
    /// subscription.
    ///
    /// ```
    /// self             --a---b-c|
    /// measureInterval  --2---4-2|
    /// ```
    ///
    /// No work is scheduled: signals are forwarded on the thread on which they arrive.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that measures time.
    ///   - options: `nil`; schedulers have no options.
    @export(implementation)
    public func measureInterval<Context: Scheduler>(
        using scheduler: Context, options: SchedulerOptions? = nil
    ) -> Publishers.MeasureInterval<Self, Context> {
        Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
    }
}
