import Foundation
import Streams

/// Loads images before they are needed, at the lowest priority.
///
/// ```swift
/// let prefetcher = ImagePrefetcher(avatars)
/// prefetcher.start(at: users.map(\.avatarURL))
/// // Later, in collectionView(_:cancelPrefetchingForItemsAt:):
/// prefetcher.stop(at: [users[1].avatarURL])
/// ```
///
/// Prefetches begin in the order in which they were started, a few at once. A request that is started twice is
/// prefetched once, and one whose image is cached costs no transfer. An image that a row requests, too, is
/// loaded once, with the row's priority, and continues to load if it is no longer prefetched. Failures are not
/// reported: the image is loaded again when it is needed. ``ImageLoader/events`` has the way of each request.
///
/// Releasing the prefetcher stops all its prefetches. May be used from any thread. Modelled on Nuke's.
public final class ImagePrefetcher<Image: Sendable>: Sendable {
    /// Where images are kept until they are needed.
    public enum Destination: Hashable, Sendable {
        /// Decoded, in memory, and on disk if the loader has a disk cache.
        case memory

        /// On disk only. The bytes are decoded once, so that only those of an image are stored. Requests that the
        /// disk cache does not serve, of files for example, and all requests of a loader without a disk cache,
        /// are not loaded.
        case disk
    }

    private let session: PrefetchSession<Image>

    /// Makes a prefetcher.
    ///
    /// - Parameters:
    ///   - loader: Loads the images.
    ///   - destination: Where the images are kept.
    ///   - maximumLoads: How many images are prefetched at once, at least 1. A small number leaves transfers to
    ///     the rows in view.
    public init(_ loader: ImageLoader<Image>, to destination: Destination = .memory, maximumLoads: Int = 2) {
        session = PrefetchSession(loader, destination, limit: maximumLoads)
    }

    deinit {
        session.submit(.stopAll)
    }

    /// Prefetches images.
    ///
    /// - Parameter requests: The requests of the images. Those that are being prefetched already, or wait for it,
    ///   keep their place.
    public func start(_ requests: [ImageRequest]) {
        session.submit(.change(start: requests, stop: [], onEnd: nil))
    }

    /// Prefetches the images at URLs.
    ///
    /// - Parameter urls: The URLs of the images.
    public func start(at urls: [URL]) {
        start(urls.map { ImageRequest(url: $0) })
    }

    /// Stops prefetching images. Fetches that no row observes are cancelled.
    ///
    /// - Parameter requests: The requests of the images. Those that are not being prefetched are ignored.
    public func stop(_ requests: [ImageRequest]) {
        session.submit(.change(start: [], stop: requests, onEnd: nil))
    }

    /// Stops prefetching the images at URLs.
    ///
    /// - Parameter urls: The URLs of the images.
    public func stop(at urls: [URL]) {
        stop(urls.map { ImageRequest(url: $0) })
    }

    /// Stops all prefetches. The prefetcher can be used again.
    public func stopAll() {
        session.submit(.stopAll)
    }

    /// Begins no further prefetches until ``resume()``. Those that have begun continue.
    public func pause() {
        session.submit(.pause)
    }

    /// Begins the prefetches that wait, after ``pause()``.
    public func resume() {
        session.submit(.resume)
    }

    /// Prefetches images, and stops prefetching others.
    ///
    /// - Parameters:
    ///   - start: The requests to prefetch.
    ///   - stop: The requests to stop.
    ///   - onEnd: Called at the end of each of the prefetches that is not stopped before.
    @usableFromInline
    package func change(
        start: [ImageRequest], stop: [ImageRequest], onEnd: @escaping @Sendable (ImageRequest) -> Void
    ) {
        session.submit(.change(start: start, stop: stop, onEnd: onEnd))
    }
}
