/// Combines each value of one publisher, the source, with the latest one of another.
///
/// Requests downstream's demand from the source, and one more for each dropped value; and unlimited demand
/// from the other.
@usableFromInline
final class Sampling<Other: Sendable, Downstream: Subscriber>: Joining<Downstream>, @unchecked Sendable {
    // Sendable: `other` belongs to the drain's owner.

    @usableFromInline let source = JoiningSide()
    @usableFromInline let other = KeepingSide<LatestValue<Other>>()

    @usableFromInline
    init(downstream: Downstream) {
        super.init([other, source], downstream: downstream)
        request(.unlimited, from: other)
    }

    @usableFromInline override var name: StaticString { "WithLatestFrom" }

    override func request(_ more: Subscribers.Demand) {
        request(more, from: source)
    }

    override func finished(_ side: JoiningSide) {
        if side === source { finish(.finished) }
    }

    @usableFromInline
    struct SourceInlet<Input: Sendable>: JoiningInlet {
        @usableFromInline typealias Failure = Downstream.Failure
        @usableFromInline let sampling: Sampling
        @usableFromInline let transform: @Sendable (Input, Other) -> Downstream.Input

        @export(implementation)
        init(sampling: Sampling, transform: @escaping @Sendable (Input, Other) -> Downstream.Input) {
            self.sampling = sampling
            self.transform = transform
        }

        @export(implementation) var joining: Joining<Downstream> { sampling }
        @export(implementation) var side: JoiningSide { sampling.source }

        @export(implementation)
        func take(_ input: Input) -> Subscribers.Demand {
            if sampling.link.isStopped { return .none }
            guard let latest = sampling.other.cell.first else { return .max(1) }
            return sampling.downstream.receive(transform(input, latest))
        }
    }

    @usableFromInline
    struct OtherInlet: JoiningInlet {
        @usableFromInline typealias Input = Other
        @usableFromInline typealias Failure = Downstream.Failure
        @usableFromInline let sampling: Sampling

        @export(implementation)
        init(sampling: Sampling) {
            self.sampling = sampling
        }

        @export(implementation) var joining: Joining<Downstream> { sampling }
        @export(implementation) var side: JoiningSide { sampling.other }

        @export(implementation)
        func take(_ input: Other) -> Subscribers.Demand {
            if !sampling.link.isStopped { sampling.other.cell.put(input) }
            return .none
        }
    }
}
