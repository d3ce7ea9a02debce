/// The visible rows of a list.
struct Viewport: Equatable {
    /// The direction of scrolling.
    enum Heading: Equatable {
        case down, up
    }

    /// The number of rows that fit on the screen.
    static let height = 8

    /// The visible rows, counted from zero.
    let rows: ClosedRange<Int>
    /// The number of rows of the list.
    let count: Int
    let heading: Heading

    /// Makes a viewport of full height.
    ///
    /// - Parameter edge: The visible row farthest in the direction of scrolling.
    init(edge: Int, of count: Int, heading: Heading) {
        switch heading {
        case .down: rows = max(0, edge - Self.height + 1)...edge
        case .up: rows = edge...min(count - 1, edge + Self.height - 1)
        }
        self.count = count
        self.heading = heading
    }

    /// The visible row farthest in the direction of scrolling.
    var edge: Int { heading == .down ? rows.upperBound : rows.lowerBound }
}
