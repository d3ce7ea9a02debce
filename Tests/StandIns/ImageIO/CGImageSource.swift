import Foundation

@_exported import CoreGraphics

// In place of the types of CoreFoundation, to which Swift's own are converted by `as`.
public typealias CFData = Data
public typealias CFString = String
public typealias CFDictionary = [AnyHashable: Any]

/// Images in a file, as text: `image NAME WIDTHxHEIGHT;`, then `turned ORIENTATION;` where it is not upright,
/// and `gif DELAY DELAY;` or `png DELAY DELAY;` with the delays of an animation in milliseconds, or
/// `pages 2;` of a file with several images. Everything after that is pixels.
public final class CGImageSource {
    fileprivate struct Picture {
        let name: Substring
        let width: Int
        let height: Int
        let orientation: Int
        let format: Substring
        /// The milliseconds of each frame.
        let delays: [Int]

        var count: Int { format == "pages" ? delays.first ?? 1 : max(1, delays.count) }

        func properties(ofFrameAt index: Int) -> CFDictionary {
            if format == "pages" || delays.isEmpty { return [:] }
            let delay = Double(delays[index]) / 1_000
            // ImageIO reads no delay as shorter than 100 milliseconds where it clamps.
            return format == "gif"
                ? [
                    kCGImagePropertyGIFDictionary: [
                        kCGImagePropertyGIFUnclampedDelayTime: delay,
                        kCGImagePropertyGIFDelayTime: max(0.1, delay),
                    ]
                ] : [kCGImagePropertyPNGDictionary: [kCGImagePropertyAPNGDelayTime: delay]]
        }
    }

    fileprivate var picture: Picture?

    fileprivate init(_ data: Data?) {
        data.map { read($0) }
    }

    fileprivate func read(_ data: Data) {
        let header =
            /image (?<name>\w+) (?<width>\d+)x(?<height>\d+);(?:turned (?<orientation>\d);)?(?:(?<format>gif|png|pages)(?<delays>[ \d]+);)?/
        guard let match = String(decoding: data, as: UTF8.self).prefixMatch(of: header) else { return }
        picture = Picture(
            name: match.name, width: Int(match.width) ?? 0, height: Int(match.height) ?? 0,
            orientation: match.orientation.flatMap { Int($0) } ?? 1, format: match.format ?? "",
            delays: match.delays?.split(separator: " ").compactMap { Int($0) } ?? [])
    }
}

/// Makes a source, also of bytes that are not an image; it has none then.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    CGImageSource(data)
}

public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource { CGImageSource(nil) }

/// Replaces the bytes, which are all that have arrived so far.
public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) {
    isrc.read(data)
}

public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.picture?.count ?? 0 }

public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

public func CGImageSourceCopyPropertiesAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
    guard let picture = isrc.picture, index < picture.count else { return nil }
    let properties: CFDictionary = [
        kCGImagePropertyPixelWidth: picture.width, kCGImagePropertyPixelHeight: picture.height,
        kCGImagePropertyOrientation: picture.orientation,
    ]
    return properties.merging(picture.properties(ofFrameAt: index)) { own, _ in own }
}

/// Makes a thumbnail: of the image in its proportions, never larger than the image.
public func CGImageSourceCreateThumbnailAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
    // The files have no thumbnails of their own.
    let isOn = { (key: CFString) in options?[key] as? Bool ?? false }
    guard let picture = isrc.picture, index < picture.count,
        isOn(kCGImageSourceCreateThumbnailFromImageAlways)
    else { return nil }
    let longest = max(picture.width, picture.height)
    let side = options?[kCGImageSourceThumbnailMaxPixelSize] as? Int ?? longest
    let ratio = min(1, Double(side) / Double(longest))
    let width = Int((Double(picture.width) * ratio).rounded())
    let height = Int((Double(picture.height) * ratio).rounded())
    let isTurned = picture.orientation >= 5 && isOn(kCGImageSourceCreateThumbnailWithTransform)
    return CGImage(
        name: index == 0 ? String(picture.name) : "\(picture.name)\(index)", width: isTurned ? height : width,
        height: isTurned ? width : height,
        isDecoded: isOn(kCGImageSourceShouldCacheImmediately))
}

public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString =
    "kCGImageSourceCreateThumbnailFromImageAlways"
public let kCGImageSourceCreateThumbnailWithTransform: CFString =
    "kCGImageSourceCreateThumbnailWithTransform"
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
public let kCGImagePropertyOrientation: CFString = "Orientation"
public let kCGImagePropertyGIFDictionary: CFString = "{GIF}"
public let kCGImagePropertyGIFUnclampedDelayTime: CFString = "GIFUnclampedDelayTime"
public let kCGImagePropertyGIFDelayTime: CFString = "GIFDelayTime"
public let kCGImagePropertyPNGDictionary: CFString = "{PNG}"
public let kCGImagePropertyAPNGUnclampedDelayTime: CFString = "APNGUnclampedDelayTime"
public let kCGImagePropertyAPNGDelayTime: CFString = "APNGDelayTime"
public let kCGImagePropertyWebPDictionary: CFString = "{WebP}"
public let kCGImagePropertyWebPUnclampedDelayTime: CFString = "WebPUnclampedDelayTime"
public let kCGImagePropertyWebPDelayTime: CFString = "WebPDelayTime"
public let kCGImagePropertyHEICSDictionary: CFString = "{HEICS}"
public let kCGImagePropertyHEICSUnclampedDelayTime: CFString = "HEICSUnclampedDelayTime"
public let kCGImagePropertyHEICSDelayTime: CFString = "HEICSDelayTime"
