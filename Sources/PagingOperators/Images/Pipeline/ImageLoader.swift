import Dispatch
import Foundation
import Streams

/// Loads images by address: memory cache, then the file, the server or the address itself, then decoding.
///
/// ```swift
/// let avatars = ImageLoader { data in try Bitmap(png: data) }
///
/// let row = avatars.image(at: user.avatarURL)
///     .receive(on: MainActor.shared)
///     .sink { state in imageView.image = state.image }
/// ```
///
/// Requests with equal keys share one fetch, however many subscribers wait for it; when the last of them leaves, it
/// is cancelled. Only images that decoded are cached. May be used from any thread.
///
/// The pipeline is modelled on Nuke's.
public final class ImageLoader<Image: Sendable>: Sendable {
    typealias Table = FetchTable<ImageRequest.Key, ImageFetch<Image>, any ImageObserver<Image>>

    /// What the loader was made with.
    public let configuration: Configuration

    let decode: @Sendable (Data) throws -> Image
    @usableFromInline let cache: MemoryCache<ImageRequest.Key, Image>
    let fetches = Locked(Table())

    /// Makes a loader.
    ///
    /// - Parameters:
    ///   - configuration: The limits, the images that stand in, and the parts to work with.
    ///   - decode: Makes an image of the bytes of a whole body. Called on the configuration's scheduler, possibly
    ///     on several threads at once. What it throws becomes ``ImageError/notDecodable(_:description:)``.
    public init(
        configuration: Configuration = Configuration(), decode: @escaping @Sendable (Data) throws -> Image
    ) {
        self.configuration = configuration
        self.decode = decode
        cache = MemoryCache(
            costLimit: configuration.memoryCostLimit, countLimit: configuration.memoryCountLimit)
    }

    /// The states of an image, beginning with what is known of it now.
    ///
    /// An image in the memory cache is the first and only value, sent from inside the subscriber's first
    /// `request`. Otherwise states follow as the fetch goes on, and the last one is `loaded` or `failed`. Nothing
    /// is looked up before it is asked for. A subscriber that is slow skips to the latest state, but never misses
    /// the last one. States may come on any thread.
    ///
    /// - Parameter request: Which image.
    /// - Returns: A publisher that finishes after the last state, and cannot fail. Subscribe again to try again.
    @inlinable
    public func image(for request: ImageRequest) -> Publishers.ImageStates<Image> {
        Publishers.ImageStates(loader: self, request: request)
    }

    /// The states of the image at an address. The same as ``image(for:)`` with a request without header fields.
    ///
    /// - Parameter url: Where the image is.
    @inlinable
    public func image(at url: URL) -> Publishers.ImageStates<Image> {
        image(for: ImageRequest(url: url))
    }
}
