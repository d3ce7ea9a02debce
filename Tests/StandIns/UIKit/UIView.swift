import Foundation

@_exported import struct Foundation.CGFloat
@_exported import struct Foundation.CGPoint
@_exported import struct Foundation.CGRect
@_exported import struct Foundation.CGSize
@_exported import struct Foundation.IndexPath
@_exported import struct Foundation.IndexSet
@_exported import class Foundation.NSObject

/// A rectangle on the screen.
@MainActor
open class UIView {
    open var frame: CGRect
    private var needsLayout = true

    public init(frame: CGRect = .zero) {
        self.frame = frame
    }

    deinit {
        removeAssociatedObjects(of: ObjectIdentifier(self))
    }

    open var traitCollection: UITraitCollection { UITraitCollection(displayScale: 2) }

    open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }

    private static var isAnimating = true

    open class var areAnimationsEnabled: Bool { isAnimating }

    open class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        let before = isAnimating
        isAnimating = false
        actionsWithoutAnimation()
        isAnimating = before
    }

    open func setNeedsLayout() { needsLayout = true }

    /// Lays out what has changed; UIKit does so once in each turn of the run loop.
    open func layoutIfNeeded() {
        while needsLayout {
            needsLayout = false
            layoutSubviews()
        }
    }

    open func layoutSubviews() {}
}

/// A line of text.
open class UILabel: UIView {
    open var text: String?
}

/// A spinner.
open class UIActivityIndicatorView: UIView {
    public enum Style: Sendable {
        case medium
    }

    public private(set) var isAnimating = false

    public init(style: Style) {
        super.init(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    }

    open func startAnimating() { isAnimating = true }
    open func stopAnimating() { isAnimating = false }
}

/// The content of a cell.
public protocol UIContentConfiguration {}

/// A line of text in a cell.
public struct UIListContentConfiguration: UIContentConfiguration {
    public var text: String?
    public var secondaryText: String?
    public var image: UIImage?
    public var imageProperties = ImageProperties()

    /// How the image is shown.
    public struct ImageProperties {
        /// The size in points that the image does not exceed; zero if there is none.
        public var maximumSize = CGSize.zero
    }
}
