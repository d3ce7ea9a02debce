import Foundation

#if canImport(CoreGraphics)
    @_exported import class CoreGraphics.CGImage
#endif

/// An image, which does not change.
open class UIImage: NSObject, @unchecked Sendable {
    // Sendable: nothing of it is written.

    public enum Orientation: Int, Sendable {
        case up = 0
        case right = 3
    }

    public enum RenderingMode: Int, Sendable {
        case automatic = 0
        case alwaysTemplate = 2
    }

    public let cgImage: CGImage?
    public let scale: CGFloat
    public let imageOrientation: UIImage.Orientation
    public let renderingMode: UIImage.RenderingMode
    public let images: [UIImage]?
    public let duration: TimeInterval

    /// Not UIKit's: whether it was prepared.
    public let isPrepared: Bool

    public convenience init(cgImage: CGImage, scale: CGFloat, orientation: UIImage.Orientation) {
        self.init(cgImage, scale: scale, orientation, .automatic, isPrepared: false)
    }

    private init(
        _ image: CGImage?, scale: CGFloat, _ orientation: UIImage.Orientation,
        _ renderingMode: UIImage.RenderingMode, isPrepared: Bool
    ) {
        cgImage = image
        self.scale = scale
        imageOrientation = orientation
        self.renderingMode = renderingMode
        self.isPrepared = isPrepared
        images = nil
        duration = 0
    }

    private init(_ images: [UIImage], _ first: UIImage, duration: TimeInterval) {
        cgImage = first.cgImage
        scale = first.scale
        imageOrientation = first.imageOrientation
        renderingMode = first.renderingMode
        isPrepared = first.isPrepared
        self.images = images
        self.duration = duration
    }

    /// Makes an image that shows each of others for the same time.
    open class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
        images.first.map { UIImage(images, $0, duration: duration) }
    }

    open var size: CGSize {
        CGSize(width: CGFloat(cgImage?.width ?? 0) / scale, height: CGFloat(cgImage?.height ?? 0) / scale)
    }

    /// Returns an image whose pixels are decoded.
    open func preparingForDisplay() -> UIImage? {
        cgImage.map { UIImage($0, scale: scale, imageOrientation, renderingMode, isPrepared: true) }
    }

    /// Returns an image that is drawn in another way.
    open func withRenderingMode(_ renderingMode: UIImage.RenderingMode) -> UIImage {
        UIImage(cgImage, scale: scale, imageOrientation, renderingMode, isPrepared: isPrepared)
    }

    open override var description: String {
        cgImage.map { "\($0.name) \($0.width)x\($0.height)" } ?? "no image"
    }
}

/// A view of an image.
open class UIImageView: UIView {
    open var image: UIImage?
}

/// What the screen of a view is like.
public final class UITraitCollection: Sendable {
    /// The number of pixels in a point; 0 if it is not known.
    public let displayScale: CGFloat

    public init(displayScale: CGFloat) {
        self.displayScale = displayScale
    }
}

@MainActor
public final class UIApplication {
    public static let didReceiveMemoryWarningNotification = Notification.Name(
        "UIApplicationDidReceiveMemoryWarningNotification")
    public static let didEnterBackgroundNotification = Notification.Name(
        "UIApplicationDidEnterBackgroundNotification")
}
