/// An activity that can be cancelled.
public protocol Cancellable: Sendable {
    /// Cancels the activity. May be called from any thread, at any time, and more than once.
    func cancel()
}

extension Cancellable {
    /// Stores a handle for this activity in a collection.
    ///
    /// - Parameter collection: The collection to which the handle is appended. Releasing it there cancels the
    ///   activity.
    public func store<C: RangeReplaceableCollection>(in collection: inout C)
    where C.Element == AnyCancellable {
        collection.append(AnyCancellable(self))
    }

    /// Stores a handle for this activity in a set.
    ///
    /// - Parameter set: The set into which the handle is inserted. Releasing it there cancels the activity.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(AnyCancellable(self))
    }
}
