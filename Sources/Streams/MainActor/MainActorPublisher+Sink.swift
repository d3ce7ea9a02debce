extension MainActorPublisher {
    /// Attaches main-actor closures that receive the values and the end of this stream; requests an unlimited
    /// number of values.
    ///
    /// - Parameters:
    ///   - receiveCompletion: Called at most once, after the last value.
    ///   - receiveValue: Called with each value, in order.
    /// - Returns: A handle that ends the subscription when cancelled or released.
    @export(implementation)
    @MainActor
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let receiveCompletion: @MainActor @Sendable (Subscribers.Completion<Failure>) -> Void = {
            receiveCompletion($0)
        }
        let receiveValue: @MainActor @Sendable (Output) -> Void = { receiveValue($0) }
        return base.sink(
            receiveCompletion: { completion in MainActor.assumeIsolated { receiveCompletion(completion) } },
            receiveValue: { value in MainActor.assumeIsolated { receiveValue(value) } })
    }
}

extension MainActorPublisher where Base.Failure == Never {
    /// Attaches a main-actor closure that receives the values of this stream, which cannot fail.
    ///
    /// ```swift
    /// let subscription = states.receive(on: .main).sink { state in label.text = state.title }
    /// ```
    ///
    /// - Parameter receiveValue: Called with each value, in order.
    /// - Returns: A handle that ends the subscription when cancelled or released.
    @export(implementation)
    @MainActor
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        let receiveValue: @MainActor @Sendable (Output) -> Void = { receiveValue($0) }
        return base.sink { value in MainActor.assumeIsolated { receiveValue(value) } }
    }

    /// Writes each value to a property of an object of the main actor, which is held strongly until the
    /// stream ends.
    ///
    /// An object that stores the handle returned and is itself the object assigned to is never released; use
    /// ``assign(to:onWeak:)`` there.
    ///
    /// - Parameters:
    ///   - keyPath: The property; it is written on the main actor.
    ///   - object: The object that has the property.
    /// - Returns: A handle that ends the subscription when cancelled or released.
    @export(implementation)
    @MainActor
    public func assign<Root: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
    ) -> AnyCancellable {
        sink { value in object[keyPath: keyPath] = value }
    }

    /// Writes each value to a property of an object of the main actor, as long as the object exists.
    ///
    /// - Parameters:
    ///   - keyPath: The property; it is written on the main actor.
    ///   - object: The object that has the property; held weakly.
    /// - Returns: A handle that ends the subscription when cancelled or released.
    @_disfavoredOverload  // Gives way to a project's own operator of this name.
    @export(implementation)
    @MainActor
    public func assign<Root: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>, onWeak object: Root
    ) -> AnyCancellable {
        sink { [weak object] value in object?[keyPath: keyPath] = value }
    }
}
