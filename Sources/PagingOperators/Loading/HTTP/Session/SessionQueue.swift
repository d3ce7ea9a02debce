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

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        room.lock()
        while count >= Self.limit { room.wait() }
        count += 1
        room.unlock()
        super.addOperation { [self] in
            block()
            room.lock()
            count -= 1
            room.signal()
            room.unlock()
        }
    }

    /// Adds an operation that is none of the session, without waiting.
    func addOwnOperation(_ block: @escaping @Sendable () -> Void) {
        super.addOperation(block)
    }
}
