import Foundation

/// Distances from the edges of a rectangle.
public struct UIEdgeInsets: Equatable, Sendable {
    public var top: CGFloat
    public var left: CGFloat
    public var bottom: CGFloat
    public var right: CGFloat

    public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
}

extension CGRect {
    public func inset(by insets: UIEdgeInsets) -> CGRect {
        CGRect(
            x: minX + insets.left, y: minY + insets.top,
            width: width - insets.left - insets.right, height: height - insets.top - insets.bottom)
    }
}

/// A viewport on larger content.
open class UIScrollView: UIView {
    /// The offset, which a gesture may move past the edges.
    open var contentOffset = CGPoint.zero {
        didSet {
            if contentOffset == oldValue { return }
            setNeedsLayout()
            scrollDelegate?.scrollViewDidScroll(self)
        }
    }

    open var contentSize = CGSize.zero {
        didSet { keepWithinEdges(old: lastOffset(height: oldValue.height)) }
    }

    /// The parts that bars cover. A list at its start moves with them.
    open var contentInset = UIEdgeInsets() {
        didSet {
            if contentOffset.y == -oldValue.top { contentOffset.y = -contentInset.top }
        }
    }

    open var adjustedContentInset: UIEdgeInsets { contentInset }

    open override var bounds: CGRect { CGRect(origin: contentOffset, size: frame.size) }

    // Not UIKit's: what it does for gestures, and the delegate, which has the type of that of the view in
    // each class.

    open var scrollDelegate: (any UIScrollViewDelegate)? { nil }

    /// The smallest offset at rest.
    public var firstOffset: CGFloat { -adjustedContentInset.top }

    /// The largest offset at rest.
    public var lastOffset: CGFloat { lastOffset(height: contentSize.height) }

    private func lastOffset(height: CGFloat) -> CGFloat {
        max(firstOffset, height + adjustedContentInset.bottom - frame.height)
    }

    /// Scrolls to an offset, as far as there is content.
    public func scroll(toOffset offset: CGFloat) {
        contentOffset.y = min(max(firstOffset, offset), lastOffset)
    }

    /// Scrolls back when the content has become shorter, unless the list was pulled past its end.
    private func keepWithinEdges(old: CGFloat) {
        if contentOffset.y > lastOffset, contentOffset.y <= old { contentOffset.y = lastOffset }
    }
}

@MainActor
public protocol UIScrollViewDelegate: AnyObject {
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
}

// Optional requirements.
extension UIScrollViewDelegate {
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
}
