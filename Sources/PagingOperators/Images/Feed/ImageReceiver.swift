import Streams

/// Receives the states of one row's image.
struct ImageReceiver<Key: Hashable & Sendable, Input: Sendable, Item: Sendable, Image, Downstream>: Subscriber
where
    Image: Sendable, Downstream: Subscriber, Downstream.Input == ViewState<ImageRow<Item, Image>>,
    Downstream.Failure == Never
{
    let session: EngineSession<ImageFeedEngine<Key, Input, Item, Image>, Downstream>
    let results: ImageResults<Image>
    let id: ImageLoadID
    let link: SubscriptionLink

    func receive(subscription: any Subscription) {
        if link.attach(subscription) { subscription.request(.unlimited) }
    }

    func receive(_ state: ImageState<Image>) -> Subscribers.Demand {
        if link.isStopped { return .none }
        if results.append(.state(state), of: id) { session.submit(.engine(.images(results))) }
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {
        guard link.finish() else { return }
        _ = results.append(.end, of: id)
        session.submit(.loadEnded(.image(id), .images(results)))
    }
}
