/// Sends a subscription followed by the completion, for a stream without values.
///
/// A subscriber that cancels within `receive(subscription:)` receives no completion.
@export(implementation)
func end<S: Subscriber>(_ subscriber: S, with completion: Subscribers.Completion<S.Failure>) {
    let link = SubscriptionLink()
    subscriber.receive(subscription: link)
    if link.finish() { subscriber.receive(completion: completion) }
}
