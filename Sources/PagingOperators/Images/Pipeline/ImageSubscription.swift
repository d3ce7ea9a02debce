import Streams

/// Delivers the states of one image to one subscriber, conflated to the latest by demand.
///
/// Inlinable, so that a cache hit costs little: unspecialised code would look up the metadata of every type
/// it uses.
@usableFromInline
final class ImageSubscription<Image: Sendable, Downstream: Subscriber>: SerialStage, ImageObserver,
    @unchecked Sendable
where Downstream.Input == ImageState<Image>, Downstream.Failure == Never {
    // Sendable: the variables belong to the drain's owner.

    @usableFromInline
    enum Event: StageEvent {
        /// The progress of the fetch when the observer was added.
        case start(ImageProgress)
        case state(ImageState<Image>)
        /// No state follows.
        case end
        case request(Subscribers.Demand)
        case cancel
    }

    @usableFromInline let drain = Drain<Event>()
    @usableFromInline let link = SubscriptionLink()
    /// The hold on the fetch.
    @usableFromInline let fetch = SubscriptionLink()
    // Not the publisher itself: to release a generic value costs more than to release its parts.
    @usableFromInline let loader: ImageLoader<Image>
    @usableFromInline let request: ImageRequest
    @usableFromInline let priority: ImagePriority
    @usableFromInline let livePriority: LiveImagePriority?
    @usableFromInline let downstream: Downstream

    @usableFromInline @exclusivity(unchecked) var outlet = ConflatingOutlet<ImageState<Image>>()
    @usableFromInline @exclusivity(unchecked) var latest: ImageState<Image>?
    @usableFromInline @exclusivity(unchecked) var hasDemand = false
    @usableFromInline @exclusivity(unchecked) var hasEnded = false

    @inlinable
    init(to states: Publishers.ImageStates<Image>, for downstream: Downstream) {
        loader = states.loader
        request = states.request
        priority = states.priority
        livePriority = states.livePriority
        self.downstream = downstream
    }

    @usableFromInline var keepsInMemory: Bool { true }

    @usableFromInline
    func follow(from progress: ImageProgress, stop: @escaping @Sendable () -> Void) {
        fetch.attach(request: { _ in }, cancel: stop)
        submit(.start(progress))
    }

    @usableFromInline
    func advance(to progress: ImageProgress) {
        submit(.state(loader.loading(progress)))
    }

    @usableFromInline
    func show(_ state: ImageState<Image>) {
        submit(.state(state))
    }

    @usableFromInline
    func finish(with state: ImageState<Image>?) {
        if let state { submit(.state(state)) }
        submit(.end)
    }
}

// What follows is called by the drain's owner only.
extension ImageSubscription {
    @inlinable
    func handle(_ event: Event) {
        if case .cancel = event { return release() }
        if link.isStopped { return }
        switch event {
        case .start(let progress):
            // The fetch may have reported more before.
            if latest == nil { offer(loader.loading(progress)) }
        case .state(let state):
            offer(state)
        case .end:
            hasEnded = true
        case .request(let demand):
            outlet.request(demand)
            startIfNeeded()
        case .cancel:
            break
        }
        outlet.deliver(to: downstream, of: link)
        if hasEnded, outlet.isEmpty { finish(.finished) }
    }

    /// Loads the image at the first demand.
    @inlinable
    func startIfNeeded() {
        if hasDemand { return }
        hasDemand = true
        if let image = loader.cachedImage(for: request) {
            if loader.hub.isObserved { loader.hub.send(.hit(.memory), of: request) }
            offer(.loaded(image, from: .memory))
            hasEnded = true
            return
        }
        drain.deferUpstream(.run { self.startFetch() })
    }

    @usableFromInline
    func startFetch() {
        loader.fetch(request, priority: priority, live: livePriority, for: self)
    }

    @inlinable
    func offer(_ state: ImageState<Image>) {
        // Progress of the validation of an image that is shown already.
        if hasEnded || (state.isLoading && latest?.isFinal == true) { return }
        latest = state
        outlet.offer(state)
    }

    @inlinable
    func release() {
        outlet = ConflatingOutlet()
        latest = nil
        drain.deferUpstream(.cancel(fetch))
    }
}

extension ImageState: Conflatable {
    @inlinable
    package func conflated(with skipped: ImageState) -> ImageState { self }
}
