/// A value that can be delivered instead of itself and of one before it.
@usableFromInline
package protocol Conflatable: Sendable {
    /// Returns the value to deliver instead of a skipped one and this one.
    ///
    /// - Parameter skipped: The value before this one, which was not delivered.
    func conflated(with skipped: Self) -> Self
}

extension ConflatingOutlet where Value: Conflatable {
    /// Takes a value to deliver. One that waits is skipped.
    @export(implementation)
    package mutating func offer(_ value: Value) {
        offer(value) { skipped, value in value.conflated(with: skipped) }
    }

    /// Delivers a value, if there is demand and none waits; takes it otherwise. To be called by a drain's
    /// owner only.
    ///
    /// One that is delivered at once is not copied.
    @export(implementation)
    package mutating func deliver<Downstream: Subscriber>(
        _ value: Value, to downstream: Downstream, of link: SubscriptionLink
    )
    where Downstream.Input == Value {
        guard isEmpty, demand > .none, !link.isStopped else {
            offer(value)
            return deliver(to: downstream, of: link)
        }
        demand -= 1
        request(downstream.receive(value))
    }

    /// Delivers the value that waits, if there is demand. To be called by a drain's owner only.
    ///
    /// - Parameters:
    ///   - downstream: The subscriber.
    ///   - link: The subscription that the subscriber holds; once it is stopped, nothing is delivered.
    @export(implementation)
    package mutating func deliver<Downstream: Subscriber>(
        to downstream: Downstream, of link: SubscriptionLink
    )
    where Downstream.Input == Value {
        while !link.isStopped, let value = next() {
            request(downstream.receive(value))
        }
    }
}
