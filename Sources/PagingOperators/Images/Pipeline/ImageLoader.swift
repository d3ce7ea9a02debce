import Dispatch
import Foundation
import Streams

/// Loads images by URL: from the memory cache, or else from the file, the server or the URL itself.
///
/// ```swift
/// let avatars = ImageLoader { data in try Bitmap(png: data) }
///
/// let row = avatars.image(at: user.avatarURL)
///     .receive(on: MainActor.shared)
///     .sink { state in imageView.image = state.image }
/// ```
///
/// Equal requests share one fetch, however many subscribers it has; when the last of them cancels, the fetch is
/// cancelled. Only images that were decoded are cached. May be used from any thread.
///
/// The pipeline is modelled on Nuke's.
public final class ImageLoader<Image: Sendable>: Sendable {
    typealias Table = FetchTable<ImageRequest.Key, ImageFetch<Image>, any ImageObserver<Image>>

    /// The configuration that the loader was made with.
    public let configuration: Configuration

    let decode: @Sendable (Data) throws -> Image
    @usableFromInline let cache: MemoryCache<ImageRequest.Key, Image>
    let fetches = Locked(Table())

    /// Makes a loader.
    ///
    /// - Parameters:
    ///   - configuration: The limits, the placeholder images, and the parts to work with.
    ///   - decode: Decodes an image from the bytes of a complete body. Called on the configuration's scheduler,
    ///     possibly on several threads at once. An error that it throws is reported as
    ///     ``ImageError/notDecodable(_:description:)``.
    public init(
        configuration: Configuration = Configuration(), decode: @escaping @Sendable (Data) throws -> Image
    ) {
        self.configuration = configuration
        self.decode = decode
        cache = MemoryCache(
            costLimit: configuration.memoryCostLimit, countLimit: configuration.memoryCountLimit)
    }

    /// Returns a publisher of the states of an image, beginning with the present one.
    ///
    /// An image in the memory cache is the first and only value, sent from inside the subscriber's first `request`.
    /// Otherwise states follow with the progress of the fetch, and the last one is `loaded` or `failed`. Nothing is
    /// loaded before the first `request`. States are conflated to the latest for a slow subscriber; the last one is
    /// always delivered. States may be sent on any thread.
    ///
    /// - Parameter request: The request of the image.
    /// - Returns: A publisher that finishes after the last state, and cannot fail. Subscribe again to retry.
    @inlinable
    public func image(for request: ImageRequest) -> Publishers.ImageStates<Image> {
        Publishers.ImageStates(loader: self, request: request)
    }

    /// Returns a publisher of the states of the image at a URL.
    ///
    /// The same as ``image(for:)`` with a request without header fields.
    ///
    /// - Parameter url: The URL of the image.
    @inlinable
    public func image(at url: URL) -> Publishers.ImageStates<Image> {
        image(for: ImageRequest(url: url))
    }
}
