/// Subscribes to publishers one after another for one subscriber; shared by the operators that continue with another
/// publisher, or with the same one again.
///
/// Unmet demand carries over from part to part. The parts that have not run yet are on a stack. A
/// concatenation that is subscribed to as a part of this one does not nest: it pushes its own parts, so that
/// chains of any length, built from either end or recursively, run at the same depth.
@usableFromInline
final class Concatenation<Output: Sendable, Failure: Error>: Sendable {
    /// Subscribes to a publisher with the part that it is given.
    @usableFromInline typealias Part = @Sendable (ConcatenationPart<Output, Failure>) -> Void

    @usableFromInline let arbiter = DemandArbiter()
    @usableFromInline let downstream: AnySubscriber<Output, Failure>
    private let parts = Locked<[Part]>([])
    /// Starts parts one after another, without recursion where one ends at once.
    private let starts = Drain<Void>()

    @usableFromInline
    init(downstream: AnySubscriber<Output, Failure>) {
        self.downstream = downstream
    }

    /// Runs parts for a subscriber, or in its place where it is the part of another concatenation.
    ///
    /// - Parameters:
    ///   - parts: The parts, the last first.
    ///   - subscriber: The subscriber.
    @inlinable
    static func run<S: Subscriber>(_ parts: [Part], for subscriber: S)
    where S.Input == Output, S.Failure == Failure {
        let downstream = AnySubscriber(subscriber)
        if let concatenation = downstream.concatenation {
            concatenation.push(parts)
        } else {
            Concatenation(downstream: downstream).begin(with: parts)
        }
    }

    /// Subscribes to a publisher, and calls a closure each time that it fails.
    ///
    /// - Parameters:
    ///   - publisher: The publisher.
    ///   - subscriber: The subscriber.
    ///   - recover: Called with the failure, the part that follows, and what subscribes to the publisher again. It runs
    ///     the latter for the part, lets it follow the part, or sends the failure to the part.
    @inlinable
    static func run<P: Publisher, S: Subscriber>(
        _ publisher: P, for subscriber: S,
        recover:
            @escaping @Sendable (
                _ error: Failure, _ next: ConcatenationPart<Output, Failure>, _ again: @escaping Part
            ) -> Void
    ) where P.Output == Output, P.Failure == Failure, S.Input == Output, S.Failure == Failure {
        @Sendable func attempt(_ part: ConcatenationPart<Output, Failure>) {
            publisher.receive(
                subscriber: Recovering<Output, Failure, Failure>(part: part) { error, next in
                    recover(error, next, attempt)
                })
        }
        run([attempt], for: subscriber)
    }

    @usableFromInline
    func begin(with parts: [Part]) {
        downstream.receive(subscription: arbiter)
        push(parts)
    }

    /// Pushes parts and starts the last of them, once the part before it has ended.
    @usableFromInline
    func push(_ more: [Part]) {
        append(more)
        startNext()
    }

    func append(_ more: [Part]) {
        parts.withLock { $0 += more }
    }

    func startNext() {
        starts.submit(()) { _ in
            let turn = arbiter.currentTurn
            if turn == DemandArbiter.over { return }
            if let part = parts.withLock({ $0.popLast() }) {
                part(ConcatenationPart(concatenation: self, turn: turn))
            } else if arbiter.finish(turn: turn) {
                downstream.receive(completion: .finished)
            }
        }
    }
}

/// Subscribes a concatenation to one of its publishers.
@usableFromInline
struct ConcatenationPart<Output: Sendable, Failure: Error>: Subscriber {
    @usableFromInline let concatenation: Concatenation<Output, Failure>
    @usableFromInline let relay: ArbitratedRelay<AnySubscriber<Output, Failure>>

    @usableFromInline
    init(concatenation: Concatenation<Output, Failure>, turn: Int) {
        self.concatenation = concatenation
        relay = ArbitratedRelay(
            arbiter: concatenation.arbiter, downstream: concatenation.downstream, turn: turn)
    }

    @inlinable
    func receive(subscription: any Subscription) {
        relay.receive(subscription: subscription)
    }

    @inlinable
    func receive(_ input: Output) -> Subscribers.Demand {
        relay.receive(input)
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Failure>) {
        if case .failure = completion { return relay.receive(completion: completion) }
        if concatenation.arbiter.endTurn(relay.turn) { concatenation.startNext() }
    }

    /// Ends this part and runs another in its place.
    @usableFromInline
    func replace(by part: @escaping Concatenation<Output, Failure>.Part) {
        if concatenation.arbiter.endTurn(relay.turn) { concatenation.push([part]) }
    }

    /// Runs another part when this one finishes, before those that were to follow it.
    @usableFromInline
    func follow(with part: @escaping Concatenation<Output, Failure>.Part) {
        concatenation.append([part])
    }
}
