extension Publishers {
    /// Sends the time between values. See ``Publisher/measureInterval(using:)``.
    public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Duration
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Whose time is measured.
        public let scheduler: Context

        /// Makes a publisher that sends the time between values.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - scheduler: Whose time is measured.
        @inlinable
        public init(upstream: Upstream, scheduler: Context) {
            self.upstream = upstream
            self.scheduler = scheduler
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, scheduler: scheduler))
        }

        @usableFromInline
        final class Inner<Downstream: Subscriber>: Relay, @unchecked Sendable
        where Downstream.Input == Duration, Downstream.Failure == Upstream.Failure {
            // Sendable: `last` is touched by the signals only, which are serial.
            @usableFromInline typealias Failure = Upstream.Failure
            @usableFromInline let downstream: Downstream
            @usableFromInline let scheduler: Context
            @usableFromInline @exclusivity(unchecked) var last: Duration

            @inlinable
            init(downstream: Downstream, scheduler: Context) {
                self.downstream = downstream
                self.scheduler = scheduler
                last = scheduler.now
            }

            @inlinable
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
    /// Sends, instead of each value, the time since the one before it; the first, since the subscription.
    ///
    /// ```
    /// self             --a---b-c|
    /// measureInterval  --2---4-2|
    /// ```
    ///
    /// Nothing is scheduled: signals pass on the thread on which they come.
    ///
    /// - Parameter scheduler: Whose time is measured.
    @inlinable
    public func measureInterval<Context: Scheduler>(
        using scheduler: Context
    ) -> Publishers.MeasureInterval<Self, Context> {
        Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
    }
}
