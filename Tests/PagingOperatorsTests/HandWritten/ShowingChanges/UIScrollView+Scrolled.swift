import Foundation
import PagingOperators
import UIKitStandIn

// snippet: begin
extension UIScrollView {
    /// The visible part of the content, without the parts that bars cover.
    var viewport: CGRect { bounds.inset(by: adjustedContentInset) }

    /// The scroll position, as a signal for the feed.
    var scrolled: ListSignal {
        .scrolled(offset: viewport.minY, viewport: viewport.height, content: contentSize.height)
    }
}
// snippet: end
