import Synchronization

#if FLUX_PTHREAD_LOCK
    import Foundation
#endif

/// A value that is protected by a lock. All locks of the package are of this type.
///
/// While the lock is held, call no subscriber and no user closure, and release no user object: each could
/// call back into the same code. Take values out with ``exchange(_:)``, or with a `withLock` that returns
/// them.
@usableFromInline
package struct Locked<Value: Sendable>: ~Copyable, Sendable {
    #if FLUX_EXPLORE
        @usableFromInline let storage: ExploredLock<Value>
    #elseif FLUX_PTHREAD_LOCK
        @usableFromInline let storage: PthreadLocked<Value>
    #else
        @usableFromInline let storage: Mutex<Value>
    #endif

    @export(implementation)
    package init(_ value: Value) {
        #if FLUX_EXPLORE
            storage = ExploredLock(value)
        #elseif FLUX_PTHREAD_LOCK
            storage = PthreadLocked(value)
        #else
            storage = Mutex(value)
        #endif
    }

    /// Runs a short closure with exclusive access to the value.
    @export(implementation)
    package func withLock<Result: Sendable, E: Error>(
        _ body: (inout Value) throws(E) -> Result
    ) throws(E) -> Result {
        try storage.withLock { value throws(E) in try body(&value) }
    }

    /// Replaces the value and returns the old one, to be used and released outside the lock.
    @export(implementation)
    package func exchange(_ value: Value) -> Value {
        withLock { current in
            let old = current
            current = value
            return old
        }
    }
}

#if FLUX_EXPLORE
    extension Locked {
        /// What a lock must not be: for mutants.
        @usableFromInline
        package func withoutLock<Result: Sendable, E: Error>(
            _ body: (inout Value) throws(E) -> Result
        ) throws(E) -> Result {
            try storage.withoutLock { value throws(E) in try body(&value) }
        }
    }
#endif

#if FLUX_PTHREAD_LOCK
    /// The lock of sanitizer builds: the thread sanitizer does not see through `Mutex` on Linux.
    @usableFromInline
    package final class PthreadLocked<Value: Sendable>: @unchecked Sendable {
        // Sendable: the value is accessed with the lock held only.
        private let lock = NSLock()
        // An empty value, such as `()`, would have the address of another variable, and the thread sanitizer
        // takes accesses to that for a race.
        private var content: (value: Value, unused: UInt8)

        @usableFromInline
        package init(_ value: Value) {
            content = (value, 0)
        }

        @usableFromInline
        package func withLock<Result: Sendable, E: Error>(
            _ body: (inout Value) throws(E) -> Result
        ) throws(E) -> Result {
            lock.lock()
            defer { lock.unlock() }
            return try body(&content.value)
        }
    }
#endif
