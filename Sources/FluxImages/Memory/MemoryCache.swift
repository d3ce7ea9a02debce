import Streams

/// Keeps decoded images in memory, and evicts the least recently used when their total cost or their number exceeds a
/// limit.
///
/// A loader makes one of its own, with the limits of its configuration. Make one to share it between loaders that decode
/// the same images in the same way, or to use it in an ``ImageCaching`` of your own:
///
/// ```swift
/// let cache = MemoryCache<Bitmap>(costLimit: 100_000_000)
/// listConfiguration.memoryCache = cache
/// detailConfiguration.memoryCache = cache
/// ```
///
/// May be used from any thread. Looking an image up counts as using it. An evicted image is released outside the lock, by
/// the call that evicted it. Memory pressure is not observed; call ``trim(toCost:count:)`` where the platform reports it.
public final class MemoryCache<Image: Sendable>: ImageCaching, Sendable {
    @usableFromInline let images: Locked<LRU<ImageRequest, Image>>

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - costLimit: The highest total cost of the images, in the unit of ``ImageLoader/Configuration/cost``: 64 MiB by
    ///     default. A negative limit counts as zero.
    ///   - countLimit: The highest number of images; not limited by default.
    public init(costLimit: Int = 64 * 1024 * 1024, countLimit: Int = .max) {
        images = Locked(LRU(costLimit: costLimit, countLimit: countLimit))
    }

    /// The number of images.
    public var count: Int { images.withLock { $0.count } }

    /// The total cost of the images.
    public var totalCost: Int { images.withLock { $0.totalCost } }

    /// Returns an image, and marks it as the most recently used.
    ///
    /// - Parameter request: The request of the image.
    /// - Returns: The image, or `nil` if it was not stored or was evicted.
    /// - Complexity: O(1).
    @inlinable
    public func image(for request: ImageRequest) -> Image? {
        images.withLock { $0.value(for: request) }
    }

    /// Stores an image, marks it as the most recently used, and evicts others that exceed a limit.
    ///
    /// - Parameters:
    ///   - image: Replaces the present image of the request. It is not stored if its cost alone exceeds the limit.
    ///   - request: The request of the image.
    ///   - cost: In the unit of the limit; a negative cost counts as zero.
    /// - Complexity: O(1) for each image that is evicted.
    public func store(_ image: Image, for request: ImageRequest, cost: Int) {
        _ = images.withLock { $0.set(image, for: request, cost: cost) }
    }

    /// Removes an image, if there is one.
    ///
    /// - Parameter request: The request of the image.
    /// - Complexity: O(1).
    public func remove(_ request: ImageRequest) {
        _ = images.withLock { $0.remove(request) }
    }

    /// Removes all images.
    public func removeAll() {
        _ = images.withLock { $0.removeAll() }
    }

    /// Evicts the least recently used images until the others are within two limits. The cache's own limits do not change.
    ///
    /// - Parameters:
    ///   - cost: The highest total cost to remain; not limited by default.
    ///   - count: The highest number of images to remain; not limited by default.
    /// - Complexity: O(1) for each image that is evicted.
    public func trim(toCost cost: Int = .max, count: Int = .max) {
        _ = images.withLock { $0.trim(toCost: cost, count: count) }
    }
}
