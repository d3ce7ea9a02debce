/// A publisher that sends no values before it is connected, so that several subscribers can attach first.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Starts the stream for all subscribers. Has no effect while the publisher is connected.
    ///
    /// - Returns: A handle that ends the connection when cancelled. Keep it: a publisher may end the
    ///   connection when the handle is released, as those of ``Publisher/multicast(subject:)`` do.
    func connect() -> any Cancellable
}

extension ConnectablePublisher {
    /// Connects at the first subscription, and disconnects when the last subscriber cancels.
    ///
    /// If several threads subscribe at once, one of them connects.
    public func autoconnect() -> Publishers.Autoconnect<Self> {
        Publishers.Autoconnect(upstream: self)
    }
}
