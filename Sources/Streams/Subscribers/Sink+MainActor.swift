extension Publishers.ReceiveOn where Context == MainActor {
    /// Attaches main-actor closures that receive the values and the end of this stream; requests an unlimited
    /// number of values.
    ///
    /// - Parameters:
    ///   - receiveCompletion: Called at most once, after the last value.
    ///   - receiveValue: Called with each value, in order.
    /// - Returns: A handle that ends the subscription when cancelled or released.
    public func sink(
        receiveCompletion: @escaping @MainActor @Sendable (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @MainActor @Sendable (Output) -> Void
    ) -> AnyCancellable {
        let sink = Subscribers.Sink<Output, Failure>(
            receiveCompletion: { completion in MainActor.assumeIsolated { receiveCompletion(completion) } },
            receiveValue: { value in MainActor.assumeIsolated { receiveValue(value) } })
        receive(subscriber: sink)
        return AnyCancellable(sink.upstream)
    }
}

extension Publishers.ReceiveOn where Context == MainActor, Upstream.Failure == Never {
    /// Attaches a main-actor closure that receives the values of this stream, which cannot fail.
    ///
    /// ```swift
    /// let subscription = states.receive(on: MainActor.shared).sink { state in label.text = state.title }
    /// ```
    ///
    /// - Parameter receiveValue: Called with each value, in order.
    /// - Returns: A handle that ends the subscription when cancelled or released.
    public func sink(receiveValue: @escaping @MainActor @Sendable (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}
