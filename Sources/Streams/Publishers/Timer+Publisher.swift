import Foundation

extension Timer {
    /// A publisher that sends the current date at fixed intervals once it is connected.
    ///
    /// ```swift
    /// let clock = Timer.publish(every: .seconds(1), on: DispatchQueue.main).autoconnect().sink { date in show(date) }
    /// ```
    ///
    /// All subscribers share the timer. Dates for which a subscriber has no demand are dropped. A loop over
    /// ``Publisher/values`` receives all, however late: use `values(buffering: .bufferingNewest(1))` for the
    /// latest only. The timer stops when the handle that `connect()` returns is released, unlike that of
    /// `Timer.TimerPublisher`.
    ///
    /// - Parameters:
    ///   - interval: The time between two dates, and before the first; greater than zero.
    ///   - scheduler: The scheduler that measures time and on which the dates are delivered; in Combine, a
    ///     run loop.
    ///   - options: `nil`; schedulers have no options.
    public static func publish<Context: Scheduler>(
        every interval: Duration, on scheduler: Context, options: SchedulerOptions? = nil
    ) -> Publishers.MakeConnectable<Publishers.Map<ExtraPublishers.Interval<Context>, Date>> {
        ExtraPublishers.Interval(every: interval, scheduler: scheduler).map { _ in Date() }.makeConnectable()
    }

    /// A publisher that sends the current date at fixed intervals, on a scheduler whose type is not known.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public static func publish(
        every interval: Duration, on scheduler: any Scheduler, options: SchedulerOptions? = nil
    ) -> Publishers.MakeConnectable<Publishers.Map<ExtraPublishers.Interval<AnyScheduler>, Date>> {
        publish(every: interval, on: AnyScheduler(scheduler))
    }

    /// Sends the current date at fixed intervals on a run loop, once it is connected.
    ///
    /// All subscribers share the timer. Dates for which a subscriber has no demand are dropped. Each
    /// connection begins a new timer, which runs until its handle is cancelled, or neither the handle nor the
    /// publisher is held. A date that falls due while another thread attaches a subscriber may be sent on
    /// that thread.
    public final class TimerPublisher: ConnectablePublisher, @unchecked Sendable {
        // Sendable: what changes is under a lock, and the run loop, which is not `Sendable`, is not used but
        // to be returned.

        public typealias Output = Date
        public typealias Failure = Never

        /// The time between two dates, and before the first, in seconds.
        public let interval: TimeInterval

        /// The permitted delay of a date, in seconds. It has no effect: dates are not sent later or grouped.
        public let tolerance: TimeInterval?

        /// The run loop on which the dates are sent. See ``RunLoopScheduler``.
        public let runLoop: RunLoop

        /// The mode of the run loop. It has no effect: dates are sent in all modes.
        public let mode: RunLoop.Mode

        /// `nil`; schedulers have no options.
        public let options: RunLoop.SchedulerOptions?

        @usableFromInline
        let ticks:
            Publishers.MakeConnectable<
                Publishers.Map<ExtraPublishers.Interval<RunLoopScheduler>, Date>
            >

        /// The handle of the last connection, which would end if it were released.
        private let connection = Locked<(any Cancellable)?>(nil)

        /// Creates a publisher of dates.
        ///
        /// - Parameters:
        ///   - interval: The time between two dates, and before the first, in seconds; greater than zero.
        ///   - tolerance: Has no effect; dates are not sent later or grouped.
        ///   - runLoop: The run loop. See ``RunLoopScheduler``.
        ///   - mode: Has no effect; dates are sent in all modes.
        ///   - options: `nil`; schedulers have no options.
        public init(
            interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
            options: RunLoop.SchedulerOptions? = nil
        ) {
            self.interval = interval
            self.tolerance = tolerance
            self.runLoop = runLoop
            self.mode = mode
            self.options = options
            ticks = Timer.publish(every: .seconds(interval), on: RunLoopScheduler(runLoop))
        }

        @export(implementation)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
            ticks.receive(subscriber: subscriber)
        }

        /// Starts the timer, unless it runs.
        ///
        /// - Returns: A handle that stops the timer when it is cancelled, after which the publisher can be
        ///   connected again. While connected, the same handle. The publisher holds it, so that it need not
        ///   be kept: `timer.connect().cancel()` stops the timer.
        public func connect() -> any Cancellable {
            let handle = ticks.connect()
            let former: (any Cancellable)? = connection.withLock { kept in
                // Another thread may have cancelled this one meanwhile, and have kept that of a later
                // connection.
                if (handle as? AnyCancellable)?.isStopped == true { return nil }
                defer { kept = handle }
                return kept
            }
            withExtendedLifetime(former) {}
            return handle
        }
    }

    /// A publisher that sends the current date at fixed intervals, in seconds, on a run loop, once it is
    /// connected.
    ///
    /// ```swift
    /// let clock = Timer.publish(every: 1, on: .main, in: .common).autoconnect().sink { date in show(date) }
    /// ```
    ///
    /// - Parameters:
    ///   - interval: The time between two dates, and before the first, in seconds; greater than zero.
    ///   - tolerance: Ignored; dates are not sent later or grouped.
    ///   - runLoop: The run loop. See ``RunLoopScheduler``.
    ///   - mode: Ignored; dates are sent in all modes.
    ///   - options: `nil`; schedulers have no options.
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop,
        in mode: RunLoop.Mode, options: SchedulerOptions? = nil
    ) -> TimerPublisher {
        TimerPublisher(
            interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
    }
}
