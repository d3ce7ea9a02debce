import Foundation

@_exported import CoreGraphics

// In place of the types of CoreFoundation, to which Swift's own are converted by `as`.
public typealias CFData = Data
public typealias CFString = String
public typealias CFDictionary = [AnyHashable: Any]

/// Images in a file, as text: `image NAME WIDTHxHEIGHT;`, then `turned ORIENTATION;` where it is not upright.
/// Everything after that is pixels.
public final class CGImageSource {
    fileprivate struct Picture {
        let name: Substring
        let width: Int
        let height: Int
        let orientation: Int
    }

    fileprivate var picture: Picture?

    fileprivate init(_ data: Data?) {
        data.map { read($0) }
    }

    fileprivate func read(_ data: Data) {
        let header = /image (?<name>\w+) (?<width>\d+)x(?<height>\d+);(?:turned (?<orientation>\d);)?/
        guard let match = String(decoding: data, as: UTF8.self).prefixMatch(of: header) else { return }
        picture = Picture(
            name: match.name, width: Int(match.width) ?? 0, height: Int(match.height) ?? 0,
            orientation: match.orientation.flatMap { Int($0) } ?? 1)
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

public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

public func CGImageSourceCopyPropertiesAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
    guard let picture = isrc.picture, index == 0 else { return nil }
    return [
        kCGImagePropertyPixelWidth: picture.width, kCGImagePropertyPixelHeight: picture.height,
        kCGImagePropertyOrientation: picture.orientation,
    ]
}

/// Makes a thumbnail: of the image in its proportions, never larger than the image.
public func CGImageSourceCreateThumbnailAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
    // The files have no thumbnails of their own.
    let isOn = { (key: CFString) in options?[key] as? Bool ?? false }
    guard let picture = isrc.picture, index == 0, isOn(kCGImageSourceCreateThumbnailFromImageAlways) else {
        return nil
    }
    let longest = max(picture.width, picture.height)
    let side = options?[kCGImageSourceThumbnailMaxPixelSize] as? Int ?? longest
    let ratio = min(1, Double(side) / Double(longest))
    let width = Int((Double(picture.width) * ratio).rounded())
    let height = Int((Double(picture.height) * ratio).rounded())
    let isTurned = picture.orientation >= 5 && isOn(kCGImageSourceCreateThumbnailWithTransform)
    return CGImage(
        name: String(picture.name), width: isTurned ? height : width, height: isTurned ? width : height,
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
