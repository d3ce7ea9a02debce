import FluxLoading

/// An event of a request in an ``ImageLoader``, such as a cache hit or the start of a transfer. See
/// ``ImageLoader/events``.
public struct ImageEvent: Sendable {
    /// What happened.
    public enum Kind: Hashable, Sendable {
        /// The image was in memory, or its bytes were in the cache on disk.
        case hit(ImageOrigin)

        /// A fetch of the same bytes was under way, and the request was added to it.
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

        /// A transfer has ended; the number of bytes, and the time since it started.
        case downloaded(bytes: Int, duration: Duration)

        /// The bytes were decoded; the time that it took.
        case decoded(duration: Duration)

        /// The image is loaded.
        case loaded(from: ImageOrigin)

        /// The fetch has ended, and was observed by prefetches to disk only: the bytes are on disk, unless
        /// the server does not permit it.
        case prefetched

        /// The image failed to load.
        case failed(ImageError)

        /// The fetch was cancelled, because its last observer was removed.
        case cancelled
    }

    /// The request. For a fetch that several requests share, the first of them.
    public let request: ImageRequest

    /// What happened.
    public let kind: Kind
}
