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
    override var bounds: CGRect { CGRect(origin: contentOffset, size: frame.size) }

    /// The delegate of the view's kind.
    var scrollDelegate: (any UIScrollViewDelegate)? { nil }

    /// The farthest that content rests at.
    var maxOffset: Double { max(0, contentSize.height - bounds.height) }

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
