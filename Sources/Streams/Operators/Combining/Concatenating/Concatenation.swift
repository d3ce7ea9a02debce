/// Subscribes to publishers one after another for one subscriber; shared by the operators that continue with
/// another publisher, or with the same one again.
///
/// Unmet demand carries over from part to part. A concatenation that is subscribed to as a part of another
/// does not nest: it pushes its own parts, so that chains of any length, built from either end or
/// recursively, run at the same depth.
@usableFromInline
final class Concatenation<Output: Sendable, Failure: Error>: PartSequence, @unchecked Sendable {
    // Sendable: `downstream` does not change.

    /// Subscribes to a publisher with the part that it is given.
    @usableFromInline typealias Part = @Sendable (ConcatenationPart<Output, Failure>) -> Void

    @usableFromInline let downstream: AnySubscriber<Output, Failure>

    /// Creates a concatenation without parts, and sends its subscription downstream.
    @export(implementation)
    init(downstream: AnySubscriber<Output, Failure>, performOnMainActor: PerformWork? = nil) {
        self.downstream = downstream
        super.init(
            performOnMainActor: performOnMainActor,
            onEnd: {
                unsafeDowncast($0, to: Concatenation.self).downstream.receive(completion: .finished)
            })
        downstream.receive(subscription: arbiter.subscription)
    }

    /// Runs parts for a subscriber, or in its place where it is the part of another concatenation.
    ///
    /// - Parameters:
    ///   - part: The first part.
    ///   - next: The part that follows, if any.
    ///   - subscriber: The subscriber.
    @export(implementation)
    static func run<S: Subscriber>(
        _ part: @escaping Start, then next: Start? = nil, for subscriber: S
    ) where S.Input == Output, S.Failure == Failure {
        let concatenation = concatenation(for: subscriber)
        if let next { concatenation.push(next) }
        concatenation.push(part)
        concatenation.startNext()
    }

    @export(implementation)
    static func concatenation<S: Subscriber>(for subscriber: S) -> Concatenation
    where S.Input == Output, S.Failure == Failure {
        running(for: subscriber) ?? Concatenation(downstream: AnySubscriber(subscriber))
    }

    /// The concatenation of which a subscriber is a part, if it is.
    @export(implementation)
    static func running<S: Subscriber>(for subscriber: S) -> Concatenation?
    where S.Input == Output, S.Failure == Failure {
        if let part = subscriber as? ConcatenationPart<Output, Failure> { return part.concatenation }
        return (subscriber as? AnySubscriber<Output, Failure>)?.box.concatenation
    }

    /// A part that is a publisher.
    @export(implementation)
    static func part<P: Publisher>(_ publisher: P) -> Start
    where P.Output == Output, P.Failure == Failure {
        { parts, turn in
            let part = ConcatenationPart<Output, Failure>(of: parts, turn: turn)
            if parts.arbiter.hasUnlimitedDemand, let result = publisher._immediateResult(for: .stage) {
                part.receive(result)
            } else if publisher._hasKnownValues, parts.arbiter.hasUnlimitedDemand, part.flowControl == nil {
                let completion = publisher._sendKnownValues { value in
                    _ = part.receive(value)
                    return parts.arbiter.currentTurn == turn
                }
                part.receive(completion: completion)
            } else {
                publisher.receive(subscriber: part)
            }
        }
    }

    /// A part that a closure subscribes to.
    @export(implementation)
    static func part(_ start: @escaping Part) -> Start {
        { start(ConcatenationPart(of: $0, turn: $1)) }
    }

    /// Subscribes to a publisher, and calls a closure each time that it fails.
    ///
    /// - Parameters:
    ///   - publisher: The publisher.
    ///   - subscriber: The subscriber.
    ///   - recover: Called with the failure, the part that follows, and what subscribes to the publisher
    ///     again. It runs the latter for the part, lets it follow the part, or sends the failure to the part.
    @export(implementation)
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
        run(part(attempt), for: subscriber)
    }
}

/// Receives the signals of one part: relays values, and starts the next part when this one finishes. A
/// failure ends the stream.
@usableFromInline
struct ConcatenationPart<Output: Sendable, Failure: Error>: Subscriber {
    @usableFromInline let concatenation: Concatenation<Output, Failure>
    @usableFromInline let turn: Int

    /// Creates the subscriber of a part.
    ///
    /// - Parameters:
    ///   - parts: The concatenation, whose values and failures have these types.
    ///   - turn: The number of the part's turn.
    @export(implementation)
    init(of parts: PartSequence, turn: Int) {
        concatenation = unsafeDowncast(parts, to: Concatenation<Output, Failure>.self)
        self.turn = turn
    }

    @export(implementation) var flowControl: Subscribers.FlowControl? { concatenation.downstream.flowControl }

    @export(implementation)
    func receive(subscription: any Subscription) {
        concatenation.arbiter.attach(subscription, turn: turn)
    }

    @export(implementation)
    func receive(_ input: Output) -> Subscribers.Demand {
        let arbiter = concatenation.arbiter
        if arbiter.currentTurn != turn { return .none }
        return arbiter.delivered(returning: concatenation.downstream.receive(input))
    }

    @export(implementation)
    func receive(completion: Subscribers.Completion<Failure>) {
        if case .failure = completion {
            if concatenation.arbiter.finish(turn: turn) {
                concatenation.downstream.receive(completion: completion)
            }
        } else if concatenation.arbiter.endTurn(turn) {
            concatenation.startNext()
        }
    }

    /// Receives the signals of a publisher whose result is known.
    @export(implementation)
    func receive(_ result: Result<Output?, Failure>) {
        if case .success(let value?) = result { _ = receive(value) }
        receive(completion: result.completion)
    }

    /// Ends this part and runs another in its place.
    @export(implementation)
    func replace(by part: @escaping Concatenation<Output, Failure>.Part) {
        if concatenation.arbiter.endTurn(turn) {
            concatenation.push(Concatenation.part(part))
            concatenation.startNext()
        }
    }

    /// Runs another part after this one.
    @export(implementation)
    func follow(with part: @escaping Concatenation<Output, Failure>.Part) {
        concatenation.push(Concatenation.part(part))
    }
}
