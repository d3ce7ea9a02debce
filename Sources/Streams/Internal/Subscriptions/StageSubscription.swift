/// The subscription that a stage sends downstream.
///
/// A stage and its link hold each other until the end. Downstream holds this object instead of the link, so
/// that a subscriber that releases its subscription, and has no demand that would lead to the end, does not
/// keep the stage.
@usableFromInline
package final class StageSubscription: AbandonableSubscription, CustomStringConvertible {
    private let link: SubscriptionLink
    private let name: StaticString

    /// Creates a subscription.
    ///
    /// - Parameters:
    ///   - link: The stage's link.
    ///   - name: What ``Publisher/print(_:to:)`` prints for it, the name that it has in Combine.
    @usableFromInline
    package init(_ link: SubscriptionLink, of name: StaticString) {
        self.link = link
        self.name = name
    }

    deinit {
        abandon()
    }

    func abandon() { link.abandon() }

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) { link.request(demand) }

    @usableFromInline
    package func cancel() { link.cancel() }

    @usableFromInline
    package var description: String { "\(name)" }
}
