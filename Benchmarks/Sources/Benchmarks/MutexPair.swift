import Synchronization

/// An uncontended lock and unlock: the unit of a machine's speed at atomic operations.
enum MutexPair {
    /// Measures one pair, as the average of many.
    static func measure() -> Duration {
        let pairs = 3_000_000
        let mutex = Mutex(0)
        let time = ContinuousClock().measure {
            for _ in 0..<pairs { mutex.withLock { $0 &+= 1 } }
        }
        blackHole(mutex.withLock { $0 })
        return time / pairs
    }
}
