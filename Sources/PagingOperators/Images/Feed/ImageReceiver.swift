import Streams

/// Receives the states of one row's image.
struct ImageReceiver<Key: Hashable & Sendable, Input: Sendable, Item: Sendable, Image, Downstream>: Subscriber
where
    Image: Sendable, Downstream: Subscriber, Downstream.Input == ViewState<ImageRow<Item, Image>>,
    Downstream.Failure == Never
{
    let session: EngineSession<ImageFeedEngine<Key, Input, Item, Image>, Downstream>
    let id: ImageLoadID
    let link: SubscriptionLink

    func receive(subscription: any Subscription) {
        if link.attach(subscription) { subscription.request(.unlimited) }
    }

    func receive(_ state: ImageState<Image>) -> Subscribers.Demand {
        if link.isStopped { return .none }
        session.submit(
            state.isFinal ? .loadEnded(.image(id), .image(id, state)) : .engine(.image(id, state)))
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {
        _ = link.finish()
    }
}
