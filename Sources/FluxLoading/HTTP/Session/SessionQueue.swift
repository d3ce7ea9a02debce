import Foundation

/// The queues of a session's delegate: the one that the session calls it on, and the one on which most loads
/// handle their events.
///
/// On Linux a session adds a block for each event from the thread that reads. It is run there, and the
/// delegate selects where the event is handled: where it is ``handle(_:)``, the session waits while a number
/// of events is not handled yet, because it reads as fast as the network delivers, and memory would have no
/// bound if a receiver is slower. Nothing that runs on either queue may wait for the session.
final class SessionQueue: OperationQueue, @unchecked Sendable {
    // Sendable: the count is accessed with the condition locked only.

    #if canImport(FoundationNetworking)
        private static let limit = 64

        private let room = NSCondition()
        private var count = 0
        private let blocks = DispatchQueue(label: "Flux.SessionQueue")

        /// The number of events that are not handled yet.
        var pendingCount: Int {
            room.withLock { count }
        }

        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            block()
        }

        /// Handles an event of the session, in order with others. The caller waits while many are not handled
        /// yet.
        func handle(_ event: @escaping @Sendable () -> Void) {
            room.lock()
            while count >= Self.limit { room.wait() }
            count += 1
            room.unlock()
            blocks.async { [self] in
                event()
                room.lock()
                count -= 1
                room.signal()
                room.unlock()
            }
        }

        /// Runs a block in order with the events, without waiting.
        func run(_ block: @escaping @Sendable () -> Void) {
            blocks.async(execute: block)
        }
    #else
        /// Handles an event of the session, which is delivered on this queue.
        func handle(_ event: () -> Void) {
            event()
        }

        /// Runs a block in order with the events.
        func run(_ block: @escaping @Sendable () -> Void) {
            addOperation(block)
        }
    #endif
}
