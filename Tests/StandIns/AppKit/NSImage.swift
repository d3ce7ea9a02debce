import Foundation

#if canImport(CoreGraphics)
    @_exported import class CoreGraphics.CGImage
#endif
#if canImport(ImageIO)
    import ImageIO
#endif

@_exported import struct Foundation.CGSize
@_exported import typealias Foundation.NSSize

/// An image, which does not change.
open class NSImage: NSObject, NSCopying, @unchecked Sendable {
    // Sendable: nothing of it is written.

    public nonisolated(unsafe) var size: NSSize
    public let representations: [NSImageRep]
    /// Not AppKit's: what it was made of.
    public let source: CGImage

    public init(cgImage: CGImage, size: NSSize) {
        source = cgImage
        self.size = size
        representations = [NSBitmapImageRep(cgImage, frameCount: 1)]
    }

    private init(_ image: NSImage) {
        (source, size, representations) = (image.source, image.size, image.representations)
    }

    /// Returns an image with the same representations, whose size may be changed.
    open func copy(with zone: NSZone? = nil) -> Any { NSImage(self) }

    /// Makes an image that decodes the bytes as it is drawn. Of formats other than GIF, it has the first
    /// frame only.
    public init?(data: Data) {
        let options: CFDictionary = [kCGImageSourceCreateThumbnailFromImageAlways: true]
        guard let file = CGImageSourceCreateWithData(data, nil),
            let image = CGImageSourceCreateThumbnailAtIndex(file, 0, options)
        else { return nil }
        source = image
        size = NSSize(width: image.width, height: image.height)
        let isGIF =
            CGImageSourceCopyPropertiesAtIndex(file, 0, nil)?[kCGImagePropertyGIFDictionary] != nil
        representations = [NSBitmapImageRep(image, frameCount: isGIF ? CGImageSourceGetCount(file) : 1)]
    }

    open override var description: String { "\(source.name) \(source.width)x\(source.height)" }
}

/// One of the forms of an image.
public class NSImageRep: @unchecked Sendable {
    // Sendable: nothing of it is written.

    public let pixelsWide: Int
    public let pixelsHigh: Int

    init(pixelsWide: Int, pixelsHigh: Int) {
        self.pixelsWide = pixelsWide
        self.pixelsHigh = pixelsHigh
    }
}

/// A form of an image that has pixels.
public final class NSBitmapImageRep: NSImageRep, @unchecked Sendable {
    public struct PropertyKey: Hashable, Sendable {
        public static let frameCount = PropertyKey()
    }

    private let frameCount: Int

    init(_ image: CGImage, frameCount: Int) {
        self.frameCount = frameCount
        super.init(pixelsWide: image.width, pixelsHigh: image.height)
    }

    /// The value of the only property; `nil` if the image is not animated.
    public func value(forProperty property: PropertyKey) -> Any? { frameCount > 1 ? frameCount : nil }
}

/// A view of an image.
open class NSImageView: NSView {
    open var image: NSImage?
    open var animates = false
}

@MainActor
public final class NSWindow {
    public let backingScaleFactor: CGFloat

    public init(backingScaleFactor: CGFloat) {
        self.backingScaleFactor = backingScaleFactor
    }
}

@MainActor
public final class NSScreen {
    public static var main: NSScreen? { nil }

    public var backingScaleFactor: CGFloat { 1 }
}

@MainActor
public final class NSApplication {
    public static let didHideNotification = Notification.Name("NSApplicationDidHideNotification")
}
