/// Runs publishers one after the other for one subscriber.
///
/// The publishers that are still to run lie on a stack. A concatenation that turns up as a part of this one does
/// not nest: it puts its own two parts on the stack, so that chains of any length, built from either end or
/// recursively, run at the same depth.
@usableFromInline
final class Concatenation<Output: Sendable, Failure: Error>: Sendable {
    @usableFromInline typealias Part = @Sendable (ConcatenationPart<Output, Failure>) -> Void

    @usableFromInline let arbiter = DemandArbiter()
    @usableFromInline let onValue: @Sendable (Output) -> Subscribers.Demand
    private let onCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void
    private let onSubscription: @Sendable (any Subscription) -> Void
    private let parts = Locked<[Part]>([])
    /// Starts parts one after the other, however soon each ends.
    private let starts = Drain<Void>()

    @inlinable
    convenience init<S: Subscriber>(downstream: S) where S.Input == Output, S.Failure == Failure {
        self.init(
            onSubscription: { downstream.receive(subscription: $0) },
            onValue: { downstream.receive($0) },
            onCompletion: { downstream.receive(completion: $0) })
    }

    @usableFromInline
    init(
        onSubscription: @escaping @Sendable (any Subscription) -> Void,
        onValue: @escaping @Sendable (Output) -> Subscribers.Demand,
        onCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void
    ) {
        self.onSubscription = onSubscription
        self.onValue = onValue
        self.onCompletion = onCompletion
    }

    /// The concatenation that a subscriber is a part of, if it is one.
    @inlinable
    static func joined<S: Subscriber>(by subscriber: S) -> Concatenation? {
        if let part = subscriber as? ConcatenationPart<Output, Failure> { return part.concatenation }
        return (subscriber as? AnySubscriber<Output, Failure>)?.concatenation
    }

    @inlinable
    func start<P: Publisher, Q: Publisher>(with first: P, _ second: Q)
    where P.Output == Output, P.Failure == Failure, Q.Output == Output, Q.Failure == Failure {
        begin(first: { first.receive(subscriber: $0) }, second: { second.receive(subscriber: $0) })
    }

    /// Replaces the part that is being started by two.
    @inlinable
    func expand<P: Publisher, Q: Publisher>(into first: P, _ second: Q)
    where P.Output == Output, P.Failure == Failure, Q.Output == Output, Q.Failure == Failure {
        push(first: { first.receive(subscriber: $0) }, second: { second.receive(subscriber: $0) })
    }

    @usableFromInline
    func begin(first: @escaping Part, second: @escaping Part) {
        onSubscription(arbiter)
        push(first: first, second: second)
    }

    @usableFromInline
    func push(first: @escaping Part, second: @escaping Part) {
        parts.withLock { parts in
            parts.append(second)
            parts.append(first)
        }
        startNext()
    }

    private func startNext() {
        starts.submit(()) { _ in
            if arbiter.isStopped { return }
            if let part = parts.withLock({ $0.popLast() }) {
                part(ConcatenationPart(concatenation: self))
            } else if arbiter.finish() {
                onCompletion(.finished)
            }
        }
    }

    @usableFromInline
    func partEnded(_ completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished:
            arbiter.detach()
            startNext()
        case .failure:
            if arbiter.finish() { onCompletion(completion) }
        }
    }
}

/// Subscribes a concatenation to one of its parts.
@usableFromInline
struct ConcatenationPart<Output: Sendable, Failure: Error>: Subscriber {
    @usableFromInline let concatenation: Concatenation<Output, Failure>

    @usableFromInline
    init(concatenation: Concatenation<Output, Failure>) {
        self.concatenation = concatenation
    }

    @inlinable
    func receive(subscription: any Subscription) {
        concatenation.arbiter.attach(subscription)
    }

    @inlinable
    func receive(_ input: Output) -> Subscribers.Demand {
        if concatenation.arbiter.isStopped { return .none }
        return concatenation.arbiter.delivered(wanting: concatenation.onValue(input))
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Failure>) {
        concatenation.partEnded(completion)
    }
}
