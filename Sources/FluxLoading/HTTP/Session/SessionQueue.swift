import Foundation

/// The queues of a session: the one that the session calls its delegate on, the one on which most loads
/// handle their events, and the one on which the session and its tasks are called.
///
/// On Linux a session adds a block for each event from the thread that reads, which all sessions of the
/// process share. The block is run there, and the delegate selects where the event is handled: where it is
/// ``handle(_:)``, that thread goes on reading. Nothing that runs on either queue may wait for the session.
final class SessionQueue: OperationQueue, @unchecked Sendable {
    // Sendable: nothing of it is written.

    /// Calls of the session and its tasks may wait for the thread that reads, which may wait for the queue of
    /// the delegate.
    let calls = DispatchQueue(label: "Flux.HTTPSession")

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
