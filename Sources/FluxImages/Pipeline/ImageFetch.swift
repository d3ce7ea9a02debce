import Foundation
import Streams

/// The table of a pipeline. Its type is the same for images of all types, so that it is compiled for that
/// one.
typealias ImageFetchTable = FetchTable<
    FetchKey, ImageVariant?, ImageFetch, any FetchObserver, ImageBytes
>

/// The bytes of an image, and the response that they are of.
///
/// An object, so that a copy costs little: every step of a fetch makes some.
final class ImageBody: Sendable {
    let data: Data
    let response: StoredResponse

    init(_ data: Data, _ response: StoredResponse) {
        self.data = data
        self.response = response
    }
}

/// Bytes that are complete.
struct ImageBytes: Sendable {
    enum Kind: Sendable {
        /// Bytes to store once they are decoded.
        case new
        /// Stored bytes.
        case stored
        /// Stored bytes that no others will replace: the server has confirmed them, or sends none.
        case settled
        /// The bytes of an image that was stored for the variant of the request, or is in memory.
        case variant
    }

    let body: ImageBody
    let origin: ImageOrigin
    var kind: Kind
    /// The image, if it was in memory: there are no bytes.
    var image: AnyImageState?

    var data: Data { body.data }

    var response: StoredResponse { body.response }

    /// Whether they come from a server, or are stored. Those of a file are not, though it may be the
    /// alternative of a server.
    var isOfServer: Bool { origin == .network || kind != .new }
}

/// Fetches the bytes of one image: looks them up on disk, downloads them, decodes them for each variant that
/// is observed.
///
/// It has no variables: its ``FetchTable/Phase`` is in the table of the loader, which decides when a step
/// begins. A step that begins after the fetch was cancelled does nothing.
final class ImageFetch: Sendable {
    typealias Table = ImageFetchTable
    typealias ID = Table.FetchID

    let id: ID
    /// The request of the first observer.
    let request: ImageRequest
    let pipeline: ImagePipeline
    let loader: any ImageOperations
    /// The image in memory that is processed; `nil` if bytes are fetched. Held here, so that it is not
    /// released with its decoding, under the lock of the table.
    let image: AnyImageState?

    init(
        id: ID, request: ImageRequest, pipeline: ImagePipeline, loader: any ImageOperations,
        image: AnyImageState?
    ) {
        self.id = id
        self.request = request
        self.pipeline = pipeline
        self.loader = loader
        self.image = image
    }

    /// Starts, unless it was cancelled before.
    func start() {
        // Another fetch may have ended after its observer looked into the cache and before this fetch was
        // made.
        if !request.mayBeInMemory { return startOnDisk() }
        if let image = loader.cached(request) {
            let (observers, hasEnded) = pipeline.takeObservers(of: id, for: request)
            for observer in observers { observer.finish(with: image) }
            if hasEnded { return }
        }
        if let image { return process(image) }
        loader.imageToProcess(for: request) == nil ? startOnDisk() : startAgain()
    }

    /// Lets the observers begin again, with the image to process that is in memory by now.
    private func startAgain() {
        for (observer, need) in pipeline.change({ $0.takeObservers(of: id) }) {
            pipeline.fetch(observer.request, need: need, for: observer, with: loader)
        }
    }

    private func process(_ image: AnyImageState) {
        send(.hit(.memory))
        let none = ImageBody(Data(), StoredResponse(receivedAt: .distantPast))
        let bytes = ImageBytes(body: none, origin: .memory, kind: .variant, image: image)
        pipeline.change { $0.receive(bytes, for: request.variant, of: id) }
    }

    /// Starts with the look-up on disk, whether or not the image is in memory.
    func startOnDisk() {
        if pipeline.diskCache != nil, request.isRemote, request.source != .server {
            pipeline.change { $0.queueLookup(.variant, of: id) }
        } else {
            queueDownload()
        }
    }

    /// Begins a step.
    func begin(_ start: Table.Start) {
        switch start.step {
        case .lookup: pipeline.diskScheduler.schedule { self.lookUp() }
        case .download: beginTransfer()
        case .decode(let variant, let version):
            guard let bytes = start.bytes else { return }
            pipeline.decodeScheduler.schedule { self.decode(bytes, version, for: variant) }
        }
    }

    /// Stops what the fetch does, which was removed from the table.
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
        pipeline.send(kind(), of: other ?? request, by: id)
    }

    /// Ends with a failure, for all observers.
    func fail(with error: ImageError) {
        let observers = pipeline.change {
            $0.fail(id)
        } sending: {
            end(of: $0.first, as: .failed(error))
        }
        if observers.isEmpty { return }
        let state = loader.failed(error)
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
        var starts: [Table.Start] = []
        pipeline.change(keeping: &starts) { $0.receive(bytes, of: id, isFinal: isFinal) }
        let own = decodesHere ? starts.firstIndex(where: { $0.fetch === self }) : nil
        let step = own.map { starts.remove(at: $0).step }
        pipeline.begin(starts)
        if case .decode(let variant, let version)? = step { decode(bytes, version, for: variant) }
    }

    func queueDownload(_ transfer: ImageTransfer? = nil) {
        if request.source == .cache, request.isRemote { return fail(with: .notCached(request.url)) }
        let isQueued = pipeline.change {
            $0.queueDownload(of: id, transfer)
        } sending: { isQueued in
            isQueued ? [ImageEvent(request: request, kind: .queued)] : []
        }
        if !isQueued { keep(transfer?.stop()) }
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
