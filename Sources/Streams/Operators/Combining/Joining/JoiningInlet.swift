/// Subscribes a joining to one of its sides; says only what becomes of a value.
@usableFromInline
protocol JoiningInlet: Subscriber where Failure == Downstream.Failure {
    associatedtype Downstream: Subscriber
    var joining: Joining<Downstream> { get }
    var side: JoiningSide { get }

    /// Takes a value. Called by the drain's owner only.
    ///
    /// - Returns: What to ask the side for in addition.
    func take(_ input: Input) -> Subscribers.Demand
}

extension JoiningInlet {
    @inlinable
    func receive(subscription: any Subscription) {
        if side.hasSubscription { return subscription.cancel() }
        side.hasSubscription = true
        // Asked at once, so that nothing is lost that is sent to a subject after this returns. Not from inside a
        // value, where an endless side would never let downstream get to it.
        let asked = joining.drain.isOwnedByCaller ? .none : side.wanted
        joining.submit(.attached(side, subscription, asked: asked))
        if asked > .none { subscription.request(asked) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard joining.drain.enter() else {
            post(input)
            return .none
        }
        let more = take(input)
        joining.leaveDrain()
        return more
    }

    @inlinable @inline(never)
    func post(_ input: Input) {
        joining.submit(
            .value {
                let more = take(input)
                if more > .none { joining.ask(side, for: more) }
            })
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        joining.submit(.ended(side, completion))
    }
}
