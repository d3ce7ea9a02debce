import Streams

/// Performs a ``PageWalk`` for one subscriber: loads pages, and delivers their elements on demand.
@usableFromInline
final class PageWalkStage<Source: PageSource, Downstream: Subscriber>: SerialStage, @unchecked Sendable {
    // Sendable: the variables belong to the drain's owner.

    @usableFromInline
    typealias Elements = ExtraPublishers.PageElements<Source, Downstream.Input, Downstream.Failure>

    @usableFromInline
    enum Event: StageEvent {
        case request(Subscribers.Demand)
        case loaded(Page<Source.Key, Source.Item>)
        case failed(PageError<Source.Key, Source.Failure>.Reason)
        case cancel
    }

    @usableFromInline let drain = Drain<Event>()
    @usableFromInline let link = SubscriptionLink()
    @usableFromInline let downstream: Downstream
    @usableFromInline let elements: Elements

    @usableFromInline @exclusivity(unchecked)
    var walk: PageWalk<Source.Key, Downstream.Input, Source.Failure>
    /// The load that runs, if any.
    @usableFromInline @exclusivity(unchecked) var load: SubscriptionLink?

    @inlinable
    init(_ elements: Elements, downstream: Downstream) {
        self.elements = elements
        self.downstream = downstream
        walk = elements.makeWalk()
    }

    @inlinable
    func handle(_ event: Event) {
        if case .cancel = event { return release() }
        if link.isStopped { return }
        switch event {
        case .request(let more): walk.request(more)
        case .loaded(let page): walk.take(elements.elements(page), next: page.next)
        case .failed(let reason): walk.fail(reason)
        case .cancel: break
        }
        while !link.isStopped, let action = walk.nextAction() { perform(action) }
    }

    @inlinable
    func perform(_ action: PageWalk<Source.Key, Downstream.Input, Source.Failure>.Action) {
        switch action {
        case .deliver(let element): walk.request(downstream.receive(element))
        case .load(let request): start(request)
        case .finish(.finished): finish(.finished)
        case .finish(.failure(let error)): finish(.failure(elements.failure(error)))
        }
    }

    @inlinable
    func start(_ request: PageRequest<Source.Key>) {
        let load = SubscriptionLink()
        self.load = load
        drain.deferUpstream(
            .run { [elements] in
                if load.isStopped { return }
                elements.source.page(for: request)
                    .receive(subscriber: PageWalkReceiver(stage: self, link: load))
            })
    }

    @inlinable
    func release() {
        walk = elements.makeWalk()
        if let load = load.take() { drain.deferUpstream(.cancel(load)) }
    }
}

/// Receives the one page of a load.
@usableFromInline
struct PageWalkReceiver<Source: PageSource, Downstream: Subscriber>: Subscriber {
    @usableFromInline let stage: PageWalkStage<Source, Downstream>
    @usableFromInline let link: SubscriptionLink

    @inlinable
    init(stage: PageWalkStage<Source, Downstream>, link: SubscriptionLink) {
        self.stage = stage
        self.link = link
    }

    @inlinable
    func receive(subscription: any Subscription) {
        if link.attach(subscription) { subscription.request(.max(1)) }
    }

    @inlinable
    func receive(_ page: Page<Source.Key, Source.Item>) -> Subscribers.Demand {
        if link.cancelToFinish() { stage.submit(.loaded(page)) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Source.Failure>) {
        guard link.finish() else { return }
        switch completion {
        case .finished: stage.submit(.failed(.paging(.noPage)))
        case .failure(let error): stage.submit(.failed(.source(error)))
        }
    }
}
