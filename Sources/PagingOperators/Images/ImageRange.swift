/// The rows of a list whose images are loaded and kept.
public struct ImageRange: Sendable, Hashable {
    /// The number of rows before and after those in view that load their images.
    public var near: Int

    /// The number of rows before and after those in view that keep their images. Rows farther away release
    /// them, and read them from the loader's memory cache when they are near again, so that a long list does
    /// not retain all its images.
    ///
    /// Images that rows keep count against the limit of the memory cache. Where it has no room for so many,
    /// fewer rows load and keep their images, at least those in view.
    public var kept: Int

    /// The number of rows before and after those in view whose images are prefetched to the loader's disk
    /// cache, until they are near: the nearest ahead in the direction of travel first, then the nearest
    /// behind. None if it is not greater than `near`, as by default; `.max` prefetches the images of all
    /// loaded pages. Rows that wait for their prefetch take no time.
    public var prefetched: Int

    /// Creates a range.
    ///
    /// - Parameters:
    ///   - near: In rows, zero or more.
    ///   - kept: In rows, at least `near`; by default `near`, which is about two screens.
    ///   - prefetched: In rows, zero or more.
    public init(near: Int = 20, kept: Int? = nil, prefetched: Int = 0) {
        let kept = kept ?? near
        precondition(near >= 0, "The range of near rows must not be negative.")
        precondition(kept >= near, "The range of kept images must include that of near rows.")
        precondition(prefetched >= 0, "The range of prefetched images must not be negative.")
        self.near = near
        self.kept = kept
        self.prefetched = prefetched
    }
}
