import Flux

/// By which signals the list tells that more is wanted.
struct Trigger {
    enum Kind: String, CaseIterable {
        /// Rows that come into view.
        case shown
        /// The position of the viewport in the content.
        case scrolled
        /// The content pulled beyond its edge.
        case pulled
        /// A button beyond the last row, or before the first.
        case button
    }

    /// How high a row is, in points.
    private static let rowHeight = 44.0
    /// How far beyond its edge the content has to be pulled, in points.
    private static let pullDistance = 60.0

    let kind: Kind
    /// How many rows beyond the last one in view make the list load on, where rows are told.
    let threshold: Int

    /// What the feed goes by.
    ///
    /// - Parameter maxRows: How many rows are kept at most; `nil` for all.
    func rules(maxRows: Int?) -> PagingRules {
        var rules = PagingRules(threshold: kind == .shown ? threshold : 0, maxRows: maxRows)
        if kind == .pulled { rules.scrollPolicy = .pulled(distance: Self.pullDistance) }
        return rules
    }

    /// What the list tells when other rows have come into view.
    func signal(showing view: Viewport) -> ListSignal? {
        switch kind {
        case .shown: .shown(row: view.edge)
        case .scrolled, .pulled: scrolled(view, pulledBy: 0)
        case .button: nil
        }
    }

    /// What the list tells at its edge, where more is wanted that has not come by itself.
    func signal(wantingMoreThan view: Viewport) -> ListSignal? {
        switch kind {
        // Loading has been asked for by the row at the edge, unless rows ask for nothing.
        case .shown where threshold > 0: nil
        case .shown, .button: view.heading == .down ? .loadMore : .loadPrevious
        case .scrolled: scrolled(view, pulledBy: 0)
        case .pulled: scrolled(view, pulledBy: Self.pullDistance)
        }
    }

    private func scrolled(_ view: Viewport, pulledBy distance: Double) -> ListSignal {
        let viewport = Double(Viewport.height) * Self.rowHeight
        let content = Double(view.count) * Self.rowHeight
        let offset = Double(view.rows.lowerBound) * Self.rowHeight
        let pulled =
            switch view.heading {
            // Content that does not fill the viewport rests at its start.
            case .down: distance > 0 ? max(0, content - viewport) + distance : offset
            case .up: offset - distance
            }
        return .scrolled(offset: pulled, viewport: viewport, content: content)
    }
}

extension Trigger.Kind {
    /// How few rows a window may have, with pages of a size.
    ///
    /// A position loads what is within a viewport on either side. With less than that in the list, both sides would load
    /// in turn, and each push out what the other has loaded.
    func smallestWindow(pageSize: Int) -> Int {
        self == .scrolled ? pageSize + 4 * Viewport.height : 1
    }
}
