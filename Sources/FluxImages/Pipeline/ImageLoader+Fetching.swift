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
        fetch(request, need: observer.livePriority?.need ?? .priority(priority), for: observer)
    }

    func fetch(_ request: ImageRequest, need: ImageNeed, for observer: any FetchObserver) {
        let image = observer.keepsInMemory ? imageToProcess(for: request) : nil
        let processed = image.map { _ in ImageForm(variant: request.variant, processing: []) }
        fetches.add(observer, to: request, processing: processed, need: need) {
            ImageFetch(id: $0, request: request, loader: self, image: image)
        }
    }

    /// The image in memory that a request processes: the one that was decoded for the same variant.
    func imageToProcess(for request: ImageRequest) -> Image? {
        if request.processing.isEmpty || !request.mayBeInMemory { return nil }
        return cachedImage(for: request.unprocessed)
    }

    /// Changes the table of the fetches at the present time.
    @inline(__always)
    func change<Result: Sendable>(_ body: (inout Table) -> Result) -> Result { fetches.change(body) }

    /// Begins steps of fetches.
    func perform(_ starts: [Table.Start]) { fetches.perform(starts) }

    func failed(_ error: ImageError) -> ImageState<Image> {
        .failed(error, fallback: configuration.fallback)
    }
}
