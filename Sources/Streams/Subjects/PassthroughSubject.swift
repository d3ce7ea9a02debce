/// A subject that sends values to its current subscribers.
///
/// A subscriber without demand misses the value, as in Combine; one that subscribes after the end receives
/// the completion. `send` may be called from several threads at once. If no other thread is sending, it takes
/// no lock. Otherwise it waits for the thread that is delivering, for some microseconds at most, and then
/// queues the value for it. Values that are sent, and subscribers that are attached, while a value is
/// delivered follow that value, without recursion.
public final class PassthroughSubject<Output: Sendable, Failure: Error>: Subject, @unchecked Sendable {
    // Sendable: `subscribers` and `completion` are accessed only by the drain's owner.

    @usableFromInline
    enum Event: Sendable {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
        case attach(PassthroughConduit<Output, Failure>)
        case detach(PassthroughConduit<Output, Failure>)
        case requestUpstream
    }

    @usableFromInline let drain = Drain<Event>()
    @usableFromInline let subscribers = ConduitList<PassthroughConduit<Output, Failure>>()
    @usableFromInline @exclusivity(unchecked) var completion: Subscribers.Completion<Failure>?
    @usableFromInline let upstreams = SubjectUpstreams()

    /// Creates a subject without subscribers.
    @export(implementation)
    public init() {}

    @export(implementation)
    public func send(_ value: Output) {
        if drain.enterAnonymously() {
            deliver(value)
            if !drain.leaveQuickly() { leaveDrain() }
        } else {
            post(value)
        }
    }

    // Inlinable, so that the queue of a contended subject is specialized; not inlined, because it is seldom
    // used.
    @export(implementation) @inline(never)
    func leaveDrain() {
        drain.leave { handle($0) }
    }

    @export(implementation)
    func post(_ value: Output) {
        enqueue(.value(value))
    }

    @export(implementation) @inline(never)
    func enqueue(_ event: Event) {
        drain.post(event) { handle($0) }
    }

    @export(implementation)
    public func send(completion: Subscribers.Completion<Failure>) {
        drain.submit(.completion(completion)) { handle($0) }
    }

    /// Attaches an upstream. An unlimited number of values is requested from it as soon as a subscriber has
    /// requested any, as in Combine.
    ///
    /// - Parameter subscription: The upstream's subscription. It is cancelled when the subject ends or is
    ///   released.
    public func send(subscription: any Subscription) {
        upstreams.attach(subscription)
    }

    @export(implementation)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        enrol(PassthroughConduit(for: subscriber, of: .passRetained(self)))
    }

    @export(implementation)
    public func _attach<S: Subscriber>(_ makeSubscriber: (Unmanaged<AnyObject>) -> S) -> AnyCancellable?
    where S.Input == Output, S.Failure == Failure {
        let conduit = PassthroughConduit(of: .passRetained(self), sendingTo: makeSubscriber)
        enrol(conduit)
        return AnyCancellable(conduit)
    }

    /// Not inlined, so that subscribers of all types share it.
    @export(implementation) @inline(never)
    func enrol(_ conduit: PassthroughConduit<Output, Failure>) {
        conduit.flowControl?.addSource()
        guard drain.enterAnonymously() else { return enqueue(.attach(conduit)) }
        attach(conduit)
        if !drain.leaveQuickly() { leaveDrain() }
    }

    @export(implementation)
    func detach(_ conduit: PassthroughConduit<Output, Failure>) {
        guard drain.enterAnonymously() else { return enqueue(.detach(conduit)) }
        remove(conduit)
        if !drain.leaveQuickly() { leaveDrain() }
    }

    @export(implementation) @inline(never)
    func handle(_ event: Event) {
        switch event {
        case .value(let value): deliver(value)
        case .completion(let completion): finish(completion)
        case .attach(let conduit): attach(conduit)
        case .detach(let conduit): remove(conduit)
        case .requestUpstream: drain.deferUpstream(.run { self.upstreams.requestPending() })
        }
    }

    /// Notes the demand of a subscriber.
    @export(implementation) @inline(never)
    func requested(_ demand: Subscribers.Demand, of conduit: PassthroughConduit<Output, Failure>) {
        if upstreams.note(demand, flowControl: conduit.flowControl) {
            drain.submit(.requestUpstream) { handle($0) }
        }
    }

    @export(implementation) @inline(__always)
    func deliver(_ value: Output) {
        subscribers.visit { conduit in conduit.offer(value) }
    }

    @export(implementation)
    func finish(_ completion: Subscribers.Completion<Failure>) {
        guard self.completion == nil else { return }
        self.completion = completion
        upstreams.cancelAll()
        for conduit in subscribers.removeAll() { conduit.finish(completion) }
    }

    @export(implementation)
    func remove(_ conduit: PassthroughConduit<Output, Failure>) {
        subscribers.remove(conduit)
        if subscribers.isEmpty { upstreams.forgetDemand() }
        conduit.releaseSubscriber()
    }

    @export(implementation)
    func attach(_ conduit: PassthroughConduit<Output, Failure>) {
        if let completion {
            conduit.begin()
            conduit.finish(completion)
        } else {
            subscribers.append(conduit)
            conduit.begin()
        }
    }
}
