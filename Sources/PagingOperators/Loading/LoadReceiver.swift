import Streams

/// Holds the receiver of one load until the load has ended or was cancelled.
final class LoadReceiver: Cancellable {
    private let receive: Locked<(@Sendable (DataEvent) -> Void)?>

    init(_ receive: @escaping @Sendable (DataEvent) -> Void) {
        self.receive = Locked(receive)
    }

    var isActive: Bool {
        receive.withLock { $0 != nil }
    }

    func send(_ event: DataEvent) {
        let receive = receive.withLock { $0 }
        receive?(event)
    }

    /// Sends the last event.
    func end(_ event: DataEvent) {
        receive.exchange(nil)?(event)
    }

    func cancel() {
        _ = receive.exchange(nil)
    }
}
