import Foundation

/// A viewport on larger content.
class UIScrollView: UIView {
    /// The offset, which a gesture may move past the edges.
    var contentOffset = CGPoint.zero {
        didSet {
            needsLayout = true
            scrollDelegate?.scrollViewDidScroll(self)
        }
    }

    var needsLayout = false

    var contentSize: CGSize { .zero }

    /// The insets that bars cover.
    var adjustedContentInset = UIEdgeInsets()

    override var bounds: CGRect { CGRect(origin: contentOffset, size: frame.size) }

    /// The delegate as that of the view's type.
    var scrollDelegate: (any UIScrollViewDelegate)? { nil }

    /// The smallest offset at rest.
    var minOffset: Double { -Double(adjustedContentInset.top) }

    /// The largest offset at rest.
    var maxOffset: Double {
        max(minOffset, contentSize.height + adjustedContentInset.bottom - bounds.height)
    }

    func layOutSubviews() {}

    override func layoutIfNeeded() {
        while needsLayout {
            needsLayout = false
            layOutSubviews()
        }
    }
}

@MainActor
protocol UIScrollViewDelegate: AnyObject {
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
}
