import Synchronization

/// Waits for another thread that is the owner of a drain, before an event is queued for it.
///
/// Where threads send one value after another, a value that is queued costs many times a delivery: the cache
/// lines of the mailbox, of its array and of the drain's state move to the other core and back. A thread that
/// waits leaves them to the owner, and delivers many values in its turn, as with a lock. Each attempt to
/// become the owner takes the line of the state from the owner, and often succeeds between two of its values.
/// The first attempt is therefore made after a microsecond, in which the owner handles some hundred values,
/// and each further one after three times as long.
@usableFromInline
enum OwnerWait {
    /// Becomes the owner if another thread ceases to be the owner within about 40 microseconds. A `Mutex`
    /// waits for 25 on Linux before it suspends its thread.
    ///
    /// Does not wait for a handler further up this thread's stack, nor if events are queued: the owner has
    /// fallen behind then, or is suspended itself.
    ///
    /// - Returns: Whether the caller is the owner now.
    @usableFromInline
    static func enter(_ state: borrowing Atomic<UInt>) -> Bool {
        #if FLUX_EXPLORE
            // A thread that waits is one that arrives later, which is explored already.
            return false
        #else
            var owner = state.load(ordering: .relaxed)
            var steps = firstSteps
            for _ in 0..<4 {
                if owner & 1 != 0 || isOnThisThread(owner) { return false }
                if pause(steps, owner) == 0 { return false }
                let (exchanged, original) = state.compareExchange(
                    expected: 0, desired: ThreadID.current, successOrdering: .acquiring,
                    failureOrdering: .relaxed)
                if exchanged { return true }
                owner = original
                steps *= 3
            }
            return false
        #endif
    }

    /// Whether the owner is this thread, or may be: an owner that entered anonymously is known by an address
    /// on its stack, which is seldom farther from this call than 256 KiB. An error costs a wait, or saves
    /// one.
    static func isOnThisThread(_ owner: UInt) -> Bool {
        owner == ThreadID.current || owner &- StackAddress.current < 1 << 18
    }

    #if DEBUG
        private static var firstSteps: UInt { 100 }
    #else
        private static var firstSteps: UInt { 1000 }
    #endif

    /// Does nothing for about a nanosecond a step.
    ///
    /// - Returns: A number that depends on all steps, so that the compiler keeps them.
    private static func pause(_ steps: UInt, _ seed: UInt) -> UInt64 {
        let (factor, summand): (UInt64, UInt64) = (6_364_136_223_846_793_005, 1_442_695_040_888_963_407)
        var number = UInt64(seed)
        for _ in 0..<steps { number = number &* factor &+ summand }
        return number
    }
}
