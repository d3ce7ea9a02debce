import Synchronization

/// A subject that passes values on to those who are subscribed at the moment.
///
/// A subscriber without demand misses the value, as in Combine; one that comes after the end gets the
/// completion. `send` may be called from several threads at once: it takes no lock when it has the subject to
/// itself, and otherwise leaves the value to the thread that is delivering. A value sent from inside a value,
/// and a subscriber that subscribes from inside one, come after it, with no recursion.
public final class PassthroughSubject<Output: Sendable, Failure: Error>: Subject, @unchecked Sendable {
    // Sendable: `subscribers` and `completion` are touched only by the drain's owner.

    @usableFromInline
    enum Event: Sendable {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
        case attach(PassthroughConduit<Output, Failure>)
        case detach(PassthroughConduit<Output, Failure>)
    }

    @usableFromInline let drain = Drain<Event>()
    @usableFromInline let subscribers = ConduitList<PassthroughConduit<Output, Failure>>()
    @usableFromInline @exclusivity(unchecked) var completion: Subscribers.Completion<Failure>?
    @usableFromInline let upstreams = Locked<[any Subscription]?>([])

    /// Makes a subject without subscribers.
    @inlinable
    public init() {}

    deinit {
        for subscription in upstreams.exchange(nil) ?? [] { subscription.cancel() }
    }

    @inlinable
    public func send(_ value: Output) {
        if drain.enterAnonymously() {
            deliver(value)
            if !drain.leaveQuickly() { leaveDrain() }
        } else {
            post(value)
        }
    }

    @usableFromInline @inline(never)
    func leaveDrain() {
        drain.leave { handle($0) }
    }

    @usableFromInline @inline(never)
    func post(_ value: Output) {
        drain.post(.value(value)) { handle($0) }
    }

    @inlinable
    public func send(completion: Subscribers.Completion<Failure>) {
        drain.submit(.completion(completion)) { handle($0) }
    }

    /// Takes an upstream's subscription and asks it for an unlimited number of values.
    ///
    /// - Parameter subscription: It is cancelled when the subject ends or is released.
    public func send(subscription: any Subscription) {
        let isOpen = upstreams.withLock { upstreams in
            upstreams?.append(subscription)
            return upstreams != nil
        }
        isOpen ? subscription.request(.unlimited) : subscription.cancel()
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let conduit = PassthroughConduit(for: subscriber, of: self)
        drain.perform({ attach(conduit) }, or: .attach(conduit)) { handle($0) }
    }

    @inlinable
    func detach(_ conduit: PassthroughConduit<Output, Failure>) {
        drain.perform({ subscribers.remove(conduit) }, or: .detach(conduit)) { handle($0) }
    }

    @inlinable
    func handle(_ event: Event) {
        switch event {
        case .value(let value): deliver(value)
        case .completion(let completion): finish(completion)
        case .attach(let conduit): attach(conduit)
        case .detach(let conduit): subscribers.remove(conduit)
        }
    }

    @inlinable @inline(__always)
    func deliver(_ value: Output) {
        subscribers.visit { conduit in conduit.offer(value) }
    }

    @inlinable
    func finish(_ completion: Subscribers.Completion<Failure>) {
        guard self.completion == nil else { return }
        self.completion = completion
        for upstream in upstreams.exchange(nil) ?? [] { upstream.cancel() }
        for conduit in subscribers.removeAll() { conduit.finish(completion) }
    }

    @inlinable
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

/// One subscriber of a passthrough subject, with its type erased by closures made where it was known.
@usableFromInline
final class PassthroughConduit<Output: Sendable, Failure: Error>: Subscription {
    @usableFromInline let demand = Atomic<Int>(0)
    @usableFromInline let onValue: @Sendable (Output) -> Subscribers.Demand
    @usableFromInline let onCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void
    @usableFromInline let onSubscription: @Sendable (any Subscription) -> Void
    /// The subscription that downstream holds: it lets go of the conduit, and so of downstream, at the end.
    @usableFromInline let link = SubscriptionLink()
    @usableFromInline let subject: Locked<PassthroughSubject<Output, Failure>?>

    /// Stands for a demand that will not rise again: the conduit was cancelled or has ended.
    @inlinable
    static var closed: Int { .min }

    @inlinable
    convenience init<S: Subscriber>(for subscriber: S, of subject: PassthroughSubject<Output, Failure>)
    where S.Input == Output, S.Failure == Failure {
        self.init(
            subject: subject,
            onValue: { subscriber.receive($0) },
            onCompletion: { subscriber.receive(completion: $0) },
            onSubscription: { subscriber.receive(subscription: $0) })
    }

    @inlinable
    init(
        subject: PassthroughSubject<Output, Failure>,
        onValue: @escaping @Sendable (Output) -> Subscribers.Demand,
        onCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
        onSubscription: @escaping @Sendable (any Subscription) -> Void
    ) {
        self.subject = Locked(subject)
        self.onValue = onValue
        self.onCompletion = onCompletion
        self.onSubscription = onSubscription
    }

    /// Hands down the subscription.
    @inlinable
    func begin() {
        link.attach(self)
        onSubscription(link)
    }

    /// Delivers a value if it is wanted.
    @inlinable @inline(__always)
    func offer(_ value: Output) {
        let wanted = demand.load(ordering: .relaxed)
        if wanted == .max {
            _ = onValue(value)
        } else if wanted > 0 {
            offerCounted(value)
        }
    }

    @inlinable
    func offerCounted(_ value: Output) {
        guard change({ $0 == .unlimited ? $0 : $0 - 1 }) else { return }
        request(onValue(value))
    }

    @inlinable
    func request(_ wanted: Subscribers.Demand) {
        if wanted > .none { _ = change { $0 + wanted } }
    }

    @inlinable
    func cancel() {
        demand.store(Self.closed, ordering: .relaxed)
        subject.exchange(nil)?.detach(self)
    }

    @inlinable
    func finish(_ completion: Subscribers.Completion<Failure>) {
        guard demand.exchange(Self.closed, ordering: .relaxed) != Self.closed else { return }
        _ = subject.exchange(nil)
        if link.finish() { onCompletion(completion) }
    }

    /// Changes the demand unless the conduit is closed.
    @inlinable
    func change(_ transform: (Subscribers.Demand) -> Subscribers.Demand) -> Bool {
        var seen = demand.load(ordering: .relaxed)
        while seen != Self.closed {
            let next = transform(Subscribers.Demand(rawValue: seen)).rawValue
            let (exchanged, original) = demand.weakCompareExchange(
                expected: seen, desired: next, ordering: .relaxed)
            if exchanged { return true }
            seen = original
        }
        return false
    }
}
