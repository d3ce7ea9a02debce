/// The report of a list that measures distances, in points.
@usableFromInline
struct ScrollReport: Sendable {
    let offset: Double
    /// The size of the viewport.
    let viewport: Double
    /// The size of the content.
    let content: Double

    /// Whether the list was not scrolled since another report. The content may have another size: a footer
    /// has, when a load has failed.
    func isAtOffset(of other: ScrollReport) -> Bool {
        offset == other.offset && viewport == other.viewport
    }

    /// The distance of the viewport from each edge of the content.
    var distances: Edges<Double> { Edges(start: offset, end: content - offset - viewport) }

    /// How far the list is pulled beyond each edge. Content that does not fill the viewport rests at its
    /// start: the room below it is not a pull.
    var pulls: Edges<Double> { Edges(start: -offset, end: offset - max(0, content - viewport)) }

    /// Whether the page beyond an edge is requested.
    func requestsPage(beyond edge: Edge, by policy: PagingRules.ScrollPolicy) -> Bool {
        switch policy {
        case .within(let viewports): distances[edge] <= viewports * viewport
        case .pulled(let distance): pulls[edge] >= distance
        }
    }

    /// The rows in view, of a number of rows that are equally high.
    func rowsInView(of count: Int) -> Range<Int>? {
        rows(of: count, from: rest, to: min(rest + viewport, content))
    }

    /// The rows in view and those within a distance of them. Before the content and after it, those that
    /// would be there: rows may be inserted.
    func rows(of count: Int, within margin: Double) -> Range<Int>? {
        rows(of: count, from: rest - margin, to: rest + viewport + margin)
    }

    /// A list that is pulled rests at its edge.
    private var rest: Double { min(max(offset, 0), max(0, content - viewport)) }

    private func rows(of count: Int, from start: Double, to end: Double) -> Range<Int>? {
        guard count > 0, content > 0, content.isFinite, start < end else { return nil }
        let count = Double(count)
        // Multiplied first, so that an edge that is that of a row has its number.
        let first = (min(max(start, content * -1000), content) * count / content).rounded(.down)
        let last = (min(max(end, 0), content * 1000) * count / content).rounded(.up)
        // Rows that can be added to without overflow, also where `Int` has 32 bits.
        let limit = Double(Int.max / 4)
        return Int(max(-limit, min(first, limit)))..<Int(max(-limit, min(last, limit)))
    }
}
