extension Subscribers {
    /// A subscriber that requests an unlimited number of values and writes each value to a property.
    ///
    /// It holds the object strongly until the stream ends or is cancelled. It accepts one subscription and
    /// cancels a second.
    public final class Assign<Root: Sendable, Input: Sendable>: Subscriber, Cancellable {
        public typealias Failure = Never

        /// The property to write.
        public let keyPath: ReferenceWritableKeyPath<Root, Input> & Sendable

        @usableFromInline let root: Locked<Root?>
        @usableFromInline let upstream = SubscriptionLink()

        /// Creates a subscriber that writes a property.
        ///
        /// - Parameters:
        ///   - object: The object that has the property.
        ///   - keyPath: The property.
        public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input> & Sendable) {
            root = Locked(object)
            self.keyPath = keyPath
        }

        /// The object, until the stream ends or is cancelled.
        @export(implementation) public var object: Root? { root.withLock { $0 } }

        @export(implementation)
        public func receive(subscription: any Subscription) {
            if upstream.attach(subscription) { subscription.request(.unlimited) }
        }

        @export(implementation)
        public func receive(_ input: Input) -> Subscribers.Demand {
            if !upstream.isStopped { object?[keyPath: keyPath] = input }
            return .none
        }

        @export(implementation)
        public func receive(completion: Subscribers.Completion<Never>) {
            if upstream.finish() { _ = root.exchange(nil) }
        }

        public func cancel() {
            upstream.cancel()
            _ = root.exchange(nil)
        }
    }
}

extension Publisher where Failure == Never {
    /// Writes each value to a property of an object, which is held strongly until the stream ends.
    ///
    /// An object that stores the handle returned and is itself the object assigned to is never released; use
    /// ``assign(to:onWeak:)`` there.
    ///
    /// - Parameters:
    ///   - keyPath: The property; it is written on the delivering thread.
    ///   - object: The object that has the property.
    /// - Returns: A handle that ends the subscription when cancelled or released.
    @export(implementation)
    public func assign<Root: Sendable>(
        to keyPath: ReferenceWritableKeyPath<Root, Output> & Sendable, on object: Root
    ) -> AnyCancellable {
        let assign = Subscribers.Assign(object: object, keyPath: keyPath)
        receive(subscriber: assign)
        return AnyCancellable(assign)
    }

    /// Writes each value to a property of an object, as long as the object exists.
    ///
    /// - Parameters:
    ///   - keyPath: The property; it is written on the delivering thread.
    ///   - object: The object that has the property; held weakly.
    /// - Returns: A handle that ends the subscription when cancelled or released.
    @_disfavoredOverload  // Gives way to a project's own operator of this name.
    @export(implementation)
    public func assign<Root: AnyObject & Sendable>(
        to keyPath: ReferenceWritableKeyPath<Root, Output> & Sendable, onWeak object: Root
    ) -> AnyCancellable {
        sink { [weak object] value in object?[keyPath: keyPath] = value }
    }
}
