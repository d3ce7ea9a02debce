import Streams
import TestSupport
import Testing

extension RaceTests {
    /// Two threads use a lock of values that take no memory: the thread sanitizer must see no race.
    @Suite struct Locks {
        @Test func lockOfAnEmptyValueIsUsableFromTwoThreads() {
            final class Guarded: @unchecked Sendable {
                // Sendable: `count` is accessed with the lock held only.
                let lock = Locked(())
                var count = 0

                func increment() { lock.withLock { _ in count += 1 } }
            }
            race(rounds: 500) {
                Guarded()
            } _: { guarded in
                guarded.increment()
            } against: { guarded in
                guarded.increment()
            } check: { guarded in
                #expect(guarded.count == 2)
            }
        }
    }
}
