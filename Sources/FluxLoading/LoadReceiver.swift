import Streams

/// Holds the receiver of one load until the load has ended or was cancelled.
final class LoadReceiver: Cancellable {
    /// A closure that is read in place. Each access to one that is itself the generic value of a lock would
    /// wrap it again.
    private struct Receiver: Sendable {
        let send: @Sendable (DataEvent) -> Void
    }

    private let receiver: Locked<Receiver?>

    init(_ receive: @escaping @Sendable (DataEvent) -> Void) {
        receiver = Locked(Receiver(send: receive))
    }

    var isActive: Bool {
        receiver.withLock { $0 != nil }
    }

    func send(_ event: DataEvent) {
        let receiver = receiver.withLock { $0 }
        receiver?.send(event)
    }

    /// Sends the last event.
    func end(_ event: DataEvent) {
        receiver.exchange(nil)?.send(event)
    }

    func cancel() {
        _ = receiver.exchange(nil)
    }
}
