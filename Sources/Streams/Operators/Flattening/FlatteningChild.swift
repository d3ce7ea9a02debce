import Synchronization

/// Subscribes a flattening stage to one of its children.
@usableFromInline
final class FlatteningChild<Stage: AnyObject & Sendable>: @unchecked Sendable {
    // Sendable: `subscription`, `index`, `isAbandoned` and `isUnlimited` belong to the owner of the stage's
    // drain; `hasSubscription` and `requestedAtOnce` to the child's own signals, which are serial.
    // `offered` is written by the signal before the event that announces it, and read by the owner that
    // handles the event.

    @usableFromInline let stage: Stage
    @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?
    /// A subscription that an event announces, to be attached or abandoned. It is not part of the event,
    /// which would make each event three times as large.
    @usableFromInline @exclusivity(unchecked) var offered: (any Subscription)?
    /// Whether an unlimited number of values has been requested from the child.
    @usableFromInline @exclusivity(unchecked) var isUnlimited = false
    /// What has been requested with the subscription.
    @usableFromInline @exclusivity(unchecked) var requestedAtOnce = Subscribers.Demand.none
    /// The child's place among those of the stage, or among those that it has abandoned.
    @usableFromInline @exclusivity(unchecked) var index: Int?
    /// Whether the stage, which can get no more requests, has abandoned the child.
    @usableFromInline @exclusivity(unchecked) var isAbandoned = false
    @usableFromInline @exclusivity(unchecked) var hasSubscription = false

    @usableFromInline
    enum Phase: UInt8, AtomicRepresentable {
        /// The stage may request the child's first values.
        case beginning
        case begun
        case abandoned
    }

    /// The stage requests the first values outside of its drain, while another thread may abandon the child.
    /// The later one of the two then requests no more.
    private let phase = Atomic<Phase>(.beginning)

    @export(implementation)
    init(stage: Stage) {
        self.stage = stage
    }

    @export(implementation) var isUnlimitedAtOnce: Bool { requestedAtOnce == .unlimited }

    /// Notes that the first values have been requested, if any.
    ///
    /// - Returns: Whether no more can be requested.
    @usableFromInline
    func endBegin() -> Bool { phase.exchange(.begun, ordering: .acquiringAndReleasing) == .abandoned }

    /// Notes that no more can be requested.
    ///
    /// - Returns: Whether the first values have been requested.
    func endRequests() -> Bool { phase.exchange(.abandoned, ordering: .acquiringAndReleasing) == .begun }
}

extension FlatteningChild: Subscriber where Stage: FlatteningStage {
    @usableFromInline typealias Input = Stage.Downstream.Input
    @usableFromInline typealias Failure = Stage.Downstream.Failure

    @export(implementation) var flowControl: Subscribers.FlowControl? { stage.flowControl }

    @export(implementation)
    func receive(subscription: any Subscription) {
        if hasSubscription { return subscription.cancel() }
        hasSubscription = true
        // What the stage requests from any child is requested at once, so that no value is lost that is sent
        // to a subject after this returns, or by a child that is replaced before the owner handles the event;
        // but not from inside a value, where an endless child would never return to downstream.
        if !stage.drain.isOwnedByCaller { requestedAtOnce = stage.demandAtOnce }
        isUnlimited = isUnlimitedAtOnce
        var demand = requestedAtOnce
        let isOwner = stage.drain.enter()
        if isOwner {
            if let initial = stage.attach(self, subscription) {
                if stage.keepsOrder, stage.drain.hasOtherCaller {
                    // Earlier children may be among those that it begins.
                    stage.deferBegin(self, subscription, requesting: initial)
                } else {
                    demand = initial
                }
            }
            stage.leaveDrain()
        } else {
            offered = subscription
            stage.post(.attached(self))
        }
        if demand > .none { stage.begin(self, subscription, requesting: demand) }
        if isOwner, mayBeAbandoned, endBegin() {
            offered = subscription
            stage.perform({ stage.abandonOffered(by: self) }, or: .begun(self))
        }
    }

    /// Whether downstream has requested a number of values.
    @export(implementation)
    var mayBeAbandoned: Bool { !isUnlimitedAtOnce && stage.flowControl == nil }

    @export(implementation)
    func receive(_ input: Input) -> Subscribers.Demand {
        guard stage.drain.enter() else {
            stage.willQueueValue()
            stage.post(stage.event(of: input, from: self))
            return .none
        }
        let more = stage.deliver(input, from: self)
        stage.leaveDrain()
        return more
    }

    @export(implementation)
    func receive(completion: Subscribers.Completion<Failure>) {
        stage.perform({ stage.end(self, completion) }, or: .ended(self, completion))
    }
}
