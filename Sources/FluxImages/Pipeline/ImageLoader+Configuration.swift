import Dispatch
import FluxLoading
import Foundation
import Streams

extension ImageLoader {
    /// The limits of an image loader, its placeholder images, its caches, its data loader and its schedulers.
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

        /// The highest total cost of the images in memory: by default a tenth of the machine's memory, at
        /// most 512 MiB.
        ///
        /// Images that rows of lists show are among them. ``ImageLoader/memoryCostLimit`` changes it later.
        public var memoryCostLimit = MemoryCache<Image>.defaultCostLimit

        /// The highest number of images in memory. Not limited by default.
        public var memoryCountLimit = Int.max

        /// Computes the cost of an image in memory, given the image and the bytes it was decoded from.
        ///
        /// By default four bytes for each pixel, if the bytes are those of a PNG, JPEG, GIF, WebP or BMP
        /// image; otherwise the number of the bytes. Set it where the decoder makes smaller images, or of
        /// other formats.
        public var cost: @Sendable (Image, Data) -> Int = { _, data in
            ImageHeader(data)?.decodedByteCount ?? data.count
        }

        /// Keeps decoded images in memory. By default each loader has a ``MemoryCache`` of its own; with
        /// another cache, the two limits have no effect.
        ///
        /// Loaders may share a cache if equal requests have equal images in all of them.
        public var memoryCache: (any ImageCaching<Image>)?

        /// Keeps the bytes of images from `http` and `https` URLs between runs. None by default. Only bytes
        /// that were decoded are stored.
        public var diskCache: (any DataCaching)?

        /// Encodes an image for the disk cache that was decoded for a variant, so that the next time it is
        /// read in place of the original; `nil` for an image that is not to be stored. Called once the image
        /// is shown. By default variants are not stored.
        public var encodeVariant: (@Sendable (Image, ImageRequest) -> Data?)?

        /// Changes decoded images, by name: rounds or blurs them, for example. A request names those to
        /// apply.
        ///
        /// ```swift
        /// configuration.processors["round"] = { image, request in image.rounded(radius: 8) }
        /// let avatar = ImageRequest(url: user.avatarURL, processing: ["round"])
        /// ```
        ///
        /// A processed image has its own entry in memory; the images on disk are not processed. A processor
        /// is called where images are decoded, possibly on several threads at once. An error that it throws,
        /// and a name without a processor, are reported as ``ImageError/notProcessed(_:description:)``.
        public var processors: [String: @Sendable (Image, ImageRequest) throws -> Image] = [:]

        /// Decides which responses are kept on disk, and whether stored bytes may be shown: as HTTP requires,
        /// by default.
        public var cachePolicy: any CachePolicy = HTTPCachePolicy()

        /// The policy by which failed transfers are retried. By default transient failures are retried twice,
        /// after 250 and 500 milliseconds.
        ///
        /// A retry whose delay would be longer than ``longestRetryDelay`` is not made, whether the policy or
        /// a server requires it: the image fails.
        public var retry = RetryPolicy.exponential(from: .milliseconds(250), attempts: 2)

        /// The longest delay before a retry: a minute by default. If the policy or a server's `Retry-After`
        /// requires a longer one, the image fails.
        ///
        /// It takes the place of the default of `retry.longestRetryAfter`. If that was set, the smaller of
        /// the two counts for a server's `Retry-After`.
        public var longestRetryDelay = Duration.seconds(60)

        /// The maximum number of concurrent transfers (less than 1 counts as 1): 12 by default.
        public var maximumTransfers = 12

        /// The maximum number of concurrent transfers from one host (less than 1 counts as 1): 6 by default.
        ///
        /// Set at most the number of connections per host of the data loader's session, which is 6 by
        /// default: the time that a transfer waits for a connection counts toward its timeout.
        public var maximumTransfersPerHost = 6

        /// The maximum number of images that are decoded at once (less than 1 counts as 1): the number of
        /// processors by default. A preview is made only while fewer are being decoded.
        public var maximumDecodings = ProcessInfo.processInfo.activeProcessorCount

        /// The maximum size of an image in bytes, declared or received: 64 MiB by default.
        ///
        /// A data loader that was set has a limit of its own, which counts as well.
        public var maximumBytes = 64 * 1024 * 1024

        /// Loads the bytes of images: a `DataLoader` with the limit ``maximumBytes`` by default.
        public var dataLoader: any DataLoading {
            get { ownDataLoader ?? DataLoader(maximumBytes: max(0, maximumBytes)) }
            set { ownDataLoader = newValue }
        }

        private var ownDataLoader: (any DataLoading)?

        /// The scheduler that decodes images: a concurrent queue by default.
        ///
        /// If it is the queue that reads the disk cache, images are decoded on the thread that has read their
        /// bytes.
        public var decodeScheduler: any Scheduler = imageQueue

        /// The scheduler that reads the disk cache; reading blocks its thread. A concurrent queue by default,
        /// the same that decodes images.
        public var diskScheduler: any Scheduler = imageQueue

        /// The scheduler that measures the delays of retries, the pause of loading while a list scrolls fast,
        /// the speed of lists, and the durations in events.
        public var retryScheduler: any Scheduler = DispatchQueue.global()

        /// The time of day, from which the age of stored bytes is computed.
        package var now: @Sendable () -> Date = { Date() }

        /// Creates a configuration with the defaults.
        public init() {}

        /// Creates a configuration with the defaults, and a data loader.
        ///
        /// - Parameter dataLoader: Loads the bytes of images.
        public init(dataLoader: any DataLoading) {
            ownDataLoader = dataLoader
        }

        /// Whether images may be decoded on the thread that has read their bytes.
        var decodesWhereItReads: Bool {
            guard let queue = decodeScheduler as? DispatchQueue else { return false }
            return queue === diskScheduler as? DispatchQueue
        }

        var fetchLimits: FetchLimits {
            FetchLimits(
                lookups: 2, downloads: maximumTransfers, downloadsPerGroup: maximumTransfersPerHost,
                decodings: maximumDecodings)
        }
    }
}

/// Decodes images, and reads their bytes.
private let imageQueue = DispatchQueue.global(qos: .userInitiated)
