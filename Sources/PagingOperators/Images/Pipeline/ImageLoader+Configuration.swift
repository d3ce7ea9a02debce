import Dispatch
import Foundation
import Streams

extension ImageLoader {
    /// The limits of an image loader, the images that stand in for others, and the parts it works with.
    ///
    /// ```swift
    /// var configuration = ImageLoader<Bitmap>.Configuration()
    /// configuration.placeholder = grey
    /// configuration.memoryCountLimit = 500
    /// let avatars = ImageLoader(configuration: configuration) { try Bitmap(png: $0) }
    /// ```
    public struct Configuration: Sendable {
        /// Drawn before an image is there. None by default.
        public var placeholder: Image?

        /// Drawn instead of an image that failed. None by default.
        public var fallback: Image?

        /// What the costs of the images in memory may add up to: 64 MiB by default.
        public var memoryCostLimit = 64 * 1024 * 1024

        /// How many images there may be in memory. Not limited by default.
        public var memoryCountLimit = Int.max

        /// What an image in memory costs, from the image and the bytes it was decoded from. The number of these
        /// bytes by default; the size of the pixels is the better measure where it is known.
        public var cost: @Sendable (Image, Data) -> Int = { _, data in data.count }

        /// Where bytes come from.
        public var dataLoader: any DataLoading

        /// Where images are decoded: a concurrent queue by default. A serial one decodes one image at a time.
        public var decodeScheduler: any Scheduler = DispatchQueue.global(qos: .userInitiated)

        /// Makes a configuration with the defaults.
        ///
        /// - Parameter dataLoader: Where bytes come from.
        public init(dataLoader: any DataLoading = DataLoader()) {
            self.dataLoader = dataLoader
        }
    }
}
