import Foundation
import PagingOperators

// snippet: begin
extension UIScrollView {
    /// The part of the content that is in view, without what bars cover.
    var viewport: CGRect { bounds.inset(by: adjustedContentInset) }

    /// Where the list is, as it tells the feed.
    var scrolled: ListSignal {
        .scrolled(offset: viewport.minY, viewport: viewport.height, content: contentSize.height)
    }
}
// snippet: end
