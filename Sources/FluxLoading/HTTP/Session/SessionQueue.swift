import Foundation

/// The queues of a session's delegate: the one that the session calls it on, and the one on which most loads
/// handle their events.
///
/// On Linux a session adds a block for each event from the thread that reads, which all sessions of the
/// process share. The block is run there, and the delegate selects where the event is handled: where it is
/// ``handle(_:)``, that thread goes on reading. Nothing that runs on either queue may wait for the session.
final class SessionQueue: OperationQueue, @unchecked Sendable {
    // Sendable: nothing of it is written.

    #if canImport(FoundationNetworking)
        private let blocks = DispatchQueue(label: "Flux.SessionQueue")

        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            block()
        }

        /// Handles an event of the session, in order with others.
        func handle(_ event: @escaping @Sendable () -> Void) {
            blocks.async(execute: event)
        }

        /// Runs a block in order with the events.
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
