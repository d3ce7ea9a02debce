import PagingOperators

/// The visible part of a simulated list at one time.
public struct ListFrame<Item: Sendable>: Sendable {
    /// The time from which it is visible, in the scheduler's time.
    public let time: Duration

    /// The row at the top of the viewport, counted from zero.
    public let firstRow: Int

    /// The visible rows, including partly visible ones.
    public let rows: [ListRow<Item>]

    /// The number of rows of the list, including placeholders.
    public let rowCount: Int

    /// The phase of the list.
    public let phase: ListPhase

    /// The footer below the last row, whether or not it is visible.
    public let footer: ListFooter

    /// Whether the first row is fully visible, or there is none. The header above it is visible, too.
    public let isAtStart: Bool

    /// Whether the last row is fully visible, or there is none. The footer below it is visible, too.
    public let isAtEnd: Bool

    /// The visible elements that wait for a load.
    public let waits: Set<ListWait>

    /// The visible items.
    public var items: [Item] { rows.compactMap(\.item) }
}

extension ListFrame: Equatable where Item: Equatable {}
