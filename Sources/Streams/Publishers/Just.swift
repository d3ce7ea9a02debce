/// Sends one value, then finishes.
///
/// The value waits for demand and is followed by the finish at once. The semantics are those of Combine.
public struct Just<Output: Sendable>: Publisher {
    public typealias Failure = Never

    /// The value that every subscriber receives.
    public let output: Output

    /// Creates a publisher of one value.
    ///
    /// - Parameter output: The value that every subscriber receives.
    @export(implementation)
    public init(_ output: Output) {
        self.output = output
    }

    @export(implementation)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        subscriber.receive(subscription: LoadedValue(output, for: subscriber))
    }

    @export(implementation)
    public func _immediateResult(for receiver: _ResultReceiver) -> Result<Output?, Failure>? {
        .success(output)
    }

    @export(implementation)
    public var _hasKnownValues: Bool { true }

    @export(implementation)
    public func _sendKnownValues(to receive: (Output) -> Bool) -> Subscribers.Completion<Never> {
        _ = receive(output)
        return .finished
    }
}

extension Just: Equatable where Output: Equatable {}
