/// Sends no values, and finishes at subscription or never.
public struct Empty<Output: Sendable, Failure: Error>: Publisher, Equatable {
    /// Whether the stream finishes at subscription; otherwise it never ends.
    public let completeImmediately: Bool

    /// Creates a publisher without values.
    ///
    /// - Parameter completeImmediately: Whether the stream finishes at subscription. The default is `true`.
    @export(implementation)
    public init(completeImmediately: Bool = true) {
        self.completeImmediately = completeImmediately
    }

    /// Creates a publisher without values, with explicit types.
    @export(implementation)
    public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
        self.init(completeImmediately: completeImmediately)
    }

    @export(implementation)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        if completeImmediately {
            end(subscriber, with: .finished)
        } else {
            subscriber.receive(subscription: Subscriptions.empty)
        }
    }

    @export(implementation)
    public func _immediateResult(for receiver: _ResultReceiver) -> Result<Output?, Failure>? {
        completeImmediately ? .success(nil) : nil
    }
}
