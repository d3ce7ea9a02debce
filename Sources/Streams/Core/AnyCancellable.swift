import Synchronization

/// A handle that cancels an activity when it is cancelled itself, or released.
///
/// A handle releases what it holds when it is cancelled. Two handles are equal if they are the same object,
/// as in Combine.
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
    // Sendable: `action` belongs to the caller that sets `isCancelled`.

    private let isCancelled: Atomic<Bool>
    @exclusivity(unchecked) private var action: (@Sendable () -> Void)?

    /// Creates a handle that runs a closure.
    ///
    /// - Parameter cancel: Runs at most once: at the first cancellation, or when the handle is released.
    public init(_ cancel: @escaping @Sendable () -> Void) {
        isCancelled = Atomic(false)
        action = cancel
    }

    /// Creates a handle for an activity that has ended.
    @usableFromInline
    init() {
        isCancelled = Atomic(true)
    }

    /// Creates a handle for another cancellable activity.
    ///
    /// - Parameter canceller: The activity to cancel. It is released after it was cancelled.
    @export(implementation)
    public convenience init<C: Cancellable>(_ canceller: C) {
        self.init { canceller.cancel() }
    }

    /// Whether the handle was cancelled.
    var isStopped: Bool { isCancelled.load(ordering: .relaxed) }

    deinit {
        action?()
    }

    public func cancel() {
        if isCancelled.load(ordering: .relaxed) { return }
        if !isCancelled.exchange(true, ordering: .acquiringAndReleasing) { action.take()?() }
    }

    /// Stores this handle in a set.
    ///
    /// - Parameter set: The set into which the handle is inserted. Releasing it there cancels the activity.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }

    /// Stores this handle in a collection.
    ///
    /// - Parameter collection: The collection to which the handle is appended. Releasing it there cancels the
    ///   activity.
    public func store<C: RangeReplaceableCollection>(in collection: inout C)
    where C.Element == AnyCancellable {
        collection.append(self)
    }

    public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool {
        lhs === rhs
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
