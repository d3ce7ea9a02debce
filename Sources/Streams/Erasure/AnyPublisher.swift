/// A publisher whose type is hidden.
///
/// It costs one call through a reference for each value.
public struct AnyPublisher<Output: Sendable, Failure: Error>: Publisher {
    @usableFromInline let attach: @Sendable (AnySubscriber<Output, Failure>) -> Void

    /// Hides the type of a publisher.
    ///
    /// - Parameter publisher: What subscribers are attached to. One that is hidden already is not hidden twice.
    @inlinable
    public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        if let erased = publisher as? AnyPublisher<Output, Failure> {
            self = erased
        } else {
            attach = { publisher.receive(subscriber: $0) }
        }
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        attach(AnySubscriber(subscriber))
    }
}

extension Publisher {
    /// Hides the type of this publisher, so that it can be named, stored and replaced.
    @inlinable
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
        AnyPublisher(self)
    }
}
