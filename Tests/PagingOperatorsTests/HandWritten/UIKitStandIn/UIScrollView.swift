import Foundation

/// A viewport on content that is larger than it.
class UIScrollView: UIView {
    /// Set by whoever scrolls: a person beyond the edges, or code.
    var contentOffset = CGPoint.zero {
        didSet {
            needsLayout = true
            scrollDelegate?.scrollViewDidScroll(self)
        }
    }

    var needsLayout = false

    var contentSize: CGSize { .zero }

    /// What bars cover at the edges.
    var adjustedContentInset = UIEdgeInsets()

    override var bounds: CGRect { CGRect(origin: contentOffset, size: frame.size) }

    /// The delegate of the view's kind.
    var scrollDelegate: (any UIScrollViewDelegate)? { nil }

    /// The least that content rests at.
    var minOffset: Double { -Double(adjustedContentInset.top) }

    /// The farthest that content rests at.
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
