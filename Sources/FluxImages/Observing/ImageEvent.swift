import FluxLoading

/// An event of a request in an ``ImageLoader``, such as a cache hit or the start of a transfer. See
/// ``ImageLoader/events``.
public struct ImageEvent: Sendable {
    /// The kind of an event.
    public enum Kind: Hashable, Sendable {
        /// The image was in memory, or its bytes were in the cache on disk.
        case hit(ImageOrigin)

        /// The request uses a fetch of the same bytes that was running, or the bytes that a running reload
        /// has received. The fetch may be one without observers, whose image was being decoded.
        case joined

        /// The download is queued.
        case queued

        /// A transfer has started; the number of the attempt, from 1.
        case started(attempt: Int)

        /// The server continues an interrupted transfer after a number of bytes.
        case resumed(at: Int)

        /// The server has confirmed the bytes that were stored (304).
        case revalidated

        /// A transfer has failed.
        case interrupted(LoadingError)

        /// A transfer has ended; the number of bytes that it has received, without those of earlier transfers
        /// that it has continued, and the time since it started.
        case downloaded(bytes: Int, duration: Duration)

        /// The bytes were decoded; the time that it took.
        case decoded(duration: Duration)

        /// The image is loaded.
        case loaded(from: ImageOrigin)

        /// The fetch has ended, and was observed by prefetches to disk only: the bytes are on disk, unless
        /// the server does not permit it, or they cannot be written, as ``/FluxLoading/DiskCache/errors``
        /// reports.
        case prefetched

        /// The image failed to load.
        case failed(ImageError)

        /// The fetch was cancelled, because its last observer was removed, or because the image of its
        /// ``ImageRequest/lowDataURL`` is loaded in its place.
        case cancelled
    }

    /// The request. For a fetch that several requests share, the first of them.
    public let request: ImageRequest

    /// The kind of the event.
    public let kind: Kind
}

extension ImageEvent: CustomStringConvertible {
    /// The event in one line: `https://example.org/1.png: 326 bytes in 0.12 s`. Secrets in the URL are left
    /// out.
    public var description: String { "\(request.url.shortened): \(kind)" }
}

extension ImageEvent.Kind: CustomStringConvertible {
    /// The event in one line, without its request.
    public var description: String {
        switch self {
        case .hit(.disk): "hit on disk"
        case .hit(let origin): "hit in \(origin.inWords)"
        case .joined: "joined"
        case .queued: "queued"
        case .started(let attempt): attempt == 1 ? "started" : "started, attempt \(attempt)"
        case .resumed(let count): "resumed after \(count) bytes"
        case .revalidated: "revalidated"
        case .interrupted(let error): "interrupted: \(error)".onOneLine
        case .downloaded(let bytes, let duration): "\(bytes) bytes in \(duration.inSeconds)"
        case .decoded(let duration): "decoded in \(duration.inSeconds)"
        case .loaded(let origin): "loaded from \(origin.inWords)"
        case .prefetched: "prefetched"
        case .failed(let error): "failed: \(error)".onOneLine
        case .cancelled: "cancelled"
        }
    }
}

extension ImageOrigin {
    fileprivate var inWords: String {
        switch self {
        case .memory: "memory"
        case .disk: "disk"
        case .network: "the network"
        }
    }
}
