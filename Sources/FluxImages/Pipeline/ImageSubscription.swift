import Streams

/// Delivers the states of one image to one subscriber, conflated to the latest by demand.
///
/// Inlinable, so that a subscription costs little: unspecialised code would look up the metadata of every
/// type it uses.
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
        /// What has arrived of the image.
        case preview(Image)
        /// No state follows.
        case end
        case request(Subscribers.Demand)
        case cancel
    }

    /// Submits the progress at the start. A closure that is made where the types are known, because a fetch
    /// calls the unspecialised methods of an observer.
    @usableFromInline let start: @Sendable (ImageSubscription, ImageProgress) -> Void
    @usableFromInline let drain = Drain<Event>()
    @usableFromInline let link = SubscriptionLink()
    /// The hold on the fetch.
    @usableFromInline let fetch = SubscriptionLink()
    // Not the publisher itself: to release a generic value costs more than to release its parts.
    @usableFromInline let loader: ImageLoader<Image>
    @usableFromInline let request: ImageRequest
    @usableFromInline let priority: ImagePriority
    @usableFromInline let livePriority: LiveImagePriority?
    @usableFromInline let ownPlaceholder: Image?
    @usableFromInline let downstream: Downstream

    @usableFromInline @exclusivity(unchecked) var outlet = ConflatingOutlet<ImageState<Image>>()
    @usableFromInline @exclusivity(unchecked) var latest: ImageState<Image>?
    @usableFromInline @exclusivity(unchecked) var latestPreview: Image?
    @usableFromInline @exclusivity(unchecked) var hasDemand = false
    @usableFromInline @exclusivity(unchecked) var hasEnded = false

    @inlinable
    init(to states: ExtraPublishers.ImageStates<Image>, for downstream: Downstream) {
        start = { $0.submit(.start($1)) }
        loader = states.loader
        request = states.request
        priority = states.priority
        livePriority = states.livePriority
        ownPlaceholder = states.ownPlaceholder
        self.downstream = downstream
    }

    @usableFromInline var keepsInMemory: Bool { true }

    @usableFromInline
    func loading(_ progress: ImageProgress) -> ImageState<Image> {
        .loading(progress, placeholder: ownPlaceholder ?? loader.configuration.placeholder)
    }

    @usableFromInline
    func follow(from progress: ImageProgress, stop: @escaping @Sendable () -> Void) {
        fetch.attach(request: { _ in }, cancel: stop)
        start(self, progress)
    }

    @usableFromInline
    func advance(to progress: ImageProgress) {
        submit(.state(loading(progress)))
    }

    @usableFromInline
    func preview(_ image: Image) {
        submit(.preview(image))
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
            if latest == nil { offer(loading(progress)) }
        case .state(.loading(let progress, let placeholder)):
            offer(.loading(progress, placeholder: latestPreview ?? placeholder))
        case .state(let state):
            offer(state)
        case .preview(let image):
            latestPreview = image
            if let progress = latest?.progress { offer(.loading(progress, placeholder: image)) }
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
        // It may have been loaded since the subscription.
        if let hit = loader.hit(for: request) {
            offer(hit)
            hasEnded = true
            return
        }
        drain.deferUpstream(.run { self.startFetch() })
    }

    @inlinable
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
        latestPreview = nil
        drain.deferUpstream(.cancel(fetch))
    }
}

extension ImageState: Conflatable {
    @inlinable
    package func conflated(with skipped: ImageState) -> ImageState { self }
}
