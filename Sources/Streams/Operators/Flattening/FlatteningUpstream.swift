/// Subscribes a flattening stage to its upstream, each of whose values becomes a child.
@usableFromInline
struct FlatteningUpstream<Input: Sendable, Child: Publisher, Stage: FlatteningStage>: Subscriber
where Child.Output == Stage.Downstream.Input, Child.Failure == Stage.Downstream.Failure {
    @usableFromInline let stage: Stage
    /// The demand requested from upstream at subscription.
    @usableFromInline let demand: Subscribers.Demand
    @usableFromInline let transform: @Sendable (Input) -> Child

    @export(implementation)
    init(
        stage: Stage, demand: Subscribers.Demand = .unlimited,
        transform: @escaping @Sendable (Input) -> Child
    ) {
        self.stage = stage
        self.demand = demand
        self.transform = transform
    }

    @export(implementation) var flowControl: Subscribers.FlowControl? { stage.upstreamFlowControl }

    @export(implementation)
    func receive(subscription: any Subscription) {
        if stage.upstream.attach(subscription) { subscription.request(demand) }
    }

    @export(implementation)
    func receive(_ input: Input) -> Subscribers.Demand {
        stage.link.isStopped ? .none : stage.start(transform(input))
    }

    @export(implementation)
    func receive(completion: Subscribers.Completion<Child.Failure>) {
        if stage.upstream.finish() { stage.endUpstream(completion) }
    }
}
