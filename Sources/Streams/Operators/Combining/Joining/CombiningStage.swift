/// A joining that keeps the values of all sides and combines them.
@usableFromInline
protocol CombiningStage: AnyObject, Sendable {
    associatedtype Downstream: Subscriber

    /// The stage itself, as the class that it inherits from.
    var joining: Joining<Downstream> { get }

    /// Sends the combinations that a new value completes. Called by the drain's owner only.
    ///
    /// - Parameter side: The side that has kept the value.
    /// - Returns: The additional demand for that side.
    func combine(after side: JoiningSide) -> Subscribers.Demand
}

extension CombiningStage {
    /// Subscribes to the publisher of a side, unless the stream has ended.
    @export(implementation)
    func start<P: Publisher, Cell: JoiningCell>(_ publisher: P, at side: KeepingSide<Cell>)
    where P.Output == Cell.Value, P.Failure == Downstream.Failure {
        if joining.link.isStopped { return }
        publisher.receive(subscriber: CombiningInlet(stage: self, kept: side))
    }
}

/// Keeps the values of a side, and combines them with those of the others.
@usableFromInline
struct CombiningInlet<Stage: CombiningStage, Cell: JoiningCell>: JoiningInlet {
    @usableFromInline typealias Input = Cell.Value
    @usableFromInline typealias Downstream = Stage.Downstream
    @usableFromInline typealias Failure = Stage.Downstream.Failure
    @usableFromInline let stage: Stage
    @usableFromInline let kept: KeepingSide<Cell>

    @export(implementation)
    init(stage: Stage, kept: KeepingSide<Cell>) {
        self.stage = stage
        self.kept = kept
    }

    @export(implementation) var joining: Joining<Stage.Downstream> { stage.joining }
    @export(implementation) var side: JoiningSide { kept }

    @export(implementation) @inline(__always)
    func take(_ input: Cell.Value) -> Subscribers.Demand {
        if stage.joining.link.isStopped { return .none }
        kept.cell.put(input)
        return stage.combine(after: kept)
    }
}
