import Streams

extension PageStorage {
    /// Makes the gate for the loads of a session.
    @usableFromInline
    func makeGate() -> LoadGate { LoadGate(isOpen: !isReadFirst) }
}

// Lists that are stored between sessions.
extension EngineSession where Engine: FeedEngine {
    /// Saves the list of the session from now on. To be called before it begins.
    @usableFromInline
    func save(in storage: PageStorage<Engine.Key, Engine.Input>) {
        let saver = ListSaver(storage) { [weak self] take in
            guard let self else { return take { _ in nil }() }
            submit(.read { engine in take { engine?.paging.makeStorableList(since: $0) } })
        }
        onPage = { saver.pageLoaded() }
        onRelease = { engine in saver.take { engine?.paging.makeStorableList(since: $0) } }
    }

    /// Reads the stored list, and shows it if the session has no pages by then. Counts as an input of the session.
    ///
    /// - Parameters:
    ///   - storage: The place of the list.
    ///   - gate: Holds back loads until the list was read.
    @usableFromInline
    func read(_ storage: PageStorage<Engine.Key, Engine.Input>, opening gate: LoadGate) {
        // Held loads keep their source.
        storage.store.scheduler.schedule { [weak self, weak gate] in
            let list = storage.read()
            guard let self, let gate else { return }
            submit(.inputEnded(list.map { Engine.event(.stored($0)) }))
            // After the cancellation of loads that the list has made unnecessary.
            submit(.read { _ in { gate.open() } })
        }
    }
}
