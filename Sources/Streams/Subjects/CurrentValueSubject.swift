/// A subject that holds a value, sends it to each new subscriber, and sends each new value to all
/// subscribers.
///
/// A subscriber without demand receives the latest value when it requests one, and misses the values before
/// it. Unlike in Combine, a value that is not yet delivered when the subject finishes is delivered before the
/// finish; a failure does not wait for it. ``value`` is up to date at once, also while a value is delivered.
public final class CurrentValueSubject<Output: Sendable, Failure: Error>: Subject {
    @usableFromInline
    enum Event: Sendable {
        case value(Output, version: Int)
        case completion(Subscribers.Completion<Failure>)
    }

    @usableFromInline typealias Conduit = CurrentValueConduit<Output, Failure>

    @usableFromInline
    struct State: Sendable {
        @usableFromInline var value: Output
        /// The number of values sent.
        @usableFromInline var version = 0
        @usableFromInline var completion: Subscribers.Completion<Failure>?
        /// The events that are not delivered yet, in the order in which `value` changed.
        @usableFromInline var events = Fifo<Event>()
        @usableFromInline var conduits: [Conduit] = []

        @inlinable
        init(value: Output) {
            self.value = value
        }
    }

    @usableFromInline let state: Locked<State>
    /// Delivers one event after the other, to all subscribers.
    @usableFromInline let drain = Drain<Void>()
    @usableFromInline let upstreams = SubjectUpstreams()

    /// Creates a subject.
    ///
    /// - Parameter value: The initial value.
    @inlinable
    public init(_ value: Output) {
        state = Locked(State(value: value))
    }

    /// The latest value. Setting it is the same as sending a value; it does not change after the end.
    @inlinable
    public var value: Output {
        get { state.withLock { $0.value } }
        set { send(newValue) }
    }

    @inlinable
    public func send(_ value: Output) {
        let (isOpen, old): (Bool, Output?) = state.withLock { state in
            guard state.completion == nil else { return (false, nil) }
            let old = state.value
            state.value = value
            state.version += 1
            state.events.append(.value(value, version: state.version))
            return (true, old)
        }
        _ = old
        if isOpen { drain.submit(()) { _ in deliverNext() } }
    }

    @inlinable
    public func send(completion: Subscribers.Completion<Failure>) {
        let isFirst = state.withLock { state in
            guard state.completion == nil else { return false }
            state.completion = completion
            state.events.append(.completion(completion))
            return true
        }
        guard isFirst else { return }
        upstreams.cancelAll()
        drain.submit(()) { _ in deliverNext() }
    }

    /// Attaches an upstream and requests an unlimited number of values from it.
    ///
    /// - Parameter subscription: The upstream's subscription. It is cancelled when the subject ends or is released.
    public func send(subscription: any Subscription) {
        upstreams.attach(subscription)
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let conduit = Conduit(
            subject: self,
            onSubscription: { subscriber.receive(subscription: $0) },
            onValue: { subscriber.receive($0) },
            onCompletion: { subscriber.receive(completion: $0) })
        let completion = state.withLock { state in
            if state.completion == nil {
                conduit.start(with: state.value, version: state.version)
                state.conduits.append(conduit)
            }
            return state.completion
        }
        conduit.begin()
        if let completion { conduit.end(completion) }
    }

    @inlinable
    func detach(_ conduit: CurrentValueConduit<Output, Failure>) {
        let detached: Conduit? = state.withLock { state in
            guard let index = state.conduits.firstIndex(where: { $0 === conduit }) else { return nil }
            return state.conduits.remove(at: index)
        }
        _ = detached
    }

    @inlinable
    func deliverNext() {
        let (event, conduits): (Event?, [Conduit]) = state.withLock { state in
            let event = state.events.popFirst()
            let conduits = state.conduits
            if case .completion = event { state.conduits = [] }
            return (event, conduits)
        }
        switch event {
        case .value(let value, let version):
            for conduit in conduits { conduit.offer(value, version: version) }
        case .completion(let completion):
            for conduit in conduits { conduit.end(completion) }
        case nil:
            break
        }
    }
}
