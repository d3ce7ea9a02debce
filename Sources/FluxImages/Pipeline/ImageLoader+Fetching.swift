import Streams

extension ImageLoader {
    /// Adds an observer to the fetch of an image, and starts the fetch if it is new.
    ///
    /// - Parameters:
    ///   - request: The request of the image.
    ///   - priority: The priority of the observer, unless it may change.
    ///   - observer: Observes the fetch.
    @usableFromInline
    func fetch(_ request: ImageRequest, priority: ImagePriority, for observer: any FetchObserver) {
        pipeline.fetch(
            request, need: observer.livePriority?.need ?? .priority(priority), for: observer, with: self)
    }

    /// Changes the table of the fetches at the present time.
    @inline(__always)
    func change<Result: Sendable>(_ body: (inout Table) -> Result) -> Result { pipeline.change(body) }
}
