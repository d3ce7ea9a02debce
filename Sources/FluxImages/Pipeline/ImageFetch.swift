import Foundation
import Streams

/// The table of a loader. Its type is the same for images of all types, so that it is compiled for that one.
typealias ImageFetchTable = FetchTable<
    FetchKey, ImageVariant?, any FetchRunner, any FetchObserver, ImageBytes
>

/// Runs the steps of one fetch.
protocol FetchRunner: AnyObject, Sendable {
    /// Starts, unless it was cancelled before.
    func start()

    /// Starts with the look-up on disk, whether or not the image is in memory.
    func startOnDisk()

    /// Begins a step.
    func begin(_ start: ImageFetchTable.Start)

    /// Stops; nothing is reported any more.
    func cancel()
}

/// Bytes that are complete.
struct ImageBytes: Sendable {
    enum Kind: Sendable {
        /// They are to be stored once they are decoded.
        case new
        /// They are stored.
        case stored
        /// They are stored, and no others will replace them: the server has confirmed them, or sends none.
        case settled
        /// They are those of an image that was stored for the variant of the request, or is in memory.
        case variant
    }

    let data: Data
    let origin: ImageOrigin
    let response: StoredResponse
    var kind: Kind
    /// The image, if it was in memory: there are no bytes.
    var image: AnyImageState?
}

/// Fetches the bytes of one image: looks them up on disk, downloads them, decodes them for each variant that
/// is observed.
///
/// The table of the loader decides when a step begins; a step that begins after the fetch was cancelled does
/// nothing.
final class ImageFetch<Image: Sendable>: FetchRunner {
    typealias Table = ImageLoader<Image>.Table
    typealias ID = Table.FetchID

    struct State: Sendable {
        var isDone = false
        /// Whether the image that is stored for the variant of the request was looked up.
        var hasReadVariant = false
        /// The image to process. Held so that it is not released under the lock of the table.
        var imageInMemory: AnyImageState?
        /// The image that is stored for the variant of the request, and is stale.
        var staleVariant: StoredBytes?
        /// The bytes of the disk cache, until they are replaced.
        var stored: StoredBytes?
        /// The request of the downloads, if it is not that of the fetch: that of an observer with another
        /// URL.
        var source: ImageRequest?
        /// The URLs to try if the image fails to load.
        var alternatives: [URL] = []
        /// The URLs whose credentials the server refuses.
        var refused: Set<URL> = []
        var download: Download?
        /// The transfer that runs, or the delay of the next one.
        var transfer: (any Cancellable)?
        /// The number of transfers so far; events of earlier ones are ignored.
        var transfers = 0
        /// The number of transfers that failed.
        var failures = 0
        var beganAt = Duration.zero
        /// Whether a preview is being made.
        var isPreviewing = false
        /// How much had arrived for the last preview.
        var previewedCount = 0
    }

    let id: ID
    let request: ImageRequest
    let loader: ImageLoader<Image>
    let state = Locked(State())

    init(id: ID, request: ImageRequest, loader: ImageLoader<Image>) {
        self.id = id
        self.request = request
        self.loader = loader
        if !request.alternatives.isEmpty { state.withLock { $0.alternatives = request.alternatives } }
    }

    func start() {
        // Another fetch may have ended after its observer looked into the cache and before this fetch was
        // made.
        if !request.mayBeInMemory { return startOnDisk() }
        if let image = loader.cachedImage(for: request) {
            loader.hub.send(.hit(.memory), of: request)
            if finish(with: image) { return }
        } else if !request.processing.isEmpty, processImageInMemory() {
            return
        }
        startOnDisk()
    }

    /// Processes the image in memory that was decoded for the same variant.
    ///
    /// - Returns: Whether there is one.
    private func processImageInMemory() -> Bool {
        guard let image = loader.cachedImage(for: request.unprocessed) else { return false }
        loader.hub.send(.hit(.memory), of: request)
        let bytes = ImageBytes(
            data: Data(), origin: .memory, response: StoredResponse(receivedAt: .distantPast), kind: .variant,
            image: TypedImageState(.loaded(image, from: .memory)))
        state.withLock { state in
            if state.isDone { return }
            // There is nothing to read.
            state.hasReadVariant = true
            state.imageInMemory = bytes.image
        }
        loader.perform(loader.change { $0.receive(bytes, for: request.variant, of: id) })
        return true
    }

    func startOnDisk() {
        if loader.configuration.diskCache != nil, request.isRemote, request.source != .server {
            loader.perform(loader.change { $0.queueLookup(of: id) })
        } else {
            queueDownload()
        }
    }

    func begin(_ start: Table.Start) {
        switch start.step {
        case .lookup: loader.configuration.diskScheduler.schedule { self.lookUp() }
        case .download: beginTransfer()
        case .decode(let variant, let version):
            guard let bytes = start.bytes else { return }
            loader.configuration.decodeScheduler.schedule { self.decode(bytes, version, for: variant) }
        }
    }

    func cancel() {
        let ended = end()
        if ended.isDone { return }
        ended.transfer?.cancel()
        keep(ended.download?.partial)
        loader.hub.send(.cancelled, of: request)
    }

    /// Ends with a failure, for all observers.
    func fail(with error: ImageError) {
        if end().isDone { return }
        loader.hub.send(.failed(error), of: request)
        loader.finish(id, with: loader.failed(error))
    }

    /// Decodes the bytes that have arrived for every variant that is observed.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - finality: Whether newer ones may follow.
    ///   - decodesHere: Whether one variant may be decoded on this thread.
    func receive(
        _ bytes: ImageBytes, _ finality: Table.Finality = .final, decodingHere decodesHere: Bool = false
    ) {
        var starts = loader.change { $0.receive(bytes, of: id, finality) }
        let own = decodesHere ? starts.firstIndex(where: { $0.fetch === self }) : nil
        guard let own, case .decode(let variant, let version) = starts[own].step else {
            return loader.perform(starts)
        }
        starts.remove(at: own)
        loader.perform(starts)
        decode(bytes, version, for: variant)
    }

    func queueDownload() {
        if request.source == .cache, request.isRemote { return fail(with: .notCached(request.url)) }
        loader.hub.send(.queued, of: request)
        loader.perform(loader.change { $0.queueDownload(of: id) })
    }

    /// Ends those who observe the fetch for the same request.
    ///
    /// - Returns: Whether the fetch has ended.
    private func finish(with image: Image) -> Bool {
        let form = request.key.form
        let (observers, starts, hasEnded) = loader.change {
            $0.finishObservers(of: id, where: { $0.request.key.form == form })
        }
        loader.perform(starts)
        let state = TypedImageState(.loaded(image, from: .memory))
        for observer in observers { observer.finish(with: state) }
        if hasEnded { _ = end() }
        return hasEnded
    }

    /// Ends the fetch and releases what it held.
    func end() -> State {
        var ended = State()
        ended.isDone = true
        return state.exchange(ended)
    }
}

extension ImageRequest {
    /// Whether the bytes come from a server.
    var isRemote: Bool { origin == .network }

    /// The origin of an image that was not cached.
    var origin: ImageOrigin {
        switch url.scheme?.lowercased() {
        case "file": .disk
        case "data": .memory
        default: .network
        }
    }
}
