/// Subscribes a flattening stage to its upstream, each of whose values becomes a child.
@usableFromInline
struct FlatteningUpstream<Input: Sendable, Child: Publisher, Stage: FlatteningStage>: Subscriber
where Child.Output == Stage.Downstream.Input, Child.Failure == Stage.Downstream.Failure {
    @usableFromInline let stage: Stage
    /// The demand requested from upstream at subscription.
    @usableFromInline let demand: Subscribers.Demand
    @usableFromInline let transform: @Sendable (Input) -> Child

    @inlinable
    init(
        stage: Stage, demand: Subscribers.Demand = .unlimited,
        transform: @escaping @Sendable (Input) -> Child
    ) {
        self.stage = stage
        self.demand = demand
        self.transform = transform
    }

    @inlinable var flowControl: Subscribers.FlowControl? { stage.downstream.flowControl }

    @inlinable
    func receive(subscription: any Subscription) {
        if stage.upstream.attach(subscription) { subscription.request(demand) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        stage.link.isStopped ? .none : stage.start(transform(input))
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Child.Failure>) {
        if stage.upstream.finish() { stage.endUpstream(completion) }
    }
}
