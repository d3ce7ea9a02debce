/// Sends one value, then finishes.
///
/// The value waits for demand; value and finish come together. The semantics are Combine's.
public struct Just<Output: Sendable>: Publisher {
    public typealias Failure = Never

    /// The value that every subscriber gets.
    public let output: Output

    /// Makes a publisher of one value.
    ///
    /// - Parameter output: The value that every subscriber gets.
    @inlinable
    public init(_ output: Output) {
        self.output = output
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        subscriber.receive(subscription: SingleValue(output, for: subscriber))
    }
}

extension Just: Equatable where Output: Equatable {}
