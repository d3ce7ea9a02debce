import Flux

/// The signals by which the list loads more.
struct Trigger {
    enum Kind: String, CaseIterable {
        /// Rows that become visible.
        case shown
        /// The position of the viewport in the content.
        case scrolled
        /// The content pulled past its edge.
        case pulled
        /// A button beyond the last row, or before the first.
        case button
    }

    /// The height of a row, in points.
    private static let rowHeight = 44.0
    /// The distance of a pull past the edge, in points.
    private static let pullDistance = 60.0

    let kind: Kind
    /// The feed's threshold, for ``Kind/shown``.
    let threshold: Int

    /// Returns the rules of the feed.
    ///
    /// - Parameter maxRows: The maximum number of rows kept; `nil` for all.
    func rules(maxRows: Int?) -> PagingRules {
        var rules = PagingRules(threshold: kind == .shown ? threshold : 0, maxRows: maxRows)
        if kind == .pulled { rules.scrollPolicy = .pulled(distance: Self.pullDistance) }
        return rules
    }

    /// Returns the signal to send when other rows have become visible.
    func signal(showing view: Viewport) -> ListSignal? {
        switch kind {
        case .shown: .shown(row: view.edge)
        case .scrolled, .pulled: scrolled(view, pulledBy: 0)
        case .button: nil
        }
    }

    /// Returns the signal to send at the edge of the list to load more.
    func signal(loadingMoreThan view: Viewport) -> ListSignal? {
        switch kind {
        // The row at the edge has started the load already, unless the threshold is zero.
        case .shown where threshold > 0: nil
        case .shown, .button: view.heading == .down ? .loadMore : .loadPrevious
        case .scrolled: scrolled(view, pulledBy: 0)
        case .pulled: scrolled(view, pulledBy: Self.pullDistance)
        }
    }

    private func scrolled(_ view: Viewport, pulledBy distance: Double) -> ListSignal {
        let viewport = Double(Viewport.height) * Self.rowHeight
        let content = Double(view.count) * Self.rowHeight
        // Content that does not fill the viewport rests at its start.
        let offset = min(Double(view.rows.lowerBound) * Self.rowHeight, max(0, content - viewport))
        let pulled =
            switch view.heading {
            case .down: distance > 0 ? max(0, content - viewport) + distance : offset
            case .up: offset - distance
            }
        return .scrolled(offset: pulled, viewport: viewport, content: content)
    }
}
