#if FLUX_EXPLORE
    import Synchronization

    // What stands in place of `Synchronization.Atomic`, and under `Locked`, in a build that explores the
    // interleavings of threads: see the folder Explore. No other build contains any of this.

    /// An object that threads share. Each use of it is a point at which another thread may go on.
    @usableFromInline
    package final class ExploredObject: @unchecked Sendable {
        // Sendable: threads run one at a time while their interleavings are explored.

        /// The same in each run that does the same.
        package let name: UInt64
        /// The state of the object in the explorer.
        package var record = Record()

        package struct Record {
            package var run = 0
            package var lastWrite: UInt64 = 0
            package var reads: UInt64 = 0
            /// The threads that have used the object, as a set of bits.
            package var users: UInt8 = 0
            package var holder: Int?

            package init() {}
        }

        @usableFromInline
        package init() {
            name = Exploration.monitor?.nameOfNewObject() ?? 0
        }

        /// Lets another thread go on, before the object is used.
        @usableFromInline
        package func willUse() { Exploration.monitor?.willUse(self) }

        /// Notes how the object was used.
        @usableFromInline
        package func didUse(writing: Bool) { Exploration.monitor?.didUse(self, writing: writing) }
    }

    /// Decides which thread runs.
    package protocol ExplorationMonitor: AnyObject {
        func nameOfNewObject() -> UInt64
        func willUse(_ object: ExploredObject)
        func didUse(_ object: ExploredObject, writing: Bool)
        /// Returns once the lock is free, and taken by the caller.
        func lock(_ object: ExploredObject)
        func unlock(_ object: ExploredObject)
    }

    package enum Exploration {
        /// Set before the first object is created.
        package nonisolated(unsafe) static var monitor: (any ExplorationMonitor)?
    }

    /// An atomic value whose operations are points at which another thread may go on.
    ///
    /// Hides the type of the same name in the standard library. Whatever the ordering, the operations of all
    /// threads have one order.
    @usableFromInline
    package struct Atomic<Value: Equatable>: ~Copyable, Sendable {
        private let object: ExploredObject
        private let content: Content

        private final class Content: @unchecked Sendable {
            // Sendable: threads run one at a time.

            var value: Value

            init(_ value: Value) {
                self.value = value
            }
        }

        @usableFromInline
        package init(_ initial: Value) {
            object = ExploredObject()
            content = Content(initial)
        }

        @usableFromInline
        package func load(ordering: AtomicLoadOrdering) -> Value {
            object.willUse()
            defer { object.didUse(writing: false) }
            return content.value
        }

        @usableFromInline
        package func store(_ desired: Value, ordering: AtomicStoreOrdering) {
            _ = exchange(desired, ordering: .sequentiallyConsistent)
        }

        @usableFromInline
        package func exchange(_ desired: Value, ordering: AtomicUpdateOrdering) -> Value {
            update { _ in desired }.oldValue
        }

        @usableFromInline
        package func compareExchange(
            expected: Value, desired: Value, ordering: AtomicUpdateOrdering
        ) -> (exchanged: Bool, original: Value) {
            object.willUse()
            let original = content.value
            if original == expected { content.value = desired }
            object.didUse(writing: original == expected)
            return (original == expected, original)
        }

        @usableFromInline
        package func compareExchange(
            expected: Value, desired: Value, successOrdering: AtomicUpdateOrdering,
            failureOrdering: AtomicLoadOrdering
        ) -> (exchanged: Bool, original: Value) {
            compareExchange(expected: expected, desired: desired, ordering: successOrdering)
        }

        @usableFromInline
        package func weakCompareExchange(
            expected: Value, desired: Value, ordering: AtomicUpdateOrdering
        ) -> (exchanged: Bool, original: Value) {
            compareExchange(expected: expected, desired: desired, ordering: ordering)
        }

        private func update(_ change: (Value) -> Value) -> (oldValue: Value, newValue: Value) {
            object.willUse()
            let old = content.value
            content.value = change(old)
            object.didUse(writing: true)
            return (old, content.value)
        }
    }

    // What is not atomic: for mutants.
    extension Atomic {
        @usableFromInline
        package func exchangeInTwoSteps(_ desired: Value, ordering: AtomicUpdateOrdering) -> Value {
            let old = load(ordering: .sequentiallyConsistent)
            store(desired, ordering: .sequentiallyConsistent)
            return old
        }

        @usableFromInline
        package func compareExchangeInTwoSteps(
            expected: Value, desired: Value, ordering: AtomicUpdateOrdering
        ) -> (exchanged: Bool, original: Value) {
            let old = load(ordering: .sequentiallyConsistent)
            if old == expected { store(desired, ordering: .sequentiallyConsistent) }
            return (old == expected, old)
        }

        @usableFromInline
        package func compareExchangeInTwoSteps(
            expected: Value, desired: Value, successOrdering: AtomicUpdateOrdering,
            failureOrdering: AtomicLoadOrdering
        ) -> (exchanged: Bool, original: Value) {
            compareExchangeInTwoSteps(expected: expected, desired: desired, ordering: successOrdering)
        }
    }

    extension Atomic where Value: FixedWidthInteger {
        @usableFromInline
        package func wrappingAddInTwoSteps(
            _ operand: Value, ordering: AtomicUpdateOrdering
        ) -> (oldValue: Value, newValue: Value) {
            let old = load(ordering: .sequentiallyConsistent)
            store(old &+ operand, ordering: .sequentiallyConsistent)
            return (old, old &+ operand)
        }

        @usableFromInline
        package func wrappingSubtractInTwoSteps(
            _ operand: Value, ordering: AtomicUpdateOrdering
        ) -> (oldValue: Value, newValue: Value) {
            wrappingAddInTwoSteps(0 &- operand, ordering: ordering)
        }

        @usableFromInline
        package func bitwiseAndInTwoSteps(
            _ operand: Value, ordering: AtomicUpdateOrdering
        ) -> (oldValue: Value, newValue: Value) {
            let old = load(ordering: .sequentiallyConsistent)
            store(old & operand, ordering: .sequentiallyConsistent)
            return (old, old & operand)
        }
    }

    extension Atomic where Value: FixedWidthInteger {
        @usableFromInline
        @discardableResult
        package func wrappingAdd(
            _ operand: Value, ordering: AtomicUpdateOrdering
        ) -> (oldValue: Value, newValue: Value) {
            update { $0 &+ operand }
        }

        @usableFromInline
        @discardableResult
        package func wrappingSubtract(
            _ operand: Value, ordering: AtomicUpdateOrdering
        ) -> (oldValue: Value, newValue: Value) {
            update { $0 &- operand }
        }

        @usableFromInline
        package func bitwiseAnd(
            _ operand: Value, ordering: AtomicUpdateOrdering
        ) -> (oldValue: Value, newValue: Value) {
            update { $0 & operand }
        }
    }

    /// The lock of builds that explore interleavings: a thread that would block is not run.
    @usableFromInline
    package struct ExploredLock<Value: Sendable>: ~Copyable, Sendable {
        private let object: ExploredObject
        private let storage: Mutex<Value>

        @usableFromInline
        package init(_ value: Value) {
            object = ExploredObject()
            storage = Mutex(value)
        }

        @usableFromInline
        package func withLock<Result: Sendable, E: Error>(
            _ body: (inout Value) throws(E) -> Result
        ) throws(E) -> Result {
            Exploration.monitor?.lock(object)
            defer { Exploration.monitor?.unlock(object) }
            return try storage.withLock { value throws(E) in try body(&value) }
        }

        /// What a lock must not be: for mutants.
        @usableFromInline
        package func withoutLock<Result: Sendable, E: Error>(
            _ body: (inout Value) throws(E) -> Result
        ) throws(E) -> Result {
            object.willUse()
            var value = storage.withLock { $0 }
            object.didUse(writing: false)
            let result = try body(&value)
            object.willUse()
            storage.withLock { $0 = value }
            object.didUse(writing: true)
            return result
        }
    }
#endif
