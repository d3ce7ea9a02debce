/// A publisher that sends no values before it is connected, so that several subscribers can attach first.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Starts the stream for all subscribers. Has no effect while the publisher is connected.
    ///
    /// - Returns: A handle that ends the connection when cancelled. Keep it: a publisher may end the
    ///   connection when the handle is released, as those of ``Publisher/multicast(subject:)`` do.
    func connect() -> any Cancellable

    /// Connects, and passes on a closure that ends the connection, before that can send values.
    ///
    /// By it ``autoconnect()`` ends a connection whose upstream sends values before ``connect()`` returns.
    /// The default connects without it. A publisher that forwards to another connectable one forwards this,
    /// too.
    ///
    /// - Parameter onStart: Receives the closure, unless the publisher is connected. The closure may be
    ///   called on any thread, several times, and after another connection has begun, which it does not end.
    /// - Returns: The handle of ``connect()``.
    func _connect(onStart: (@escaping @Sendable () -> Void) -> Void) -> any Cancellable
}

extension ConnectablePublisher {
    @export(implementation)
    public func _connect(onStart: (@escaping @Sendable () -> Void) -> Void) -> any Cancellable {
        connect()
    }

    /// Connects at the first subscription, and disconnects when the last subscriber cancels.
    ///
    /// If several threads subscribe at once, one of them connects. A subscriber may cancel from within a
    /// value that is sent before ``connect()`` returns: if it is the last, that ends a connection of
    /// ``Publisher/multicast(_:)`` or ``Publisher/makeConnectable()`` at once. The connection of another
    /// connectable publisher ends when its ``connect()`` returns, as in Combine, and not before.
    public func autoconnect() -> Publishers.Autoconnect<Self> {
        Publishers.Autoconnect(upstream: self)
    }
}
