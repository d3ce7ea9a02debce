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

        /// The number of pixels of all its frames. One that is repeated counts once.
        var pixelCount: Int {
            let frames = images.map { Set($0.map { ObjectIdentifier($0) }).count } ?? 1
            let (width, height) = (Int64(size.width * scale), Int64(size.height * scale))
            return Int(clamping: width * height * Int64(max(1, frames)))
        }
    }
#elseif canImport(AppKit)
    extension NSImage {
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
