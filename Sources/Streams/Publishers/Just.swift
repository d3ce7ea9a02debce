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
    @inlinable
    public init(_ output: Output) {
        self.output = output
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        subscriber.receive(subscription: LoadedValue(output, for: subscriber))
    }

    @inlinable
    public func _immediateResult() -> Result<Output?, Failure>? { .success(output) }

    @inlinable
    public var _hasKnownValues: Bool { true }

    @inlinable
    public func _sendKnownValues(to receive: (Output) -> Bool) -> Subscribers.Completion<Never> {
        _ = receive(output)
        return .finished
    }
}

extension Just: Equatable where Output: Equatable {}
