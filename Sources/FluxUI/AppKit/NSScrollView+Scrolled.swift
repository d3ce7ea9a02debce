#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import PagingOperators

    extension NSScrollView {
        /// The vertical scroll position as a signal, for feeds that load by distance rather than by row. For documents
        /// whose coordinates are flipped, as those of tables and collection views are.
        public var scrolled: ListSignal {
            let viewport = documentVisibleRect
            return .scrolled(
                offset: Double(viewport.minY), viewport: Double(viewport.height),
                content: Double(documentView?.frame.height ?? 0))
        }
    }
#endif
