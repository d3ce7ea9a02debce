import Synchronization

#if FLUX_PTHREAD_LOCK
    import Foundation
#endif

/// A value behind a lock: the one kind of lock in the package.
///
/// Under a lock nothing is called that could call back in: no subscriber, no user closure, and nothing of the
/// user's is released. Take values out with ``exchange(_:)`` or a `withLock` that returns them.
@usableFromInline
package struct Locked<Value: Sendable>: ~Copyable, Sendable {
    #if FLUX_PTHREAD_LOCK
        @usableFromInline let storage: PthreadLocked<Value>
    #else
        @usableFromInline let storage: Mutex<Value>
    #endif

    @inlinable
    package init(_ value: Value) {
        #if FLUX_PTHREAD_LOCK
            storage = PthreadLocked(value)
        #else
            storage = Mutex(value)
        #endif
    }

    /// Runs a short closure with exclusive access to the value.
    @inlinable
    package func withLock<Result: Sendable, E: Error>(
        _ body: (inout Value) throws(E) -> Result
    ) throws(E) -> Result {
        try storage.withLock { value throws(E) in try body(&value) }
    }

    /// Replaces the value and returns the old one, to be used and released outside the lock.
    @inlinable
    package func exchange(_ value: Value) -> Value {
        withLock { current in
            let old = current
            current = value
            return old
        }
    }
}

#if FLUX_PTHREAD_LOCK
    /// The lock of sanitizer builds: the thread sanitizer does not see through `Mutex` on Linux.
    @usableFromInline
    package final class PthreadLocked<Value: Sendable>: @unchecked Sendable {
        // Sendable: the value is only reached with the lock held.
        private let lock = NSLock()
        private var value: Value

        @usableFromInline
        package init(_ value: Value) {
            self.value = value
        }

        @usableFromInline
        package func withLock<Result: Sendable, E: Error>(
            _ body: (inout Value) throws(E) -> Result
        ) throws(E) -> Result {
            lock.lock()
            defer { lock.unlock() }
            return try body(&value)
        }
    }
#endif
