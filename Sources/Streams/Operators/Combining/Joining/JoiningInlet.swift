/// Subscribes a joining to one of its sides. A conforming type handles the values.
@usableFromInline
protocol JoiningInlet: Subscriber where Failure == Downstream.Failure {
    associatedtype Downstream: Subscriber
    var joining: Joining<Downstream> { get }
    var side: JoiningSide { get }

    /// Handles a value. Called by the drain's owner only.
    ///
    /// - Returns: The additional demand for the side.
    func take(_ input: Input) -> Subscribers.Demand
}

extension JoiningInlet {
    @export(implementation) var flowControl: Subscribers.FlowControl? { side.flowControl }

    @export(implementation)
    func receive(subscription: any Subscription) {
        if side.hasSubscription { return subscription.cancel() }
        side.hasSubscription = true
        // Requested at once, so that no value is lost that is sent to a subject after this returns. Not from
        // inside a value, where an endless side would keep downstream from receiving it.
        let requested = joining.drain.isOwnedByCaller ? .none : side.initialDemand
        joining.submit(.attached(side, subscription, requested: requested))
        if requested > .none { subscription.request(requested) }
    }

    @export(implementation)
    func receive(_ input: Input) -> Subscribers.Demand {
        side.flowControl?.receivedValue()
        guard joining.drain.enter() else {
            post(input)
            return .none
        }
        let more = take(input)
        let missing = more > .none ? side.flowControl?.request(more) ?? more : more
        joining.leaveDrain()
        return missing
    }

    @export(implementation) @inline(never)
    func post(_ input: Input) {
        joining.submit(
            .value {
                let more = take(input)
                if more > .none { joining.request(more, from: side) }
            })
    }

    @export(implementation)
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        joining.submit(.completed(side, completion))
    }
}
