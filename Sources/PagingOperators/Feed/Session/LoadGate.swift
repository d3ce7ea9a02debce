import Streams

/// Holds back the loads of a session until a store was read, where its list may make them unnecessary.
@usableFromInline
final class LoadGate: Sendable {
    /// `nil` once the gate is open.
    private let held: Locked<[@Sendable () -> Void]?>

    init(isOpen: Bool) {
        held = Locked(isOpen ? nil : [])
    }

    /// Starts a load now, or when the gate is opened.
    private func pass(_ start: @escaping @Sendable () -> Void) {
        let isOpen = held.withLock { held in
            held?.append(start)
            return held == nil
        }
        if isOpen { start() }
    }

    func open() {
        for start in held.exchange(nil) ?? [] { start() }
    }

    /// Returns a closure that starts a load when it passes the gate, unless it was cancelled before.
    @usableFromInline
    func holding<Engine: SessionEngine, Downstream: Subscriber>(
        _ startLoad: @escaping EngineSession<Engine, Downstream>.StartLoad
    ) -> EngineSession<Engine, Downstream>.StartLoad {
        { session, id, request, link in
            self.pass { [weak session] in
                guard let session, !link.isStopped else { return }
                startLoad(session, id, request, link)
            }
        }
    }
}
