import Foundation

/// The queue of a session's delegate, which makes the session wait while a number of events is not handled yet.
///
/// On Linux a session reads as fast as the network delivers, and queues every chunk: where the delegate is slower, memory
/// has no bound. There the session adds its operations from the thread that reads. Nothing that runs on this queue may
/// wait for the session.
final class SessionQueue: OperationQueue, @unchecked Sendable {
    // Sendable: the count is accessed with the condition locked only.

    private static let limit = 64

    private let room = NSCondition()
    private var count = 0

    #if canImport(FoundationNetworking)
        // There a session adds blocks only, and an operation for each costs several times as much as the block.
        private let blocks = DispatchQueue(label: "Flux.SessionQueue")
    #endif

    /// The number of operations that were added and are not complete, except the queue's own.
    var pendingCount: Int {
        room.withLock { count }
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        room.lock()
        while count >= Self.limit { room.wait() }
        count += 1
        room.unlock()
        enqueue { [self] in
            block()
            room.lock()
            count -= 1
            room.signal()
            room.unlock()
        }
    }

    /// Adds an operation that is none of the session, without waiting.
    func addOwnOperation(_ block: @escaping @Sendable () -> Void) {
        enqueue(block)
    }

    private func enqueue(_ block: @escaping @Sendable () -> Void) {
        #if canImport(FoundationNetworking)
            blocks.async(execute: block)
        #else
            super.addOperation(block)
        #endif
    }
}
