/// Makes its publisher when a subscriber comes, anew for each.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    public typealias Output = DeferredPublisher.Output
    public typealias Failure = DeferredPublisher.Failure

    /// Makes the publisher that a subscriber is attached to.
    public let createPublisher: @Sendable () -> DeferredPublisher

    /// Makes a deferred publisher.
    ///
    /// - Parameter createPublisher: Called once for each subscriber, on the subscribing thread.
    @inlinable
    public init(createPublisher: @escaping @Sendable () -> DeferredPublisher) {
        self.createPublisher = createPublisher
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        createPublisher().receive(subscriber: subscriber)
    }
}
