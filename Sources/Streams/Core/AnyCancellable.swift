/// A handle that cancels an activity when it is cancelled itself, or released.
///
/// It lets go of what it holds when it is cancelled, so that keeping a cancelled handle keeps nothing else.
/// Two handles are equal when they are the same object, as in Combine.
public final class AnyCancellable: Cancellable, Hashable {
    private let action: Locked<(@Sendable () -> Void)?>

    /// Makes a handle that runs a closure.
    ///
    /// - Parameter cancel: Runs at most once: at the first cancellation, or when the handle is released.
    public init(_ cancel: @escaping @Sendable () -> Void) {
        action = Locked(cancel)
    }

    /// Makes a handle for another cancellable activity.
    ///
    /// - Parameter canceller: What to cancel. It is released after it was cancelled.
    public convenience init<C: Cancellable>(_ canceller: C) {
        self.init { canceller.cancel() }
    }

    deinit {
        cancel()
    }

    public func cancel() {
        action.exchange(nil)?()
    }

    /// Keeps this handle in a set.
    ///
    /// - Parameter set: Where the handle is inserted. Releasing it there cancels the activity.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }

    /// Keeps this handle in a collection.
    ///
    /// - Parameter collection: Where the handle is appended. Releasing it there cancels the activity.
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
