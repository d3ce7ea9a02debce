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
        /// Parts of the content that bars cover are not part of the viewport, since content that rests below
        /// a bar is not pulled.
        public var scrolled: ListSignal {
            let viewport = bounds.inset(by: adjustedContentInset)
            return .scrolled(
                offset: Double(viewport.minY), viewport: Double(viewport.height),
                content: Double(contentSize.height))
        }

        private var position: ScrollPosition {
            ScrollPosition(
                offset: contentOffset.y, height: bounds.height, content: contentSize.height,
                insets: (adjustedContentInset.top, adjustedContentInset.bottom))
        }

        /// The distance from the top of a row to the top of the viewport.
        func distanceToViewport(from frame: CGRect) -> CGFloat { position.distance(fromRowAt: frame.minY) }

        /// Scrolls to a distance from the top of a row, as far as there is content.
        ///
        /// - Parameter pulled: The offset before the list was scrolled to the row.
        func scroll(to distance: CGFloat, from frame: CGRect, pulledTo pulled: CGFloat) {
            var position = position
            position.scroll(by: distance - position.distance(fromRowAt: frame.minY), pulledTo: pulled)
            contentOffset.y = position.offset
        }
    }
#endif
