/// Sends no value, and fails at subscription.
public struct Fail<Output: Sendable, Failure: Error>: Publisher {
    /// The error that every subscriber gets.
    public let error: Failure

    /// Makes a publisher that fails.
    ///
    /// - Parameter error: The error that every subscriber gets.
    @inlinable
    public init(error: Failure) {
        self.error = error
    }

    /// Makes a publisher that fails, whose type of output is stated.
    @inlinable
    public init(outputType: Output.Type, failure: Failure) {
        self.init(error: failure)
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        end(subscriber, with: .failure(error))
    }
}

extension Fail: Equatable where Failure: Equatable {}
