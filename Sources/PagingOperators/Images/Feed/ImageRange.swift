/// The rows of a list whose images are loaded and kept.
public struct ImageRange: Sendable, Hashable {
    /// How many rows before and after those in view load their images.
    public var near: Int

    /// How many rows before and after those in view keep their images. Rows farther away drop them, and get them from
    /// the loader's memory cache when they are near again, so that a long list does not hold all its images.
    public var kept: Int

    /// Makes a range.
    ///
    /// - Parameters:
    ///   - near: In rows, zero or more.
    ///   - kept: In rows, at least `near`.
    public init(near: Int = 20, kept: Int = 200) {
        precondition(near >= 0, "The range of near rows is zero or more.")
        precondition(kept >= near, "The range of kept images includes that of near rows.")
        self.near = near
        self.kept = kept
    }
}
