import Streams

extension PageStorage {
    /// Makes the gate of a session.
    @usableFromInline
    func makeGate() -> StoreGate { StoreGate(holdsLoads: isReadFirst) }
}

extension EngineSession {
    /// Handles the failure of a load: at once or, if the session reads a store, after that, so that its rows
    /// are shown first.
    @usableFromInline
    func submit(failure: Event) {
        guard let gate else { return submit(failure) }
        gate.pass { [weak self] in self?.submit(failure) }
    }
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

    /// Reads the stored list, and shows it if the session has no pages by then. Counts as an input of the
    /// session.
    ///
    /// - Parameters:
    ///   - storage: The place of the list.
    ///   - gate: Is opened once the list was read.
    @usableFromInline
    func read(_ storage: PageStorage<Engine.Key, Engine.Input>, opening gate: StoreGate) {
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
