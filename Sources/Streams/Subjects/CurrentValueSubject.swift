/// A subject that holds a value, sends it to each new subscriber, and sends each new value to all
/// subscribers.
///
/// A subscriber that requests values when it receives its subscription has one when `subscribe` or `sink`
/// returns, unless the subject has ended, also while other threads send. A subscriber without demand receives
/// the latest value when it requests one, and misses the values before it. Unlike in Combine, a value that is
/// not yet delivered when the subject finishes is delivered before the finish; a failure does not wait for
/// it. ``value`` is up to date at once, also while a value is delivered.
public final class CurrentValueSubject<Output: Sendable, Failure: Error>: Subject, @unchecked Sendable {
    // Sendable: `conduits` belongs to the drain's owner.

    @usableFromInline
    enum Event: Sendable {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
        case attach(Conduit)
        case detach(Conduit)
    }

    @usableFromInline typealias Conduit = CurrentValueConduit<Output, Failure>

    @usableFromInline
    struct State: Sendable {
        @usableFromInline var value: Output
        @usableFromInline var completion: Subscribers.Completion<Failure>?

        @export(implementation)
        init(value: Output) {
            self.value = value
        }
    }

    /// Events enter the drain while this is locked: their order is that of the changes.
    @usableFromInline let state: Locked<State>
    @usableFromInline let drain = Drain<Event>()
    @usableFromInline let conduits = ConduitList<Conduit>()
    @usableFromInline let upstreams = SubjectUpstreams()

    /// Creates a subject with a value.
    ///
    /// - Parameter value: The first value.
    @export(implementation)
    public init(_ value: Output) {
        state = Locked(State(value: value))
    }

    /// The value that was sent last.
    ///
    /// Setting it is the same as ``send(_:)``.
    @export(implementation)
    public var value: Output {
        get { state.withLock { $0.value } }
        set { send(newValue) }
    }

    @export(implementation)
    public func send(_ value: Output) {
        let (entry, old): (Drain<Event>.Entry, Output?) = state.withLock { state in
            if state.completion != nil { return (.queued, nil) }
            let old = state.value
            state.value = value
            return (drain.enter(orQueue: .value(value)), old)
        }
        _ = old
        if case .entered = entry { deliver(value) }
        leaveDrain(after: entry)
    }

    @export(implementation) @inline(__always)
    func leaveDrain(after entry: Drain<Event>.Entry = .entered) {
        if case .entered = entry, drain.leaveQuickly() { return }
        handleMail(after: entry)
    }

    // What follows is long: one copy for all callers.
    @export(implementation) @inline(never)
    func handleMail(after entry: Drain<Event>.Entry) {
        drain.leave(after: entry) { handle($0) }
    }

    @usableFromInline @inline(never)
    func post(_ event: Event) {
        drain.post(event) { handle($0) }
    }

    @export(implementation)
    public func send(completion: Subscribers.Completion<Failure>) {
        let isFirst = state.withLock { state in
            if state.completion != nil { return false }
            state.completion = completion
            return true
        }
        guard isFirst else { return }
        upstreams.cancelAll()
        guard drain.enter() else { return post(.completion(completion)) }
        finish(completion)
        leaveDrain()
    }

    /// Attaches an upstream. An unlimited number of values is requested from it at once, as in Combine.
    ///
    /// - Parameter subscription: The upstream's subscription. It is cancelled when the subject ends or is
    ///   released.
    public func send(subscription: any Subscription) {
        upstreams.attach(subscription, requesting: .unlimited)
    }

    @export(implementation)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let conduit = Conduit(for: AnySubscriber(subscriber), of: self)
        conduit.downstream.flowControl?.addSource()
        conduit.begin {
            let (entry, completion): (Drain<Event>.Entry, Subscribers.Completion<Failure>?) =
                state.withLock { state in
                    if let completion = state.completion { return (.queued, completion) }
                    conduit.unsent.append(state.value)
                    return (drain.enter(orQueue: .attach(conduit)), nil)
                }
            if case .entered = entry { conduits.append(conduit) }
            leaveDrain(after: entry)
            return completion
        }
    }

    @export(implementation)
    func detach(_ conduit: Conduit) {
        guard drain.enter() else { return post(.detach(conduit)) }
        conduits.remove(conduit)
        leaveDrain()
    }

    @export(implementation)
    func handle(_ event: Event) {
        switch event {
        case .value(let value): deliver(value)
        case .completion(let completion): finish(completion)
        case .attach(let conduit): conduits.append(conduit)
        case .detach(let conduit): conduits.remove(conduit)
        }
    }

    @export(implementation) @inline(__always)
    func deliver(_ value: Output) {
        conduits.visit { conduit in conduit.offer(value) }
    }

    @export(implementation)
    func finish(_ completion: Subscribers.Completion<Failure>) {
        for conduit in conduits.removeAll() { conduit.end(completion) }
    }
}
