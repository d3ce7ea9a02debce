#if canImport(UIKit) && !os(watchOS)
    import PagingOperators
    import UIKit

    extension UIScrollView {
        /// The vertical scroll position as a signal, for feeds that load by distance rather than by row.
        ///
        /// ```swift
        /// func scrollViewDidScroll(_ scrollView: UIScrollView) { signals.send(scrollView.scrolled) }
        /// ```
        ///
        /// Parts of the content that bars cover are not part of the viewport, since content that rests below a bar is not
        /// pulled.
        public var scrolled: ListSignal {
            let viewport = bounds.inset(by: adjustedContentInset)
            return .scrolled(
                offset: Double(viewport.minY), viewport: Double(viewport.height),
                content: Double(contentSize.height))
        }

        /// The distance from the top of a row to the top of the viewport; less than zero if the row begins below it, as below
        /// a header.
        func distanceToViewport(from frame: CGRect) -> CGFloat {
            contentOffset.y + adjustedContentInset.top - frame.minY
        }

        /// Scrolls down by a distance, or up by one less than zero, as far as there is content.
        func scroll(by distance: CGFloat) {
            let firstOffset = -adjustedContentInset.top
            let lastOffset = contentSize.height + adjustedContentInset.bottom - bounds.height
            let end = max(contentOffset.y, lastOffset)
            contentOffset.y = max(firstOffset, min(contentOffset.y + distance, end))
        }
    }
#endif
