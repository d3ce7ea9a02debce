import AllocationCounter

/// Counts how often memory is allocated, and how much is held.
enum Allocations {
    /// Measures the memory that a value holds.
    ///
    /// - Parameter make: Makes it.
    /// - Returns: In bytes, or `nil` where that is not known.
    static func bytes<Value>(heldBy make: () -> Value) -> Int? {
        guard allocation_counter_is_available() else { return nil }
        let before = allocation_counter_bytes_in_use()
        let value = make()
        let after = allocation_counter_bytes_in_use()
        blackHole(value)
        return Int(after) - Int(before)
    }

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
