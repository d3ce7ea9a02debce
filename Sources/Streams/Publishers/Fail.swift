/// Sends no values, and fails at subscription.
public struct Fail<Output: Sendable, Failure: Error>: Publisher {
    /// The error that every subscriber receives.
    public let error: Failure

    /// Creates a publisher that fails.
    ///
    /// - Parameter error: The error that every subscriber receives.
    @export(implementation)
    public init(error: Failure) {
        self.error = error
    }

    /// Creates a publisher that fails, with an explicit type of output.
    @export(implementation)
    public init(outputType: Output.Type, failure: Failure) {
        self.init(error: failure)
    }

    @export(implementation)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        end(subscriber, with: .failure(error))
    }

    @export(implementation)
    public func _immediateResult(for receiver: _ResultReceiver) -> Result<Output?, Failure>? {
        .failure(error)
    }
}

extension Fail: Equatable where Failure: Equatable {}
