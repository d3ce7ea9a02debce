import AllocationCounter

/// Counts how often memory is allocated.
enum Allocations {
    /// Counts the allocations of all threads while some work is done.
    ///
    /// - Returns: The number, or `nil` where allocations cannot be counted.
    static func count(in work: () -> Int) -> Int? {
        guard allocation_counter_is_available() else { return nil }
        allocation_counter_start()
        blackHole(work())
        return allocation_counter_stop()
    }
}
