// Apple's declarations, as far as FluxUI uses them.
import Foundation

@_exported import struct Foundation.CGFloat
@_exported import struct Foundation.CGPoint
@_exported import struct Foundation.CGRect
@_exported import struct Foundation.CGSize
@_exported import struct Foundation.IndexPath
@_exported import class Foundation.NSObject

public struct UIEdgeInsets: Sendable {
    public var top: CGFloat
    public var left: CGFloat
    public var bottom: CGFloat
    public var right: CGFloat

    public init() { (top, left, bottom, right) = (0, 0, 0, 0) }
}

extension CGRect {
    public func inset(by insets: UIEdgeInsets) -> CGRect { self }
}

@MainActor
open class UIView: NSObject {
    open var bounds = CGRect.zero
    open var frame = CGRect.zero

    open func layoutIfNeeded() {}
}

@MainActor
open class UIScrollView: UIView {
    open var contentOffset = CGPoint.zero
    open var contentSize = CGSize.zero
    open var adjustedContentInset: UIEdgeInsets { UIEdgeInsets() }
}
