import Streams

/// The prefetches of one list or prefetcher that are under way. Releasing it cancels them.
@usableFromInline
package final class PrefetchLoads<Image: Sendable>: Sendable {
    private let loader: ImageLoader<Image>
    private let destination: ImagePrefetcher<Image>.Destination
    private let running = Locked<[ImageRequest: ImageSubscription]>([:])

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
        let prefetch = ImageSubscription(request, for: destination == .memory ? .memory : .disk) {
            [loader, weak self] prefetch, action in
            let error: ImageError?
            switch action {
            case .start:
                loader.fetch(request, priority: .prefetch, for: prefetch)
                return .none
            case .state(let state) where state.error != nil: error = state.error
            case .finish: error = nil
            case .progress, .state: return .none
            }
            if self?.remove(prefetch) == true { onEnd(error) }
            return .none
        }
        running.withLock { $0[request] = prefetch }
        prefetch.request(.unlimited)
    }

    /// - Returns: Whether the prefetch was neither cancelled nor has ended before.
    private func remove(_ prefetch: ImageSubscription) -> Bool {
        // Released outside the lock.
        let removed = running.withLock { running in
            running[prefetch.request] === prefetch ? running.removeValue(forKey: prefetch.request) : nil
        }
        return removed != nil
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
