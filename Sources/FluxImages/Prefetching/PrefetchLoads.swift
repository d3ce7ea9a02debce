import Streams

/// The prefetches of one list or prefetcher that are under way. Releasing it cancels them.
@usableFromInline
package final class PrefetchLoads<Image: Sendable>: Sendable {
    private let loader: ImageLoader<Image>
    private let destination: ImagePrefetcher<Image>.Destination
    private let running = Locked<[ImageRequest: Prefetch]>([:])

    /// - Parameters:
    ///   - loader: Loads the images.
    ///   - destination: Where the images are kept.
    @usableFromInline
    package init(_ loader: ImageLoader<Image>, to destination: ImagePrefetcher<Image>.Destination) {
        self.loader = loader
        self.destination = destination
    }

    deinit {
        for prefetch in running.exchange([:]).values { prefetch.cancel() }
    }

    /// Begins a prefetch.
    ///
    /// - Parameters:
    ///   - request: A request that is not being prefetched.
    ///   - onEnd: Called at the end, perhaps at once, unless it is cancelled; with the error if it failed.
    @usableFromInline
    package func begin(_ request: ImageRequest, onEnd: @escaping @Sendable (ImageError?) -> Void) {
        if isDone(request) { return onEnd(nil) }
        let prefetch = Prefetch(of: request, for: destination == .memory ? .memory : .disk) {
            [weak self] ended, error in
            // Released outside the lock.
            _ = self?.running.withLock { $0[request] === ended ? $0.removeValue(forKey: request) : nil }
            onEnd(error)
        }
        running.withLock { $0[request] = prefetch }
        loader.fetch(request, priority: .prefetch, for: prefetch)
    }

    /// Cancels a prefetch. Ignored if it has ended.
    @usableFromInline
    package func cancel(_ request: ImageRequest) {
        running.withLock { $0.removeValue(forKey: request) }?.cancel()
    }

    /// Whether there is nothing to load: the image is where it is to be kept, or cannot be kept there.
    private func isDone(_ request: ImageRequest) -> Bool {
        switch destination {
        case .memory: request.mayBeInMemory && loader.cachedImage(for: request) != nil
        case .disk: loader.configuration.diskCache == nil || !request.isRemote
        }
    }
}

/// Observes the fetch of an image that is prefetched.
private final class Prefetch: FetchObserver {
    private enum Phase: Sendable {
        case starting
        /// It holds its place in the fetch that it observes now.
        case observing(any Cancellable)
        case ended
    }

    let request: ImageRequest
    let use: ImageUse
    private let phase = Locked(Phase.starting)
    private let onEnd: @Sendable (Prefetch, ImageError?) -> Void

    init(
        of request: ImageRequest, for use: ImageUse,
        onEnd: @escaping @Sendable (Prefetch, ImageError?) -> Void
    ) {
        self.request = request
        self.use = use
        self.onEnd = onEnd
    }

    func cancel() {
        if case .observing(let hold) = phase.exchange(.ended) { hold.cancel() }
    }

    func follow(from progress: ImageProgress, hold: any Cancellable) {
        let old = phase.withLock { phase in
            let old = phase
            if case .ended = old {} else { phase = .observing(hold) }
            return old
        }
        if case .ended = old { hold.cancel() }
    }

    func advance(to progress: ImageProgress) {}

    func preview(_ preview: AnyImageState) {}

    func show(_ state: AnyImageState, number: Int) {}

    func finish(with state: AnyImageState?) {
        if case .ended = phase.exchange(.ended) { return }
        onEnd(self, state?.error)
    }
}
