/// Something that can be stopped.
public protocol Cancellable: Sendable {
    /// Stops the activity. May be called from any thread, at any time, and more than once.
    func cancel()
}

extension Cancellable {
    /// Keeps this activity alive by storing it in a collection.
    ///
    /// - Parameter collection: Where the handle is appended. Releasing it there cancels the activity.
    public func store<C: RangeReplaceableCollection>(in collection: inout C)
    where C.Element == AnyCancellable {
        collection.append(AnyCancellable(self))
    }

    /// Keeps this activity alive by storing it in a set.
    ///
    /// - Parameter set: Where the handle is inserted. Releasing it there cancels the activity.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(AnyCancellable(self))
    }
}
