import Dispatch
import FluxLoading
import Foundation
import Streams

extension ImageLoader {
    /// The limits of an image loader, its placeholder images, and the parts it works with.
    ///
    /// ```swift
    /// var configuration = ImageLoader<Bitmap>.Configuration()
    /// configuration.placeholder = grey
    /// configuration.memoryCountLimit = 500
    /// let avatars = ImageLoader(configuration: configuration) { try Bitmap(png: $0) }
    /// ```
    public struct Configuration: Sendable {
        /// The image to show until an image is loaded. None by default.
        public var placeholder: Image?

        /// The image to show where an image failed to load. None by default.
        public var fallback: Image?

        /// The highest total cost of the images in memory: 64 MiB by default.
        public var memoryCostLimit = 64 * 1024 * 1024

        /// The highest number of images in memory. Not limited by default.
        public var memoryCountLimit = Int.max

        /// Computes the cost of an image in memory, given the image and the bytes it was decoded from.
        ///
        /// The number of these bytes by default; the size of the pixels is the better measure where it is
        /// known.
        public var cost: @Sendable (Image, Data) -> Int = { _, data in data.count }

        /// Keeps decoded images in memory. By default each loader has a ``MemoryCache`` of its own; with another cache, the two
        /// limits have no effect.
        ///
        /// Loaders may share a cache if equal requests have equal images in all of them.
        public var memoryCache: (any ImageCaching<Image>)?

        /// Keeps the bytes of images from `http` and `https` URLs between runs. None by default. Only bytes
        /// that were decoded are stored.
        public var diskCache: (any DataCaching)?

        /// Encodes an image for the disk cache that was decoded for a variant, so that the next time it is
        /// read in place of the original; `nil` for an image that is not to be stored. By default variants
        /// are not stored.
        public var encodeVariant: (@Sendable (Image, ImageRequest) -> Data?)?

        /// Changes decoded images, by name: rounds or blurs them, for example. A request names those to apply.
        ///
        /// ```swift
        /// configuration.processors["round"] = { image, request in image.rounded(radius: 8) }
        /// let avatar = ImageRequest(url: user.avatarURL, processing: ["round"])
        /// ```
        ///
        /// A processed image has its own place in memory; the images on disk are not processed. A processor is
        /// called where images are decoded, possibly on several threads at once. An error that it throws, and a name
        /// without a processor, are reported as ``ImageError/notDecodable(_:description:)``.
        public var processors: [String: @Sendable (Image, ImageRequest) throws -> Image] = [:]

        /// Decides which responses are kept on disk, and whether stored bytes may be shown: as HTTP requires, by default.
        public var cachePolicy: any CachePolicy = HTTPCachePolicy()

        /// The retries of a failed transfer: of transient failures, after 250 and 500 milliseconds by
        /// default.
        public var retry = RetryPolicy.exponential(from: .milliseconds(250), attempts: 2)

        /// The longest delay before a retry. Where a server's `Retry-After` requires a longer one, the image
        /// fails: a minute by default.
        public var longestRetryDelay = Duration.seconds(60)

        /// How many transfers run at once, at least 1: 12 by default.
        public var maximumTransfers = 12

        /// How many transfers from one host run at once, at least 1: 6 by default.
        ///
        /// Not more than the data loader's session has connections per host, 6 by default: where a transfer
        /// waits for a connection, the time is part of its timeout.
        public var maximumTransfersPerHost = 6

        /// How many images are decoded at once, at least 1: the number of processors by default.
        public var maximumDecodings = ProcessInfo.processInfo.activeProcessorCount

        /// The limit of the bytes of an image, declared or received: 64 MiB by default.
        public var maximumBytes = 64 * 1024 * 1024

        /// Loads the bytes of images.
        public var dataLoader: any DataLoading

        /// The scheduler that decodes images: a concurrent queue by default.
        public var decodeScheduler: any Scheduler = DispatchQueue.global(qos: .userInitiated)

        /// The scheduler that reads the disk cache; reading blocks its thread. A concurrent queue by default.
        public var diskScheduler: any Scheduler = DispatchQueue.global(qos: .userInitiated)

        /// The scheduler that measures the delays of retries, and the pauses of a list that is flung.
        public var retryScheduler: any Scheduler = DispatchQueue.global()

        /// The time of day, which the age of stored bytes is measured by.
        package var now: @Sendable () -> Date = { Date() }

        /// Makes a configuration with the defaults.
        ///
        /// - Parameter dataLoader: Loads the bytes of images.
        public init(dataLoader: any DataLoading = DataLoader()) {
            self.dataLoader = dataLoader
        }

        var fetchLimits: FetchLimits {
            FetchLimits(
                lookups: 2, downloads: maximumTransfers, downloadsPerGroup: maximumTransfersPerHost,
                decodings: maximumDecodings)
        }
    }
}
