import Streams

/// Drives the images of one subscriber's feed: hands them what happens, one event at a time, and does what they
/// say.
final class ImageSession<Item: Sendable, Image: Sendable, Downstream: Subscriber>: @unchecked Sendable
where Downstream.Input == ViewState<ImageRow<Item, Image>>, Downstream.Failure == Never {
    // Sendable: the variables belong to the drain's owner.

    typealias Images = RowImages<Item, Image>

    enum Event: Sendable {
        case images(Images.Event)
        case listEnded
        case request(Subscribers.Demand)
        case cancel
    }

    private let drain = Drain<Event>()
    /// The subscription that downstream holds.
    private let link = SubscriptionLink()
    private let listLink = SubscriptionLink()
    private let loader: ImageLoader<Image>
    private let downstream: Downstream

    private var images: Images?
    private var loads: [ImageLoadID: SubscriptionLink] = [:]
    private var outlet = StateOutlet<ImageRow<Item, Image>>()
    private var listHasEnded = false

    init(images: Images, loader: ImageLoader<Image>, downstream: Downstream) {
        self.images = images
        self.loader = loader
        self.downstream = downstream
    }

    func start<Signals, Source>(with feed: Publishers.Paginate<Signals, Source, Item>) {
        link.attach(
            request: { demand in self.submit(.request(demand)) },
            cancel: { self.submit(.cancel) })
        downstream.receive(subscription: link)
        let receiver = ListReceiver(session: self)
        feed.receive(subscriber: receiver, onHint: { row in self.submit(.images(.shown(row: row))) })
    }

    private func submit(_ event: Event) {
        drain.submit(event) { handle($0) }
    }
}

// What follows is called by the drain's owner only.
extension ImageSession {
    private func handle(_ event: Event) {
        if case .cancel = event { return letGo() }
        if link.isStopped { return }
        switch event {
        case .images(let event):
            if case .image(let id, let state) = event, state.isFinal { loads[id] = nil }
            perform(images?.handle(event) ?? [])
        case .listEnded: listHasEnded = true
        case .request(let demand): outlet.request(demand)
        case .cancel: break
        }
        deliver()
        finishIfDone()
    }

    private func perform(_ actions: [Images.Action]) {
        for action in actions {
            switch action {
            case .publish(let state): outlet.offer(state)
            case .load(let id, let request): startLoad(id, request)
            case .cancelLoad(let id):
                // Not before the loads that were started with it, which may want the same image.
                if let load = loads.removeValue(forKey: id) { drain.deferUpstream(.run { load.cancel() }) }
            }
        }
    }

    private func startLoad(_ id: ImageLoadID, _ request: ImageRequest) {
        let load = SubscriptionLink()
        loads[id] = load
        drain.deferUpstream(
            .run { [loader] in
                if load.isStopped { return }
                loader.image(for: request).receive(
                    subscriber: ImageReceiver(session: self, id: id, link: load))
            })
    }

    private func deliver() {
        while !link.isStopped, let state = outlet.next() {
            outlet.request(downstream.receive(state))
        }
    }

    private func finishIfDone() {
        guard listHasEnded, images?.isAtRest ?? true, outlet.isEmpty, link.finish() else { return }
        letGo()
        downstream.receive(completion: .finished)
    }

    private func letGo() {
        for load in loads.values { drain.deferUpstream(.cancel(load)) }
        loads = [:]
        outlet = StateOutlet()
        images = nil
        drain.deferUpstream(.cancel(listLink))
    }
}

extension ImageSession {
    /// Takes the states of the list.
    private struct ListReceiver: Subscriber {
        let session: ImageSession

        func receive(subscription: any Subscription) {
            if session.listLink.attach(subscription) { subscription.request(.unlimited) }
        }

        func receive(_ state: ViewState<Item>) -> Subscribers.Demand {
            session.submit(.images(.list(state)))
            return .none
        }

        func receive(completion: Subscribers.Completion<Never>) {
            if session.listLink.finish() { session.submit(.listEnded) }
        }
    }

    /// Takes the states of one row's image.
    private struct ImageReceiver: Subscriber {
        let session: ImageSession
        let id: ImageLoadID
        let link: SubscriptionLink

        func receive(subscription: any Subscription) {
            if link.attach(subscription) { subscription.request(.unlimited) }
        }

        func receive(_ state: ImageState<Image>) -> Subscribers.Demand {
            if !link.isStopped { session.submit(.images(.image(id, state))) }
            return .none
        }

        func receive(completion: Subscribers.Completion<Never>) {
            _ = link.finish()
        }
    }
}
