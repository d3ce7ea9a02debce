#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import PagingOperators

    extension NSScrollView {
        /// The vertical scroll position as a signal, for feeds that load by distance rather than by row. For
        /// documents whose coordinates are flipped, as those of tables and collection views are.
        ///
        /// Parts of the document that bars or a column header cover are not part of the viewport, since a
        /// document that rests below a bar is not pulled.
        public var scrolled: ListSignal {
            let (bounds, insets) = (contentView.bounds, contentView.contentInsets)
            return .scrolled(
                offset: Double(bounds.minY + insets.top),
                viewport: Double(bounds.height - insets.top - insets.bottom),
                content: Double(documentView?.frame.height ?? 0))
        }
    }

    extension NSView {
        /// The distance from the top of a row to the top of the viewport, with what bars cover as a part of
        /// the viewport.
        func distanceToViewport(from frame: CGRect) -> CGFloat {
            (enclosingScrollView?.contentView.bounds.minY ?? visibleRect.minY) - frame.minY
        }

        /// Scrolls a row to the top of the viewport, below bars and a column header.
        func scrollToTop(_ frame: CGRect) {
            scrollViewport(by: -(enclosingScrollView?.contentView.contentInsets.top ?? 0), from: frame)
        }

        /// Scrolls to a distance from the top of a row.
        func scrollViewport(by distance: CGFloat, from frame: CGRect) {
            scroll(CGPoint(x: visibleRect.minX, y: frame.minY + distance))
        }
    }
#endif
