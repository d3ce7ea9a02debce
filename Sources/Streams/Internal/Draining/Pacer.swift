/// When `debounce` and `throttle` deliver the values that arrive.
@usableFromInline
enum PacingRule: Sendable {
    /// A value is due after a quiet interval.
    case quiet(Duration)
    /// A value is due when an interval has passed since the last delivery.
    case interval(Duration, takesLatest: Bool)
}

/// The part of a ``PacedStage`` that does not depend on the type of its values: decides which value is
/// delivered when, and holds the timer.
///
/// Values and the completion are delivered by work that the scheduler runs, one caller at a time. The class
/// is not generic, so that its work looks up no metadata.
@usableFromInline
class Pacer: SourceSubscription, @unchecked Sendable {
    // Sendable: `state` protects what changes.

    @usableFromInline final let state: Locked<PacerState>
    @usableFromInline final let upstream = SubscriptionLink()
    /// The subscription that downstream holds.
    @usableFromInline final let link = SubscriptionLink()
    private final let scheduler: any Scheduler
    private final let onRun: @Sendable (Pacer, PacerTimer, _ isScheduled: Bool) -> Void
    private final let onDiscard: @Sendable (Pacer) -> Void

    /// Creates a pacer.
    ///
    /// - Parameters:
    ///   - rule: When values are delivered.
    ///   - scheduler: The scheduler that measures time and on which values are delivered.
    ///   - flowControl: That of downstream.
    ///   - onRun: Delivers what is due, when a timer fires or is not needed.
    ///   - onDiscard: Drops the values that wait.
    @usableFromInline
    init(
        _ rule: PacingRule, scheduler: any Scheduler, flowControl: Subscribers.FlowControl?,
        onRun: @escaping @Sendable (Pacer, PacerTimer, _ isScheduled: Bool) -> Void,
        onDiscard: @escaping @Sendable (Pacer) -> Void
    ) {
        state = Locked(PacerState(rule: rule, flowControl: flowControl))
        self.scheduler = scheduler
        self.onRun = onRun
        self.onDiscard = onDiscard
    }

    @usableFromInline
    final var now: Duration { scheduler.now }

    /// Sets the timer that the state has decided on.
    ///
    /// - Returns: Whether the caller runs on the scheduler and is to deliver what is due: no timer was
    ///   needed, or it has fired already.
    @usableFromInline
    final func set(_ timer: PacerTimer, at now: Duration) -> Bool {
        if timer.due <= now, !timer.isAwaited, scheduler.isCurrent {
            state.withLock({ $0.takeHandle() })?.cancel()
            return true
        }
        let handle = scheduler.schedule(in: max(.zero, timer.due - now)) { self.onRun(self, timer, true) }
        let (unused, hasFired) = state.withLock { $0.keep(handle, of: timer) }
        unused?.cancel()
        return hasFired
    }

    /// Sets the timer, and delivers what is due.
    @usableFromInline
    final func start(_ timer: PacerTimer, at now: Duration) {
        if set(timer, at: now) { onRun(self, timer, false) }
    }

    @usableFromInline
    final func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let now = now
        if let timer = state.withLock({ $0.request(demand, at: now) }) { start(timer, at: now) }
    }

    @usableFromInline
    final func cancel() {
        state.withLock({ $0.stop() })?.cancel()
        onDiscard(self)
        upstream.cancel()
    }
}

/// What a caller that delivers does next.
@usableFromInline
enum PacerStep: Sendable {
    case sendPending
    case sendReady
    /// The value that waits for its time becomes the one that waits for demand.
    case promote
    case finish
    case setTimer(PacerTimer, now: Duration)
    case stop
}

/// A timer that was decided on. Several may be due at the same time, one after another: the thread that sets
/// one may be overtaken by its delivery, and by the next decision.
@usableFromInline
struct PacerTimer: Sendable, Equatable {
    @usableFromInline let due: Duration
    /// Whether the scheduler's other work comes first, though it is due: that may send a value which takes
    /// the place of the one that waits.
    @usableFromInline let isAwaited: Bool
    private let number: UInt

    init(due: Duration, isAwaited: Bool, number: UInt) {
        self.due = due
        self.isAwaited = isAwaited
        self.number = number
    }
}

/// Decides about the values of a ``PacedStage``, which holds them itself: one that waits for its time, and,
/// of a debounced stream, one that is due and waits for demand.
@usableFromInline
struct PacerState: Sendable {
    private enum Phase {
        case open, finished, failed, over
    }

    private let rule: PacingRule
    private let flowControl: Subscribers.FlowControl?
    private var phase = Phase.open
    private var demand = Subscribers.Demand.none
    private var hasPending = false
    private var hasReady = false
    /// When the pending value is due, or the interval after the last delivery ends.
    private var due = Duration.zero
    /// The latest time that was measured or due: the time of an immediate scheduler does not advance, and
    /// that of another one may be negative.
    private var reached = Duration.seconds(Int64.min)
    private var isDelivering = false

    private var timer: PacerTimer?
    private var timerCount: UInt = 0
    private var handle: (any Cancellable)?
    /// The thread that is setting the timer. A scheduler that runs work at once calls from inside; the caller
    /// then delivers on return, so that the stack does not grow.
    private var settingThread: UInt = 0
    private var firedInside: PacerTimer?

    init(rule: PacingRule, flowControl: Subscribers.FlowControl?) {
        self.rule = rule
        self.flowControl = flowControl
        if case .interval = rule { due = reached }
    }
}

// Signals.
extension PacerState {
    /// Notes a value.
    ///
    /// - Returns: Whether it takes the place of the pending one.
    @usableFromInline
    mutating func take(at now: Duration) -> Bool {
        guard phase == .open else { return false }
        reached = max(reached, now)
        switch rule {
        case .quiet(let interval): due = reached.moment(after: interval)
        case .interval(_, let takesLatest): if hasPending, !takesLatest { return false }
        }
        hasPending = true
        return true
    }

    /// Notes the completion. A failure drops the pending value of a debounced stream.
    ///
    /// - Returns: Whether the pending value is dropped.
    @usableFromInline
    mutating func complete(failing: Bool) -> Bool {
        guard phase == .open else { return false }
        phase = failing ? .failed : .finished
        guard failing, case .quiet = rule else { return false }
        hasPending = false
        return true
    }

    /// Notes a demand.
    ///
    /// - Returns: A timer that is to be set: values wait for demand.
    mutating func request(_ more: Subscribers.Demand, at now: Duration) -> PacerTimer? {
        demand += more
        if hasReady { return decideTimer(at: now) }
        // Without a timer, the pending value of a throttled stream waits for demand.
        return hasPending && timer == nil ? timerToSet(at: now) : nil
    }

    mutating func stop() -> (any Cancellable)? {
        phase = .over
        (hasPending, hasReady) = (false, false)
        return takeHandle()
    }
}

// The timer.
extension PacerState {
    /// Decides whether a timer is to be set for the pending value, or at once for the completion.
    ///
    /// - Returns: The timer to set.
    @usableFromInline
    mutating func timerToSet(at now: Duration) -> PacerTimer? {
        switch rule {
        case .interval where hasPending && !mayDeliver: return nil
        case .interval where phase == .open: return decideTimer(at: max(due, now))
        case .quiet where phase == .open: return decideTimer(at: max(due, now), isAwaited: true)
        case .interval, .quiet: return decideTimer(at: now)
        }
    }

    private mutating func decideTimer(at moment: Duration, isAwaited: Bool = false) -> PacerTimer? {
        if isDelivering || phase == .over { return nil }
        // A timer that fires before a later value is due is set again then.
        if let timer, timer.due <= moment { return nil }
        timerCount &+= 1
        timer = PacerTimer(due: moment, isAwaited: isAwaited, number: timerCount)
        settingThread = ThreadID.current
        return timer
    }

    mutating func takeHandle() -> (any Cancellable)? { handle.take() }

    /// Keeps the handle of a timer that was set, unless it has fired.
    ///
    /// - Returns: A timer to cancel, and whether the scheduler has run this one from inside the call that set
    ///   it.
    mutating func keep(_ new: any Cancellable, of kept: PacerTimer) -> (
        unused: (any Cancellable)?, hasFired: Bool
    ) {
        if settingThread == ThreadID.current { settingThread = 0 }
        if firedInside == kept {
            firedInside = nil
            return (nil, true)
        }
        if phase == .over { return (new, false) }
        guard timer == kept else { return (nil, false) }
        let old = handle
        handle = new
        return (old, false)
    }
}

// Delivery.
extension PacerState {
    private var mayDeliver: Bool { demand > .none || flowControl?.admitsExcess == true }

    /// Begins to deliver, unless another caller does.
    ///
    /// - Parameters:
    ///   - fired: The timer that fired.
    ///   - now: The time.
    ///   - isScheduled: Whether the scheduler calls, and not the caller that has set the timer.
    ///   - old: The handle of the timer, to be released outside the lock.
    @usableFromInline
    mutating func enter(
        by fired: PacerTimer, at now: Duration, isScheduled: Bool, releasing old: inout (any Cancellable)?
    ) -> PacerStep {
        if phase == .over { return .stop }
        if isScheduled, settingThread == ThreadID.current, timer == fired {
            firedInside = fired
            return .stop
        }
        if timer == fired {
            timer = nil
            old = handle.take()
        }
        settingThread = 0
        if isDelivering { return .stop }
        isDelivering = true
        reached = max(reached, now, fired.due)
        return next()
    }

    /// Returns the next step of the caller that delivers.
    ///
    /// - Parameter more: The demand that downstream has returned for a value.
    @usableFromInline
    mutating func next(adding more: Subscribers.Demand = .none) -> PacerStep {
        demand += more
        if phase == .over { return .stop }
        if hasPending, due <= reached || phase != .open {
            if let step = releasePending() { return step }
        }
        if hasReady, mayDeliver {
            hasReady = false
            demand -= 1
            return .sendReady
        }
        if phase != .open, !hasPending, !hasReady {
            phase = .over
            return .finish
        }
        isDelivering = false
        if hasPending, due > reached, let timer = timerToSet(at: reached) {
            return .setTimer(timer, now: reached)
        }
        return .stop
    }

    private mutating func releasePending() -> PacerStep? {
        switch rule {
        case .quiet:
            hasPending = false
            hasReady = !mayDeliver
            if hasReady { return .promote }
        case .interval(let interval, _):
            if !mayDeliver { return nil }
            hasPending = false
            due = reached.moment(after: interval)
        }
        demand -= 1
        return .sendPending
    }
}
