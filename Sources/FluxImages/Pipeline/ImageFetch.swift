import Foundation
import Streams

/// The table of a loader. Its type is the same for images of all types, so that it is compiled for that one.
typealias ImageFetchTable = FetchTable<
    FetchKey, ImageVariant?, any FetchRunner, any FetchObserver, ImageBytes
>

/// Runs the steps of one fetch.
protocol FetchRunner: AnyObject, Sendable {
    /// The request of the first observer.
    var request: ImageRequest { get }

    /// Starts, unless it was cancelled before.
    func start()

    /// Starts with the look-up on disk, whether or not the image is in memory.
    func startOnDisk()

    /// Begins a step.
    func begin(_ start: ImageFetchTable.Start)

    /// Stops what the fetch does, which was removed from the table.
    func stop(_ entry: ImageFetchTable.Entry)
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
/// It has no variables: its ``FetchTable/Phase`` is in the table of the loader, which decides when a step
/// begins. A step that begins after the fetch was cancelled does nothing.
final class ImageFetch<Image: Sendable>: FetchRunner {
    typealias Table = ImageLoader<Image>.Table
    typealias ID = Table.FetchID

    let id: ID
    let request: ImageRequest
    let loader: ImageLoader<Image>
    /// The image in memory that is processed; `nil` if bytes are fetched. Held here, so that it is not
    /// released with its decoding, under the lock of the table.
    let image: Image?

    init(id: ID, request: ImageRequest, loader: ImageLoader<Image>, image: Image?) {
        self.id = id
        self.request = request
        self.loader = loader
        self.image = image
    }

    func start() {
        // Another fetch may have ended after its observer looked into the cache and before this fetch was
        // made.
        if !request.mayBeInMemory { return startOnDisk() }
        if let image = loader.cachedImage(for: request) {
            let (observers, starts, hasEnded) = loader.fetches.takeObservers(of: id, for: request)
            loader.perform(starts)
            let state = TypedImageState(.loaded(image, from: .memory))
            for observer in observers { observer.finish(with: state) }
            if hasEnded { return }
        }
        if let image { return process(image) }
        loader.imageToProcess(for: request) == nil ? startOnDisk() : startAgain()
    }

    /// Lets the observers begin again, with the image to process that is in memory by now.
    private func startAgain() {
        let (observers, starts) = loader.change { $0.takeObservers(of: id) }
        loader.perform(starts)
        for (observer, need) in observers { loader.fetch(observer.request, need: need, for: observer) }
    }

    private func process(_ image: Image) {
        send(.hit(.memory))
        let bytes = ImageBytes(
            data: Data(), origin: .memory, response: StoredResponse(receivedAt: .distantPast), kind: .variant,
            image: TypedImageState(.loaded(image, from: .memory)))
        loader.perform(loader.change { $0.receive(bytes, for: request.variant, of: id) })
    }

    func startOnDisk() {
        if loader.configuration.diskCache != nil, request.isRemote, request.source != .server {
            loader.perform(loader.change { $0.queueLookup(.variant, of: id) })
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

    func stop(_ entry: Table.Entry) { keep(entry.phase.stop() ?? wholeBody(of: entry)) }

    /// The bytes of the first URL that were not decoded, if the server can confirm them.
    private func wholeBody(of entry: Table.Entry) -> PartialBody? {
        guard case .original(let bytes) = entry.content, bytes.kind == .new,
            entry.urls?.isAlternative != true, let validator = bytes.response.strongValidator
        else { return nil }
        return PartialBody(
            bytes: bytes.data, validator: validator, total: bytes.data.count, response: bytes.response)
    }

    /// Sends an event, unless the fetch has ended.
    func send(_ kind: @autoclosure () -> ImageEvent.Kind, of other: ImageRequest? = nil) {
        loader.fetches.send(kind(), of: other ?? request, by: id)
    }

    /// Ends with a failure, for all observers.
    func fail(with error: ImageError) {
        let (observers, starts) = loader.fetches.change {
            $0.fail(id)
        } sending: { observers, _ in
            end(of: observers.first, as: .failed(error))
        }
        if observers.isEmpty { return }
        loader.perform(starts)
        let state = TypedImageState(loader.failed(error))
        for observer in observers { observer.finish(with: state) }
    }

    /// The event of the end of observers, with the variant of the first of them: those of another one may
    /// stay.
    func end(of observer: (any FetchObserver)?, as kind: ImageEvent.Kind) -> [ImageEvent] {
        guard let observer else { return [] }
        return [ImageEvent(request: request.with(form: observer.request.key.form), kind: kind)]
    }

    /// Decodes the bytes that have arrived for every variant that is observed.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - isFinal: Whether no newer ones follow. Otherwise they are to be downloaded.
    ///   - decodesHere: Whether one variant may be decoded on this thread.
    func receive(_ bytes: ImageBytes, isFinal: Bool = true, decodingHere decodesHere: Bool = false) {
        var starts = loader.change { $0.receive(bytes, of: id, isFinal: isFinal) }
        let own = decodesHere ? starts.firstIndex(where: { $0.fetch === self }) : nil
        guard let own, case .decode(let variant, let version) = starts[own].step else {
            return loader.perform(starts)
        }
        starts.remove(at: own)
        loader.perform(starts)
        decode(bytes, version, for: variant)
    }

    func queueDownload(_ transfer: ImageTransfer? = nil) {
        if request.source == .cache, request.isRemote { return fail(with: .notCached(request.url)) }
        let starts = loader.fetches.change {
            $0.queueDownload(of: id, transfer)
        } sending: { starts in
            starts == nil ? [] : [ImageEvent(request: request, kind: .queued)]
        }
        if let starts {
            loader.perform(starts)
        } else {
            keep(transfer?.cancel()?.partial)
        }
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
