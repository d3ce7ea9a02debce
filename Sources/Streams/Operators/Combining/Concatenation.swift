/// Runs publishers one after the other for one subscriber; shared by the operators that go on with another.
///
/// The publishers that are still to run lie on a stack. A concatenation that turns up as a part of this one does
/// not nest: it puts its own parts on the stack, so that chains of any length, built from either end or
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

    /// Runs parts for a subscriber; if it is the part of a concatenation that is being started, in its place.
    ///
    /// - Parameters:
    ///   - parts: How the parts are subscribed to, the last first.
    ///   - subscriber: The subscriber.
    @inlinable
    static func run<S: Subscriber>(_ parts: [Part], for subscriber: S)
    where S.Input == Output, S.Failure == Failure {
        if let concatenation = joined(by: subscriber) {
            concatenation.push(parts)
        } else {
            Concatenation(downstream: subscriber).begin(with: parts)
        }
    }

    @usableFromInline
    func begin(with parts: [Part]) {
        onSubscription(arbiter)
        push(parts)
    }

    /// Puts parts on the stack, and starts the last of them when the one before has ended.
    @usableFromInline
    func push(_ more: [Part]) {
        parts.withLock { $0 += more }
        startNext()
    }

    private func startNext() {
        starts.submit(()) { _ in
            let turn = arbiter.currentTurn
            if turn == DemandArbiter.over { return }
            if let part = parts.withLock({ $0.popLast() }) {
                part(ConcatenationPart(concatenation: self, turn: turn))
            } else if arbiter.finish(turn: turn) {
                onCompletion(.finished)
            }
        }
    }

    /// Goes on with the next part.
    @usableFromInline
    func partFinished(_ turn: Int) {
        if arbiter.endTurn(turn) { startNext() }
    }

    /// Goes on with another part than the next.
    @usableFromInline
    func partFailed(_ turn: Int, goingOnWith part: @escaping Part) {
        if arbiter.endTurn(turn) { push([part]) }
    }

    @usableFromInline
    func partFailed(_ turn: Int, with error: Failure) {
        if arbiter.finish(turn: turn) { onCompletion(.failure(error)) }
    }
}

/// Subscribes a concatenation to one of its parts.
@usableFromInline
struct ConcatenationPart<Output: Sendable, Failure: Error>: Subscriber {
    @usableFromInline let concatenation: Concatenation<Output, Failure>
    @usableFromInline let turn: Int

    @usableFromInline
    init(concatenation: Concatenation<Output, Failure>, turn: Int) {
        self.concatenation = concatenation
        self.turn = turn
    }

    @inlinable
    func receive(subscription: any Subscription) {
        concatenation.arbiter.attach(subscription, turn: turn)
    }

    @inlinable
    func receive(_ input: Output) -> Subscribers.Demand {
        guard concatenation.arbiter.currentTurn == turn else { return .none }
        return concatenation.arbiter.delivered(wanting: concatenation.onValue(input))
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: concatenation.partFinished(turn)
        case .failure(let error): concatenation.partFailed(turn, with: error)
        }
    }
}
