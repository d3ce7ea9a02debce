import Streams

/// The prefetches of one list or prefetcher that are under way. Releasing it cancels them.
@usableFromInline
package final class PrefetchLoads<Image: Sendable>: Sendable {
    private let loader: ImageLoader<Image>
    private let destination: ImagePrefetcher<Image>.Destination
    private let links = Locked<[ImageRequest: SubscriptionLink]>([:])

    /// - Parameters:
    ///   - loader: Loads the images.
    ///   - destination: Where the images are kept.
    @usableFromInline
    package init(_ loader: ImageLoader<Image>, to destination: ImagePrefetcher<Image>.Destination) {
        self.loader = loader
        self.destination = destination
    }

    deinit {
        for link in links.exchange([:]).values { link.cancel() }
    }

    /// Begins a prefetch.
    ///
    /// - Parameters:
    ///   - request: A request that is not being prefetched.
    ///   - onEnd: Called at the end, perhaps at once, unless it is cancelled; with the error if it failed.
    @usableFromInline
    package func begin(_ request: ImageRequest, onEnd: @escaping @Sendable (ImageError?) -> Void) {
        if isDone(request) { return onEnd(nil) }
        let link = SubscriptionLink()
        links.withLock { $0[request] = link }
        let observer = PrefetchObserver(
            of: request, keepsInMemory: destination == .memory, link: link
        ) { [weak self] error in
            // Released outside the lock.
            _ = self?.links.withLock { $0[request] === link ? $0.removeValue(forKey: request) : nil }
            onEnd(error)
        }
        loader.fetch(request, priority: .prefetch, for: observer)
    }

    /// Cancels a prefetch. Ignored if it has ended.
    @usableFromInline
    package func cancel(_ request: ImageRequest) {
        links.withLock { $0.removeValue(forKey: request) }?.cancel()
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
private final class PrefetchObserver: FetchObserver {
    let request: ImageRequest
    let keepsInMemory: Bool
    private let link: SubscriptionLink
    /// Its place in the fetch that it observes now.
    private let hold = Locked<(any Cancellable)?>(nil)
    private let onEnd: @Sendable (ImageError?) -> Void

    init(
        of request: ImageRequest, keepsInMemory: Bool, link: SubscriptionLink,
        onEnd: @escaping @Sendable (ImageError?) -> Void
    ) {
        self.request = request
        self.keepsInMemory = keepsInMemory
        self.link = link
        self.onEnd = onEnd
    }

    func follow(from progress: ImageProgress, hold: any Cancellable) {
        if self.hold.exchange(hold) == nil {
            link.attach(request: { _ in }, cancel: { self.hold.exchange(nil)?.cancel() })
        } else if link.isStopped {
            hold.cancel()
        }
    }

    func advance(to progress: ImageProgress) {}

    func preview(_ preview: AnyImageState) {}

    func show(_ state: AnyImageState) {}

    func finish(with state: AnyImageState?) {
        if link.finish() { onEnd(state?.error) }
    }
}
