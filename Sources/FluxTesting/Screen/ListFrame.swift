import PagingOperators

/// What a person sees of a simulated list from one moment on.
public struct ListFrame<Item: Sendable>: Sendable {
    /// When it came into view, in the scheduler's time.
    public let time: Duration

    /// The row at the top of the viewport, counted from zero.
    public let firstRow: Int

    /// The rows in view, those that are in view by a part included.
    public let rows: [ListRow<Item>]

    /// How many rows the list has, placeholders included.
    public let rowCount: Int

    /// What the screen shows as a whole.
    public let phase: ListPhase

    /// What stands below the last row, whether or not that is in view.
    public let footer: ListFooter

    /// Whether the first row is wholly in view, or there is none. What stands above it is then in view, too.
    public let isAtStart: Bool

    /// Whether the last row is wholly in view, or there is none. What stands below it is then in view, too.
    public let isAtEnd: Bool

    /// What is in view that waits for a load.
    public let waits: Set<ListWait>

    /// The items in view.
    public var items: [Item] { rows.compactMap(\.item) }
}

extension ListFrame: Equatable where Item: Equatable {}
