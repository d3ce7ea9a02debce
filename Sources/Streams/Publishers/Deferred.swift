/// Creates a publisher for each subscriber, when it subscribes.
///
/// ```swift
/// let counts = Deferred { Future { try await service.count() } }  // counts for each subscriber
/// ```
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    public typealias Output = DeferredPublisher.Output
    public typealias Failure = DeferredPublisher.Failure

    /// Creates the publisher that a subscriber is attached to.
    public let createPublisher: @Sendable () -> DeferredPublisher

    /// Creates a deferred publisher.
    ///
    /// - Parameter createPublisher: Called once for each subscriber, on the subscribing thread.
    @export(implementation)
    public init(createPublisher: @escaping @Sendable () -> DeferredPublisher) {
        self.createPublisher = createPublisher
    }

    @export(implementation)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        createPublisher().receive(subscriber: subscriber)
    }
}
