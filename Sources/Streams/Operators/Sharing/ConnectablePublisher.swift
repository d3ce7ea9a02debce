/// A publisher that sends nothing before it is connected, so that several subscribers can attach first.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Starts the stream for all subscribers. Connecting while connected starts nothing.
    ///
    /// - Returns: Ends the connection when cancelled. Keep it: whether a connection outlives its handle is up
    ///   to the publisher, and those made by ``Publisher/multicast(subject:)`` do not.
    func connect() -> any Cancellable
}

extension ConnectablePublisher {
    /// Connects when the first subscriber comes, and disconnects when the last one leaves.
    ///
    /// However many threads subscribe at once, one of them connects.
    public func autoconnect() -> Publishers.Autoconnect<Self> {
        Publishers.Autoconnect(upstream: self)
    }
}
