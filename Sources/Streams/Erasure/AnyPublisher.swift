/// A type-erasing publisher.
///
/// It adds one indirect call for each value.
public struct AnyPublisher<Output: Sendable, Failure: Error>: Publisher {
    @usableFromInline let attach: @Sendable (AnySubscriber<Output, Failure>) -> Void

    /// Creates a type-erasing publisher that wraps another.
    ///
    /// - Parameter publisher: The publisher to wrap. An `AnyPublisher` is not wrapped again.
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
    /// Wraps this publisher with a type eraser, so that it can be named, stored and replaced.
    @inlinable
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
        AnyPublisher(self)
    }
}
