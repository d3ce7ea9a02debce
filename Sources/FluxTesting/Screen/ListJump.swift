/// A change of a simulated list that moved its visible rows on the screen.
public struct ListJump: Sendable, Hashable {
    /// The time of the change, in the scheduler's time.
    public let time: Duration

    /// The distance in rows by which the first visible item moved, towards the end of the list if greater than zero.
    public let distance: Double

    /// Makes a jump, for comparisons.
    ///
    /// - Parameters:
    ///   - time: The time of the change.
    ///   - distance: The distance in rows.
    public init(time: Duration, distance: Double) {
        self.time = time
        self.distance = distance
    }
}
