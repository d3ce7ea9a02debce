import Dispatch
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
        /// The number of these bytes by default; the size of the pixels is the better measure where it is known.
        public var cost: @Sendable (Image, Data) -> Int = { _, data in data.count }

        /// Loads the bytes of images.
        public var dataLoader: any DataLoading

        /// The scheduler that decodes images: a concurrent queue by default. A serial one decodes one image at a time.
        public var decodeScheduler: any Scheduler = DispatchQueue.global(qos: .userInitiated)

        /// Makes a configuration with the defaults.
        ///
        /// - Parameter dataLoader: Loads the bytes of images.
        public init(dataLoader: any DataLoading = DataLoader()) {
            self.dataLoader = dataLoader
        }
    }
}
