/// The subscription that a stage sends downstream.
///
/// A stage and its link hold each other until the end. Downstream holds this object instead of the link, so that a
/// subscriber that releases its subscription, and has no demand that would lead to the end, does not keep the stage.
@usableFromInline
package final class StageSubscription: Subscription {
    private let link: SubscriptionLink

    @usableFromInline
    package init(_ link: SubscriptionLink) {
        self.link = link
    }

    deinit {
        link.abandon()
    }

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) { link.request(demand) }

    @usableFromInline
    package func cancel() { link.cancel() }
}
