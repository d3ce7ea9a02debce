import PagingOperators

/// A change of a simulated list that moved its visible rows on the screen, or removed them from it.
///
/// Scrolling and requested jumps do not count. A refresh that replaces every visible item counts as a jump.
public struct ListJump: Sendable, Hashable {
    /// The time of the change, in the scheduler's time.
    public let time: Duration

    /// The distance in rows by which the first visible item that is still in the list moved, toward the end
    /// of the list if greater than zero; `nil` if none of the visible items is. An item that the change has
    /// moved is used only if no visible item is left that kept its order. Zero if it did not move, but the
    /// list became too short for the viewport although further pages can be loaded.
    public let distance: Double?

    /// Creates a jump, for comparisons.
    ///
    /// - Parameters:
    ///   - time: The time of the change.
    ///   - distance: The distance in rows; `nil` if no visible item is left.
    public init(time: Duration, distance: Double?) {
        self.time = time
        self.distance = distance
    }
}
