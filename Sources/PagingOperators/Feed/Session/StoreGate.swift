import Streams

/// Holds back parts of a session until a store was read: loads that its list may make unnecessary, and
/// failures, which are shown beside its rows.
@usableFromInline
package final class StoreGate: Sendable {
    /// `nil` once the store was read.
    private let held = Locked<[@Sendable () -> Void]?>([])
    private let holdsLoads: Bool

    init(holdsLoads: Bool) {
        self.holdsLoads = holdsLoads
    }

    /// Performs an action now, or when the gate is opened.
    func pass(_ action: @escaping @Sendable () -> Void) {
        let isOpen = held.withLock { held in
            held?.append(action)
            return held == nil
        }
        if isOpen { action() }
    }

    /// Performs what was held back, and from now on everything at once.
    func open() {
        for action in held.exchange(nil) ?? [] { action() }
    }

    /// Drops what was held back, at the end of the source.
    @usableFromInline
    func close() {
        _ = held.exchange(nil)
    }

    /// Returns a closure that starts a load. A load that was held back starts unless it was cancelled
    /// meanwhile.
    @usableFromInline
    func holding<Engine: SessionEngine>(
        _ startLoad: @escaping EngineSession<Engine>.StartLoad
    ) -> EngineSession<Engine>.StartLoad {
        guard holdsLoads else { return startLoad }
        return { session, id, request, link in
            self.pass { [weak session] in
                guard let session, !link.isStopped else { return }
                startLoad(session, id, request, link)
            }
        }
    }
}
