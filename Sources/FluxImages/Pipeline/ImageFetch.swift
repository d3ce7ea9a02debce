import Foundation
import Streams

/// The table of a loader. Its type is the same for images of all types, so that it is compiled for that one.
typealias ImageFetchTable = FetchTable<ImageResource, ImageForm, any FetchRunner, any FetchObserver>

/// Runs the steps of one fetch.
protocol FetchRunner: AnyObject, Sendable {
    /// Starts, unless it was cancelled before.
    func start()

    /// Starts with the look-up on disk, whether or not the image is in memory.
    func startOnDisk()

    /// Begins a step.
    func begin(_ step: ImageFetchTable.Step)

    /// Stops; nothing is reported any more.
    func cancel()
}

/// Fetches the bytes of one image: looks them up on disk, downloads them, decodes them for each variant that
/// is observed.
///
/// The table of the loader decides when a step begins; a step that begins after the fetch was cancelled does
/// nothing.
final class ImageFetch<Image: Sendable>: FetchRunner {
    typealias Table = ImageLoader<Image>.Table
    typealias ID = Table.FetchID

    /// Bytes that are complete.
    struct Bytes: Sendable {
        enum Kind: Sendable {
            /// They are to be stored once they are decoded.
            case new
            /// They are stored.
            case stored
            /// They are stored, and no others will replace them: the server has confirmed them, or sends none.
            case settled
            /// They are those of an image that was stored for the variant of the request.
            case variant
        }

        let data: Data
        let origin: ImageOrigin
        let response: StoredResponse
        var kind: Kind
        /// Counts the bytes of a fetch, as its table does.
        var version = 0
    }

    struct State: Sendable {
        var isDone = false
        var bytes: Bytes?
        /// The number of the latest bytes.
        var version = 0
        /// The image that is stored for the variant of the request; `nil` once it was found to be damaged.
        var variantBytes: Bytes?
        /// Whether it was looked up.
        var hasReadVariant = false
        /// The image that is stored for the variant of the request, and is stale.
        var staleVariant: StoredBytes?
        /// The bytes of the disk cache, until they are replaced.
        var stored: StoredBytes?
        /// The request of the downloads, if it is not that of the fetch: that of an observer with another URL.
        var source: ImageRequest?
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
    }

    let id: ID
    let request: ImageRequest
    let loader: ImageLoader<Image>
    let state = Locked(State())

    init(id: ID, request: ImageRequest, loader: ImageLoader<Image>) {
        self.id = id
        self.request = request
        self.loader = loader
    }

    func start() {
        // Another fetch may have ended after its observer looked into the cache and before this fetch was
        // made.
        if let image = loader.cachedImage(for: request) {
            loader.hub.send(.hit(.memory), of: request)
            if finish(request.key.form, with: image) { return }
        }
        startOnDisk()
    }

    func startOnDisk() {
        if loader.configuration.diskCache != nil, request.isRemote {
            loader.perform(loader.fetches.withLock { $0.queueLookup(of: id) })
        } else {
            queueDownload()
        }
    }

    func begin(_ step: Table.Step) {
        switch step {
        case .lookup: loader.configuration.diskScheduler.schedule { self.lookUp() }
        case .download: beginTransfer()
        case .decode(let form, let version):
            loader.configuration.decodeScheduler.schedule { self.decode(form, version: version) }
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
    func receive(_ bytes: Bytes, _ finality: Table.Finality = .final) {
        let isActive = state.withLock { state in
            if state.isDone { return false }
            state.version += 1
            state.bytes = bytes
            state.bytes?.version = state.version
            return true
        }
        if isActive {
            loader.perform(
                loader.fetches.withLock { $0.receiveBytes(of: id, finality) })
        }
    }

    func queueDownload() {
        loader.hub.send(.queued, of: request)
        loader.perform(loader.fetches.withLock { $0.queueDownload(of: id) })
    }

    /// - Returns: Whether the fetch has ended.
    private func finish(_ form: ImageForm, with image: Image) -> Bool {
        let (observers, starts, hasEnded) = loader.fetches.withLock { $0.finish(form, of: id) }
        loader.perform(starts)
        for observer in observers.typed(Image.self) { observer.finish(with: .loaded(image, from: .memory)) }
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
