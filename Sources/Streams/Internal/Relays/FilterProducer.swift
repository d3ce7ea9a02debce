/// Decides which values of a stream are forwarded.
@usableFromInline
protocol FilterRule<Input, Thrown>: Sendable {
    associatedtype Input: Sendable
    associatedtype Thrown: Error

    /// Decides about the next value.
    mutating func judge(_ input: Input) throws(Thrown) -> FilterDecision
}

/// What happens to a value.
@usableFromInline
enum FilterDecision: Sendable {
    case pass, drop

    /// The value is dropped and the stream finishes.
    case finish
}

/// Forwards the values that a rule accepts. An error that the rule throws cancels upstream and fails the
/// stream.
@usableFromInline
final class FilterProducer<Rule: FilterRule, Failed: Error, Downstream: Subscriber>: ThrowingRelay,
    @unchecked Sendable
where Downstream.Input == Rule.Input, Downstream.Failure == Rule.Thrown {
    // Sendable: `rule` is accessed in `handle(_:)` only, which is called serially.
    @usableFromInline typealias Input = Rule.Input
    @usableFromInline typealias Failure = Failed

    @usableFromInline let upstream = SubscriptionLink()
    @usableFromInline let downstream: Downstream
    @usableFromInline let convert: @Sendable (Failed) -> Downstream.Failure
    @usableFromInline @exclusivity(unchecked) var rule: Rule

    @export(implementation)
    init(
        _ rule: Rule, for downstream: Downstream,
        convert: @escaping @Sendable (Failed) -> Downstream.Failure
    ) {
        self.rule = rule
        self.downstream = downstream
        self.convert = convert
    }

    @export(implementation)
    func handle(_ input: Rule.Input) throws(Downstream.Failure) -> Subscribers.Demand {
        switch try rule.judge(input) {
        case .pass:
            return downstream.receive(input)
        case .drop:
            return .max(1)
        case .finish:
            stop(.finished)
            return .none
        }
    }
}
