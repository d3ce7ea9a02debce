import Foundation

#if canImport(CoreGraphics)
    @_exported import class CoreGraphics.CGImage
#endif

@_exported import struct Foundation.CGSize
@_exported import typealias Foundation.NSSize

/// An image, which does not change.
open class NSImage: NSObject, @unchecked Sendable {
    // Sendable: nothing of it is written.

    public let size: NSSize
    public let representations: [NSImageRep]
    /// Not AppKit's: what it was made of.
    public let source: CGImage

    public init(cgImage: CGImage, size: NSSize) {
        source = cgImage
        self.size = size
        representations = [NSImageRep(pixelsWide: cgImage.width, pixelsHigh: cgImage.height)]
    }

    open override var description: String { "\(source.name) \(source.width)x\(source.height)" }
}

/// One of the forms of an image.
public final class NSImageRep: Sendable {
    public let pixelsWide: Int
    public let pixelsHigh: Int

    init(pixelsWide: Int, pixelsHigh: Int) {
        self.pixelsWide = pixelsWide
        self.pixelsHigh = pixelsHigh
    }
}

/// A view of an image.
open class NSImageView: NSView {
    open var image: NSImage?
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
