import Streams

/// Performs the prefetches of an ``ImagePrefetcher``.
///
/// It is retained by those that run, and the prefetcher is not, so that releasing the prefetcher stops them.
final class PrefetchSession<Image: Sendable>: @unchecked Sendable {
    // Sendable: the variables belong to the drain's owner.

    typealias List = PrefetchList<ImageRequest>

    enum Event: Sendable {
        /// Starts and stops prefetches. The closure replaces an earlier one: it is called at the end of each prefetch that is
        /// not stopped.
        case change(start: [ImageRequest], stop: [ImageRequest], onEnd: (@Sendable (ImageRequest) -> Void)?)
        case stopAll
        case pause
        case resume
        case ended(List.ID, ImageRequest)
    }

    private let loader: ImageLoader<Image>
    private let destination: ImagePrefetcher<Image>.Destination
    private let drain = Drain<Event>()
    private var list: List
    private var links: [List.ID: SubscriptionLink] = [:]
    private var onEnd: (@Sendable (ImageRequest) -> Void)?

    init(_ loader: ImageLoader<Image>, _ destination: ImagePrefetcher<Image>.Destination, limit: Int) {
        self.loader = loader
        self.destination = destination
        list = List(limit: limit)
    }

    func submit(_ event: Event) {
        drain.submit(event) { handle($0) }
    }

    private func handle(_ event: Event) {
        switch event {
        case .change(let start, let stop, let onEnd):
            self.onEnd = onEnd ?? self.onEnd
            perform(list.start(start))
            perform(list.stop(stop))
        case .stopAll: perform(list.stopAll())
        case .pause: list.pause()
        case .resume: perform(list.resume())
        case .ended(let id, let request):
            let isStopped = links.removeValue(forKey: id) == nil
            perform(list.finish(id))
            if !isStopped, let onEnd { drain.deferUpstream(.run { onEnd(request) }) }
        }
    }

    private func perform(_ actions: [List.Action]) {
        for action in actions {
            switch action {
            case .begin(let id, let request):
                let link = SubscriptionLink()
                links[id] = link
                drain.deferUpstream(.run { self.begin(request, id, link) })
            case .cancel(let id):
                if let link = links.removeValue(forKey: id) { drain.deferUpstream(.cancel(link)) }
            }
        }
    }

    private func begin(_ request: ImageRequest, _ id: List.ID, _ link: SubscriptionLink) {
        if link.isStopped { return }
        if isDone(request) { return submit(.ended(id, request)) }
        loader.fetch(
            request, priority: .prefetch,
            for: PrefetchObserver<Image>(of: request, keepsInMemory: destination == .memory, link: link) {
                self.submit(.ended(id, request))
            })
    }

    /// Whether there is nothing to load: the image is where it is to be kept, or cannot be kept there.
    private func isDone(_ request: ImageRequest) -> Bool {
        switch destination {
        case .memory: loader.cachedImage(for: request) != nil
        case .disk: loader.configuration.diskCache == nil || !request.isRemote
        }
    }
}

/// Observes the fetch of an image that is prefetched.
private final class PrefetchObserver<Image: Sendable>: ImageObserver {
    let request: ImageRequest
    let keepsInMemory: Bool
    private let link: SubscriptionLink
    private let onEnd: @Sendable () -> Void

    init(
        of request: ImageRequest, keepsInMemory: Bool, link: SubscriptionLink,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.request = request
        self.keepsInMemory = keepsInMemory
        self.link = link
        self.onEnd = onEnd
    }

    func follow(from progress: ImageProgress, stop: @escaping @Sendable () -> Void) {
        link.attach(request: { _ in }, cancel: stop)
    }

    func advance(to progress: ImageProgress) {}

    func show(_ state: ImageState<Image>) {}

    func finish(with state: ImageState<Image>?) {
        if link.finish() { onEnd() }
    }
}
