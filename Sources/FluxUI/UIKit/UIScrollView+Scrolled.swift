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

        /// The height of the part of a view that is above the viewport.
        func hiddenHeight(of frame: CGRect) -> CGFloat {
            max(0, contentOffset.y + adjustedContentInset.top - frame.minY)
        }

        /// Scrolls down, as far as there is content.
        func scrollDown(by distance: CGFloat) {
            let lastOffset = contentSize.height + adjustedContentInset.bottom - bounds.height
            contentOffset.y = min(contentOffset.y + distance, max(contentOffset.y, lastOffset))
        }
    }
#endif
