import Dispatch
import FluxLoading
import Foundation
import Streams

/// Loads images by URL: from memory, from a cache on disk, or otherwise from the server, the file or the URL
/// itself.
///
/// ```swift
/// let avatars = ImageLoader { data in try Bitmap(png: data) }
///
/// let row = avatars.image(at: user.avatarURL)
///     .receive(on: .main)
///     .sink { state in imageView.image = state.image }
/// ```
///
/// Equal requests, and requests of other variants of the same image, share one fetch, however many
/// subscribers it has. When the last subscriber cancels, the fetch is cancelled. Waiting fetches begin in the
/// order of their priority. Only images that were decoded are cached. May be used from any thread.
///
/// The pipeline is modeled on Nuke's.
public final class ImageLoader<Image: Sendable>: Sendable {
    typealias Table = ImageFetchTable

    /// The configuration that the loader was made with.
    public let configuration: Configuration

    let decoder: any ImageDecoding<Image>
    @usableFromInline let cache: any ImageCaching<Image>
    /// The same cache, if it is the library's: an image is looked up at each subscription, and a direct call
    /// costs less.
    @usableFromInline let ownCache: MemoryCache<Image>?
    @usableFromInline let hub = ImageEventHub()
    let pipeline: ImagePipeline

    /// Creates a loader with a decoder.
    ///
    /// - Parameters:
    ///   - configuration: The limits, the placeholder images, the caches, the data loader and the schedulers.
    ///   - decoder: Decodes the images.
    public init(
        configuration: Configuration = Configuration(), decoder: some ImageDecoding<Image>
    ) {
        self.configuration = configuration
        self.decoder = decoder
        cache =
            configuration.memoryCache
            ?? MemoryCache(
                costLimit: configuration.memoryCostLimit, countLimit: configuration.memoryCountLimit)
        ownCache = cache as? MemoryCache<Image>
        pipeline = ImagePipeline(configuration, hub: hub)
    }

    /// Creates a loader whose decoder receives the request as well.
    ///
    /// ```swift
    /// let photos = ImageLoader { data, request in
    ///     try Bitmap(png: data, variant: request.variant)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - configuration: The limits, the placeholder images, the caches, the data loader and the schedulers.
    ///   - decode: Decodes an image from the bytes of a complete body, for the variant of the request. Called
    ///     on the configuration's scheduler, possibly on several threads at once. An error that it throws is
    ///     reported as ``ImageError/notDecodable(_:description:)``.
    public convenience init(
        configuration: Configuration = Configuration(),
        decode: @escaping @Sendable (Data, ImageRequest) throws -> Image
    ) {
        self.init(configuration: configuration, decoder: ClosureDecoder(body: decode))
    }

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - configuration: The limits, the placeholder images, the caches, the data loader and the schedulers.
    ///   - decode: Decodes an image from the bytes of a complete body. Called on the configuration's
    ///     scheduler, possibly on several threads at once. An error that it throws is reported as
    ///     ``ImageError/notDecodable(_:description:)``.
    public convenience init(
        configuration: Configuration = Configuration(), decode: @escaping @Sendable (Data) throws -> Image
    ) {
        self.init(configuration: configuration) { data, _ in try decode(data) }
    }

    /// Returns a publisher of the states of an image, beginning with the present one.
    ///
    /// An image in the memory cache is the first and only value, sent from inside the subscriber's first
    /// `request`. Otherwise states follow with the progress of the fetch, and the last one is `loaded` or
    /// `failed`. A stored image that may be shown while it is validated (`stale-while-revalidate`) is a
    /// `loaded` state, which a newer one may follow, as long as the subscription is kept. Nothing is loaded
    /// before the first `request`. States are conflated to the latest for a slow subscriber; the last one is
    /// always delivered. States may be sent on any thread, also on the one on which the bytes of all images
    /// arrive: a subscriber that takes long for a state receives them elsewhere, by `receive(on:)`.
    ///
    /// - Parameters:
    ///   - request: The request of the image.
    ///   - priority: How soon the image is needed.
    /// - Returns: A publisher that finishes after the last state, and cannot fail. Subscribe again to retry.
    @inlinable
    public func image(
        for request: ImageRequest, priority: ImagePriority = .shown
    ) -> ExtraPublishers.ImageStates<Image> {
        ExtraPublishers.ImageStates(loader: self, subject: .request(request), priority: priority)
    }

    /// Returns a publisher of the states of an image, with a priority that may change.
    ///
    /// - Parameters:
    ///   - request: The request of the image.
    ///   - priority: How soon the image is needed, now and later.
    /// - Returns: A publisher that finishes after the last state, and cannot fail. Subscribe again to retry.
    @inlinable
    public func image(
        for request: ImageRequest, priority: LiveImagePriority
    ) -> ExtraPublishers.ImageStates<Image> {
        ExtraPublishers.ImageStates(
            loader: self, subject: .request(request), priority: .shown, livePriority: priority)
    }

    /// Returns a publisher of the states of the image at a URL.
    ///
    /// The same as ``image(for:priority:)-(_,ImagePriority)`` with a request without header fields.
    ///
    /// - Parameter url: The URL of the image.
    @inlinable
    public func image(at url: URL) -> ExtraPublishers.ImageStates<Image> {
        ExtraPublishers.ImageStates(loader: self, subject: .url(url), priority: .shown)
    }
}
