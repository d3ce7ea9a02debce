#if canImport(UIKit) || canImport(AppKit)
    import CoreGraphics
    import Foundation
    import ImageIO

    #if canImport(UIKit)
        import UIKit

        extension UIImage {
            /// Makes an image that views animate, without end.
            ///
            /// - Parameters:
            ///   - frames: Its frames.
            ///   - delays: For how many hundredths of a second each is shown.
            static func animated(_ frames: [UIImage], _ delays: [Int]) -> UIImage? {
                // UIKit shows all frames for the same time: those that are shown for longer are repeated.
                // Without a limit, a small file would become an array of any length.
                let duration = delays.reduce(0, +)
                let unit = max(1, delays.reduce(0, greatestCommonDivisor), duration / maximumRepetitions)
                let images = zip(frames, delays).flatMap { frame, delay in
                    Array(repeating: frame, count: max(1, (delay + unit / 2) / unit))
                }
                return animatedImage(with: images, duration: Double(duration) / 100)
            }

            /// The times of longer animations are rounded.
            private static var maximumRepetitions: Int { 10_000 }
        }

        private func greatestCommonDivisor(_ lhs: Int, _ rhs: Int) -> Int {
            rhs == 0 ? lhs : greatestCommonDivisor(rhs, lhs % rhs)
        }
    #elseif canImport(AppKit)
        import AppKit

        extension NSImage {
            /// Makes an image that views animate, if AppKit animates images of this format: GIF.
            ///
            /// - Parameters:
            ///   - data: The bytes of the image.
            ///   - size: The size in points.
            static func animated(_ data: Data, size: CGSize) -> NSImage? {
                guard let image = NSImage(data: data), image.isAnimated else { return nil }
                image.size = size
                return image
            }

            var isAnimated: Bool { representations.contains { $0.frameCount > 1 } }
        }

        extension NSImageRep {
            /// The number of frames, at least 1.
            var frameCount: Int {
                let bitmap = self as? NSBitmapImageRep
                return max(1, bitmap?.value(forProperty: .frameCount) as? Int ?? 1)
            }
        }
    #endif

    extension CGImageSource {
        /// For how many hundredths of a second each frame is shown; `nil` if it is no animation.
        var frameDelays: [Int]? {
            let count = CGImageSourceGetCount(self)
            if count < 2 { return nil }
            var delays: [Int] = []
            for index in 0..<count {
                // Files with several images, such as those with a depth map, have none.
                guard let delay = delay(ofFrameAt: index) else { return nil }
                // As in browsers: authors of such delays have not meant them.
                delays.append(delay < 0.0105 ? 10 : Int(min(delay, 600) * 100 + 0.5))
            }
            return delays
        }

        private func delay(ofFrameAt index: Int) -> Double? {
            let properties = CGImageSourceCopyPropertiesAtIndex(self, index, nil) as? [CFString: Any]
            let formats = [
                (
                    kCGImagePropertyGIFDictionary, kCGImagePropertyGIFUnclampedDelayTime,
                    kCGImagePropertyGIFDelayTime
                ),
                (
                    kCGImagePropertyPNGDictionary, kCGImagePropertyAPNGUnclampedDelayTime,
                    kCGImagePropertyAPNGDelayTime
                ),
                (
                    kCGImagePropertyWebPDictionary, kCGImagePropertyWebPUnclampedDelayTime,
                    kCGImagePropertyWebPDelayTime
                ),
                (
                    kCGImagePropertyHEICSDictionary, kCGImagePropertyHEICSUnclampedDelayTime,
                    kCGImagePropertyHEICSDelayTime
                ),
            ]
            for (format, unclamped, clamped) in formats {
                let frame = properties?[format] as? [CFString: Any]
                if let delay = (frame?[unclamped] ?? frame?[clamped]) as? Double { return delay }
            }
            return nil
        }
    }
#endif
