/// A subscriber that forwards every signal it does not handle itself to another subscriber.
///
/// An operator without state conforms with a struct, so that a chain of operators is one value that the
/// compiler specializes as a whole.
@usableFromInline
package protocol Relay: Subscriber {
    associatedtype Downstream: Subscriber
    var downstream: Downstream { get }
}

extension Relay {
    @export(implementation)
    package var flowControl: Subscribers.FlowControl? { downstream.flowControl }

    @export(implementation)
    package func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
    }
}

extension Relay where Failure == Downstream.Failure {
    @export(implementation)
    package func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion)
    }
}

/// A relay that may end the stream itself. It holds a link to upstream, to cancel it then.
@usableFromInline
package protocol StoppingRelay: Relay {
    var upstream: SubscriptionLink { get }
}

extension StoppingRelay {
    @export(implementation)
    package func receive(subscription: any Subscription) {
        if upstream.attach(subscription) {
            downstream.receive(subscription: upstream)
        }
    }

    /// Cancels upstream and ends the stream downstream, unless it has ended.
    @export(implementation)
    package func stop(_ completion: Subscribers.Completion<Downstream.Failure>) {
        if upstream.cancelToFinish() {
            downstream.receive(completion: completion)
        }
    }
}

extension StoppingRelay where Failure == Downstream.Failure {
    @export(implementation)
    package func receive(completion: Subscribers.Completion<Failure>) {
        if upstream.finish() {
            downstream.receive(completion: completion)
        }
    }
}
