/// Keeps decoded images in memory, by request.
///
/// ``MemoryCache`` is the cache of the library. Conform a type of your own to keep other images, or to evict
/// them by other rules, and set it as the ``ImageLoader/Configuration/memoryCache`` of a loader:
///
/// ```swift
/// /// Keeps no originals, which are large.
/// struct VariantCache: ImageCaching {
///     private let images = MemoryCache<Bitmap>(costLimit: 50_000_000)
///
///     func image(for request: ImageRequest) -> Bitmap? { images.image(for: request) }
///
///     func store(_ bitmap: Bitmap, for request: ImageRequest, cost: Int) {
///         if request.variant != nil { images.store(bitmap, for: request, cost: cost) }
///     }
///
///     func remove(_ request: ImageRequest) { images.remove(request) }
///     func removeAll() { images.removeAll() }
///     func trim(toCost cost: Int, count: Int) { images.trim(toCost: cost, count: count) }
/// }
/// ```
///
/// A request is the key: requests are equal if they have the same image, variant and processing included, and
/// hashing one is O(1). A loader calls a cache from several threads at the same time, without holding a lock.
/// A cache may drop an image at any time: a missing image is loaded again.
public protocol ImageCaching<Image>: Sendable {
    /// The type of the images.
    associatedtype Image: Sendable

    /// Returns the image of a request.
    ///
    /// Called on the thread of each subscriber, often the main thread, several times for an image. Must
    /// return quickly: do not read files or decode here.
    ///
    /// - Parameter request: The request of the image.
    /// - Returns: The image that was stored last for an equal request, or `nil` if there is none.
    func image(for request: ImageRequest) -> Image?

    /// Stores an image, in place of an earlier one of the same request.
    ///
    /// Called before the subscribers receive the image, on the thread that has decoded it or has called
    /// ``ImageLoader/insertImage(_:data:for:)``. The cache may ignore it.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - request: The request of the image.
    ///   - cost: The cost of the image, by the decoder or else by ``ImageLoader/Configuration/cost``; zero
    ///     for one that is inserted without its bytes, if neither knows it.
    func store(_ image: Image, for request: ImageRequest, cost: Int)

    /// Removes the image of a request, if there is one.
    ///
    /// - Parameter request: The request of the image.
    func remove(_ request: ImageRequest)

    /// Removes all images.
    func removeAll()

    /// Removes images until the remaining ones are within two limits. A cache that cannot select images
    /// removes all.
    ///
    /// - Parameters:
    ///   - cost: The highest total cost to remain; `Int.max` for any.
    ///   - count: The highest number of images to remain; `Int.max` for any.
    func trim(toCost cost: Int, count: Int)
}
