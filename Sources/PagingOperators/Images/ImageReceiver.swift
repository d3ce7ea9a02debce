import FluxImages
import Streams

/// Receives the states of one row's image.
@usableFromInline
struct ImageReceiver<
    Key: Hashable & Sendable, Input: Sendable, Item: Sendable, Image: Sendable
>: Subscriber {
    @usableFromInline let session: EngineSession<ImageFeedEngine<Key, Input, Item, Image>>
    @usableFromInline let results: ImageResults<Image>
    @usableFromInline let id: ImageLoadID
    @usableFromInline let link: SubscriptionLink

    @inlinable
    init(
        session: EngineSession<ImageFeedEngine<Key, Input, Item, Image>>,
        results: ImageResults<Image>, id: ImageLoadID, link: SubscriptionLink
    ) {
        self.session = session
        self.results = results
        self.id = id
        self.link = link
    }

    @inlinable
    func receive(subscription: any Subscription) {
        if link.attach(subscription) { subscription.request(.unlimited) }
    }

    @inlinable
    func receive(_ state: ImageState<Image>) -> Subscribers.Demand {
        if link.isStopped { return .none }
        if results.append(.state(state), of: id) { session.submit(.engine(.images(.results(results)))) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Never>) {
        guard link.finish() else { return }
        _ = results.append(.end, of: id)
        session.submit(.loadEnded(.image(id), .images(.results(results))))
    }
}
