/// For which rows of a list images are loaded and kept.
public struct ImageRange: Sendable, Hashable {
    /// How many rows before and after the row that was shown last have their images loaded.
    public var near: Int

    /// How many rows before and after it keep the images they have. Rows farther away give them back and count on
    /// the loader's memory cache when they come near again, so that a long list does not hold all its images.
    public var kept: Int

    /// Makes a range.
    ///
    /// - Parameters:
    ///   - near: In rows, zero or more.
    ///   - kept: In rows, at least as many.
    public init(near: Int = 20, kept: Int = 200) {
        precondition(near >= 0, "A distance in rows is zero or more.")
        precondition(kept >= near, "Rows that load images also keep them.")
        self.near = near
        self.kept = kept
    }
}
