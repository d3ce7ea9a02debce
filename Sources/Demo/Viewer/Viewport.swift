/// The rows of a list that are in view.
struct Viewport: Equatable {
    /// Where somebody who looks at a list is going.
    enum Heading: Equatable {
        case down, up
    }

    /// How many rows there is room for.
    static let height = 8

    /// The rows in view, counted from zero.
    let rows: ClosedRange<Int>
    /// How many rows the list has.
    let count: Int
    let heading: Heading

    /// Shows a screenful of rows.
    ///
    /// - Parameter edge: The row in view that is farthest in the heading's direction.
    init(edge: Int, of count: Int, heading: Heading) {
        switch heading {
        case .down: rows = max(0, edge - Self.height + 1)...edge
        case .up: rows = edge...min(count - 1, edge + Self.height - 1)
        }
        self.count = count
        self.heading = heading
    }

    /// The row in view that is farthest in the heading's direction.
    var edge: Int { heading == .down ? rows.upperBound : rows.lowerBound }
}
