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
/// Prefetches begin in the order in which they were started, a few at once. A request that is started twice
/// is prefetched once, and one whose image is cached costs no transfer. An image that a row requests, too, is
/// loaded once, with the row's priority, and continues to load if it is no longer prefetched. ``progress``
/// publishes how many have ended, and which have failed; those are loaded again when they are needed.
/// ``ImageLoader/events`` reports the events of each request.
///
/// Releasing the prefetcher stops all its prefetches. May be used from any thread. Modeled on Nuke's.
public final class ImagePrefetcher<Image: Sendable>: Sendable {
    /// The place where images are kept until they are needed.
    public enum Destination: Hashable, Sendable {
        /// Decoded, in memory, and on disk if the loader has a disk cache.
        case memory

        /// On disk only. The bytes are decoded once, so that only those of an image are stored. Requests that
        /// the disk cache does not serve, of files for example, and all requests of a loader without a disk
        /// cache, are not loaded.
        case disk
    }

    private let session: PrefetchSession<Image>

    /// Creates a prefetcher.
    ///
    /// - Parameters:
    ///   - loader: Loads the images.
    ///   - destination: Where the images are kept.
    ///   - maximumLoads: How many images are prefetched at once; less than 1 counts as 1. A small number
    ///     keeps transfers free for the rows in view.
    public init(_ loader: ImageLoader<Image>, to destination: Destination = .memory, maximumLoads: Int = 2) {
        session = PrefetchSession(loader, destination, limit: maximumLoads)
    }

    /// Sends how many prefetches have ended and which have failed: at once, and after each change. It
    /// finishes when the prefetcher is released.
    ///
    /// Sent on the threads of the loader. States are conflated to the latest for a slow subscriber.
    public var progress: AnyPublisher<PrefetchProgress, Never> { session.progress.eraseToAnyPublisher() }

    /// Prefetches images.
    ///
    /// - Parameter requests: The requests of the images. Images that are being prefetched already, or wait
    ///   for it, keep their place.
    public func start(_ requests: [ImageRequest]) {
        session.submit(.start(requests))
    }

    /// Prefetches the images at URLs.
    ///
    /// - Parameter urls: The URLs of the images.
    public func start(at urls: [URL]) {
        start(urls.map { ImageRequest(url: $0) })
    }

    /// Stops prefetching images. Fetches that no row observes are cancelled.
    ///
    /// - Parameter requests: The requests of the images. Images that are not being prefetched are ignored.
    public func stop(_ requests: [ImageRequest]) {
        session.submit(.stop(requests))
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

    /// Begins no further prefetches until ``resume()``. Prefetches that have begun continue.
    public func pause() {
        session.submit(.pause)
    }

    /// Begins the prefetches that wait, after ``pause()``.
    public func resume() {
        session.submit(.resume)
    }
}

/// The progress of the prefetches of an ``ImagePrefetcher``.
public struct PrefetchProgress: Hashable, Sendable {
    /// The number of prefetches that have ended, with an image or an error.
    public internal(set) var completedCount = 0

    /// The number of prefetches that were started since ``ImagePrefetcher/stopAll()``, without those that
    /// were stopped.
    public internal(set) var totalCount = 0

    /// The number of prefetches that have failed.
    public internal(set) var failureCount = 0

    /// The error of the last prefetch of a request, for the 100 requests that have failed last.
    public internal(set) var failures: [ImageRequest: ImageError] = [:]

    /// Creates a value that states how far prefetches are.
    ///
    /// - Parameters:
    ///   - completedCount: How many have ended, with an image or an error.
    ///   - totalCount: How many were started.
    ///   - failureCount: How many have failed.
    ///   - failures: Why they failed.
    public init(
        completedCount: Int = 0, totalCount: Int = 0, failureCount: Int = 0,
        failures: [ImageRequest: ImageError] = [:]
    ) {
        self.completedCount = completedCount
        self.totalCount = totalCount
        self.failureCount = failureCount
        self.failures = failures
    }
}
