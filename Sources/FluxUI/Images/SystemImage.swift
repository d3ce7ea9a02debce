#if canImport(UIKit)
    import UIKit

    /// The image type of the platform: `UIImage`, or `NSImage` on macOS.
    public typealias SystemImage = UIImage
#elseif canImport(AppKit)
    import AppKit

    /// The image type of the platform: `UIImage`, or `NSImage` on macOS.
    public typealias SystemImage = NSImage
#endif

#if canImport(UIKit)
    extension UIImage {
        /// Makes an image that is ready to be drawn.
        static func prepared(_ image: CGImage, scale: CGFloat) -> UIImage {
            let image = UIImage(cgImage: image, scale: scale, orientation: .up)
            return image.preparingForDisplay() ?? image
        }

        /// The image with the scale of the screen for whose pixels it was decoded, if it has as many points
        /// as pixels. One of another scale has that of its decoder.
        func scaled(to scale: CGFloat) -> UIImage {
            if self.scale != 1 || scale == 1 { return self }
            if let images {
                return .animatedImage(with: images.scaled(to: scale), duration: duration) ?? self
            }
            guard let cgImage else { return self }
            return UIImage(cgImage: cgImage, scale: scale, orientation: imageOrientation)
                .withRenderingMode(renderingMode)
        }

        /// The number of pixels of all its frames. One that is repeated counts once.
        var pixelCount: Int {
            let frames = images.map { Set($0.map { ObjectIdentifier($0) }).count } ?? 1
            let (width, height) = (Int64(size.width * scale), Int64(size.height * scale))
            return Int(clamping: width * height * Int64(max(1, frames)))
        }
    }

    extension [UIImage] {
        /// The frames with another scale. One that is repeated is made once.
        fileprivate func scaled(to scale: CGFloat) -> [UIImage] {
            var scaled: [ObjectIdentifier: UIImage] = [:]
            return map { frame in
                let new = scaled[ObjectIdentifier(frame)] ?? frame.scaled(to: scale)
                scaled[ObjectIdentifier(frame)] = new
                return new
            }
        }
    }
#elseif canImport(AppKit)
    extension NSImage {
        /// The image with the scale of the screen for whose pixels it was decoded, if it has as many points
        /// as pixels. One of another scale has that of its decoder, and one that is animated the size of its
        /// first frame.
        func scaled(to scale: CGFloat) -> NSImage {
            guard scale != 1, !isAnimated, let pixels = representations.first, representations.count == 1,
                size == CGSize(width: pixels.pixelsWide, height: pixels.pixelsHigh),
                let image = copy() as? NSImage
            else { return self }
            image.size = CGSize(width: size.width / scale, height: size.height / scale)
            return image
        }

        /// Makes an image that is ready to be drawn: its pixels are decoded.
        static func prepared(_ image: CGImage, scale: CGFloat) -> NSImage {
            NSImage(
                cgImage: image,
                size: CGSize(width: CGFloat(image.width) / scale, height: CGFloat(image.height) / scale))
        }

        /// The number of pixels of all frames of its representations.
        var pixelCount: Int {
            representations.reduce(0) { $0 + $1.pixelsWide * $1.pixelsHigh * $1.frameCount }
        }
    }
#endif
