#if canImport(UIKit) || canImport(AppKit)
    import CoreGraphics
    import FluxImages
    import Foundation
    import ImageIO

    /// Decodes images of the platform by ImageIO, at the size at which they are shown.
    ///
    /// ```swift
    /// let avatars = ImageLoader(configuration: configuration, decoder: SystemImageDecoder())
    /// ```
    ///
    /// An image of the variant ``FluxImages/ImageVariant/size(width:height:)`` is scaled down while it is
    /// decoded, to the smallest image of the same proportions that covers this size. The original of a large
    /// image is never in memory. Other variants are decoded as the original. Images are upright, because
    /// their orientation is applied, and ready to be drawn. An image costs four bytes for each of its pixels.
    ///
    /// Of an animated image the first frame is decoded, unless the decoder has an animation limit:
    ///
    /// ```swift
    /// let stickers = ImageLoader(decoder: SystemImageDecoder(animationLimit: 8_000_000))
    /// ```
    public struct SystemImageDecoder: ImageDecoding {
        public let makesPreviews: Bool
        private let scale: CGFloat
        private let animationLimit: Int

        /// Creates a decoder.
        ///
        /// - Parameters:
        ///   - scale: The number of pixels in a point of the decoded images. At 1, as by default, an image
        ///     that is decoded for the size of a view has the scale of its screen there, except an animated
        ///     one of AppKit. Any other image has as many points as pixels: for variants whose size is that
        ///     of rows, times the scale of the screen, a decoder needs this scale, unless the views limit the
        ///     size.
        ///   - makesPreviews: Whether rows show what has arrived of an image while the rest is loaded.
        ///   - animationLimit: The highest cost of an animated image, in bytes of all its frames. Of an image
        ///     that would cost more, the first frame is decoded; by default of every image.
        ///
        /// With UIKit, the frames of animated GIF, PNG, WebP and HEIC images are decoded at the size of the
        /// variant, and a view shows each for its time. With AppKit, which decodes them as it shows them, GIF
        /// images are animated, at the size of the original; its frames count as if all were in memory.
        /// SwiftUI's `Image` shows the first frame of either.
        public init(scale: CGFloat = 1, makesPreviews: Bool = false, animationLimit: Int = 0) {
            self.scale = scale
            self.makesPreviews = makesPreviews
            self.animationLimit = animationLimit
        }

        /// Decodes an image.
        ///
        /// - Throws: An error if the bytes are not an image.
        public func decode(_ data: Data, for request: ImageRequest) throws -> SystemImage {
            // ImageIO keeps no copy of the original's pixels.
            let options: [CFString: Any] = [kCGImageSourceShouldCache: false]
            guard let source = CGImageSourceCreateWithData(data as CFData, options as CFDictionary),
                let image = image(from: source, for: request.variant)
            else { throw NotAnImage() }
            return animation(from: source, data, for: request.variant, first: image) ?? image
        }

        public func preview(_ data: Data, for request: ImageRequest) -> SystemImage? {
            let source = CGImageSourceCreateIncremental(nil)
            CGImageSourceUpdateData(source, data as CFData, false)
            return image(from: source, for: request.variant)
        }

        public func cost(of image: SystemImage) -> Int? { Int(clamping: Int64(image.pixelCount) * 4) }

        /// Decodes the frames of an animated image, if they are within the limit.
        ///
        /// - Parameter first: Its first frame.
        private func animation(
            from source: CGImageSource, _ data: Data, for variant: ImageVariant?, first: SystemImage
        ) -> SystemImage? {
            guard animationLimit > 0, let delays = source.frameDelays else { return nil }
            #if canImport(UIKit)
                if first.pixelCount > animationLimit / 4 / delays.count { return nil }
                let frames = delays.indices.compactMap { image(from: source, at: $0, for: variant) }
                return frames.count == delays.count ? .animated(frames, delays) : nil
            #else
                guard let image = SystemImage.animated(data, size: first.size) else { return nil }
                return image.pixelCount > animationLimit / 4 ? nil : image
            #endif
        }

        /// - Parameter frame: The index of the image; `nil` for the primary one.
        private func image(
            from source: CGImageSource, at frame: Int? = nil, for variant: ImageVariant?
        ) -> SystemImage? {
            let index = frame ?? CGImageSourceGetPrimaryImageIndex(source)
            var options: [CFString: Any] = [
                kCGImageSourceCreateThumbnailFromImageAlways: true,
                kCGImageSourceCreateThumbnailWithTransform: true,
                kCGImageSourceShouldCacheImmediately: true,
            ]
            if case .size(let width, let height) = variant,
                let side = source.longestSide(ofImageAt: index, covering: (width, height))
            {
                options[kCGImageSourceThumbnailMaxPixelSize] = side
            }
            return CGImageSourceCreateThumbnailAtIndex(source, index, options as CFDictionary)
                .map { SystemImage.prepared($0, scale: scale) }
        }
    }

    private struct NotAnImage: Error, CustomStringConvertible {
        let description = "ImageIO does not decode it"
    }

    extension CGImageSource {
        /// The longest side in pixels of the smallest image that covers a size.
        ///
        /// - Returns: The side, at most that of the image; `nil` if its size is unknown.
        fileprivate func longestSide(ofImageAt index: Int, covering size: (width: Int, height: Int)) -> Int? {
            let properties = CGImageSourceCopyPropertiesAtIndex(self, index, nil) as? [CFString: Any]
            guard let width = properties?[kCGImagePropertyPixelWidth] as? Int,
                let height = properties?[kCGImagePropertyPixelHeight] as? Int, width > 0, height > 0
            else { return nil }
            // Orientations from 5 are turned by a quarter.
            let orientation = properties?[kCGImagePropertyOrientation] as? Int ?? 1
            let upright = orientation >= 5 ? (width: height, height: width) : (width: width, height: height)
            let ratio = max(
                Double(size.width) / Double(upright.width), Double(size.height) / Double(upright.height))
            return max(1, Int((Double(max(width, height)) * min(1, ratio)).rounded(.up)))
        }
    }
#endif
