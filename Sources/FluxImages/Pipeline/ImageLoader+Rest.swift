import Streams

extension ImageLoader {
    /// Whether the loader is idle: no fetch, no observer, no step that runs or waits. For tests.
    package var isAtRest: Bool {
        change { $0.count == 0 && $0.stepCounts == (0, 0) }
    }

    /// The memory cache of a loader whose configuration has no other. For tests.
    package var memory: MemoryCache<Image> {
        ownCache!  // required of the caller
    }
}
