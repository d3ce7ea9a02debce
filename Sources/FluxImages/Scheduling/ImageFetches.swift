import FluxLoading
import Streams

/// The fetches of a loader that are running, and the lists whose rows need them.
///
/// Not generic as the loader is, so that it is compiled for the one type of its table.
final class ImageFetches: Sendable {
    typealias Table = ImageFetchTable

    let lists = ImageLists()
    private let table: Locked<Table>
    private let clock: any Scheduler
    /// Begins the steps of fetches one after the other, so that those which end at once don't nest.
    private let steps = Drain<Table.Start>()

    private let hub: ImageEventHub
    private let disk: (any DataCaching)?

    /// - Parameters:
    ///   - limits: How many steps run at once.
    ///   - clock: Measures how fast lists are scrolled.
    ///   - hub: Sends events.
    ///   - disk: The cache on disk.
    init(limits: FetchLimits, clock: any Scheduler, hub: ImageEventHub, disk: (any DataCaching)?) {
        table = Locked(Table(limits: limits))
        self.clock = clock
        self.hub = hub
        self.disk = disk
    }

    /// Changes the table at the present time, and stops the fetch that the change removes, if any.
    func change<Result: Sendable>(_ body: (inout Table) -> Result) -> Result {
        // Only lists depend on it.
        let now = lists.count > 0 ? clock.now : nil
        let (result, removed) = table.withLock { table in
            table.now = now
            return (body(&table), table.removed.take())
        }
        if let removed { removed.fetch.stop(removed) }
        return result
    }

    /// Changes the table, and sends the events of the change.
    ///
    /// The events of all fetches are in the order of the changes: none of a fetch follows that of its end.
    ///
    /// - Parameters:
    ///   - body: Changes the table.
    ///   - events: Returns the events, if there are observers. Called under the lock of the table.
    func change<Result: Sendable>(
        _ body: (inout Table) -> Result, sending events: (Result) -> [ImageEvent]
    ) -> Result {
        if !hub.isObserved { return change(body) }
        let (result, entry, sent) = change { table in
            let result = body(&table)
            let sent = events(result)
            return (result, sent.isEmpty ? nil : hub.enter(sent), sent)
        }
        if let entry { hub.leave(after: entry, sent) }
        return result
    }

    /// Sends an event of a fetch, unless it has ended or was cancelled.
    func send(
        _ kind: @autoclosure () -> ImageEvent.Kind, of request: ImageRequest, by id: Table.FetchID
    ) {
        if !hub.isObserved { return }
        let event = ImageEvent(request: request, kind: kind())
        _ = change({ $0[id]?.isObserved == true }, sending: { $0 ? [event] : [] })
    }

    /// Begins steps of fetches.
    func perform(_ starts: [Table.Start]) {
        for start in starts { steps.submit(start) { $0.fetch.begin($0) } }
    }

    /// Adds an observer to the fetch of an image, and starts the fetch if it is new.
    ///
    /// - Parameters:
    ///   - observer: Observes the fetch.
    ///   - request: The request of the image.
    ///   - processed: The form of the image in memory that is processed, if it is there.
    ///   - need: When the observer needs the image. The changes of its live priority are followed.
    ///   - makeFetch: Makes a fetch; called if none of the image is running.
    func add(
        _ observer: any FetchObserver, to request: ImageRequest, processing processed: ImageForm?,
        need: ImageNeed, makeFetch: (Table.FetchID) -> any FetchRunner
    ) {
        let plain = FetchKey(resource: request.key.resource, source: request.source)
        let ofImage = FetchKey(
            resource: request.key.resource, source: request.source, processed: processed)
        let added = change { table in
            // While newer bytes may follow those of the image in memory, that fetch has them.
            let key = processed != nil && table.isProvisional(plain) ? plain : ofImage
            // What a cancelled reload has received may be older than this request.
            if request.source == .server { table.removeUnobserved(key) }
            return table.add(
                observer, need: need, for: key, reload: key.reload, variant: request.variant,
                group: request.url.host() ?? "", makeFetch: makeFetch)
        } sending: { added in
            if case .share = added { [ImageEvent(request: request, kind: .joined)] } else { [] }
        }
        switch added {
        case .start(let fetch, let id):
            observer.follow(from: ImageProgress(), hold: FetchHold(self, id, observer.livePriority))
            observer.keepsInMemory ? fetch.start() : fetch.startOnDisk()
        case .share(let progress, let id, let starts):
            observer.follow(from: progress, hold: FetchHold(self, id, observer.livePriority))
            perform(starts)
        }
    }

    /// Removes the observers of a fetch that need an image which is in memory. Prefetches to disk stay: they
    /// need the bytes.
    ///
    /// - Parameters:
    ///   - id: The fetch.
    ///   - request: The request of the image.
    /// - Returns: These observers, the steps to begin, and whether the fetch has ended with them.
    func takeObservers(
        of id: Table.FetchID, for request: ImageRequest
    ) -> (observers: [any FetchObserver], starts: [Table.Start], hasEnded: Bool) {
        let form = request.key.form
        return change {
            $0.finishObservers(of: id, where: { $0.keepsInMemory && $0.request.key.form == form })
        } sending: { observers, _, _ in
            observers.isEmpty ? [] : [ImageEvent(request: request, kind: .hit(.memory))]
        }
    }

    /// Stores an entry on disk, or removes it, if that is still to be done. Changes of one entry have the
    /// order of the changes of the table that decide them, whichever threads make them.
    ///
    /// - Parameters:
    ///   - entry: The entry; `nil` to remove it.
    ///   - key: The key of the entry.
    ///   - isValid: Whether it is still to be done. Called under the lock of the table.
    func write(_ entry: CacheEntry?, for key: String, if isValid: (Table) -> Bool = { _ in true }) {
        perform(change { isValid($0) ? $0.write(entry, for: key) : nil })
    }

    /// Changes an entry on disk, and makes the changes of it that other threads decide meanwhile.
    func perform(_ write: Table.Write?) {
        var next = write
        while let write = next {
            if let entry = write.entry {
                disk?.store(entry, for: write.key)
            } else {
                disk?.remove(write.key)
            }
            next = change { $0.finish(write) }
        }
    }

    /// Returns an entry on disk, as the last change that was decided leaves it.
    func entry(for key: String) -> CacheEntry? {
        if let write = change({ $0.writes[key] }) { return write.entry }
        return disk?.entry(for: key)
    }

    func advance(_ id: Table.FetchID, to progress: ImageProgress) {
        for observer in change({ $0.advance(id, to: progress) }) { observer.advance(to: progress) }
    }

    fileprivate func remove(_ id: Table.ObserverID) {
        let (_, starts) = change {
            $0.remove(id)
        } sending: { removed, _ in
            guard case .cancel(let fetch, _) = removed else { return [] }
            return [ImageEvent(request: fetch.request, kind: .cancelled)]
        }
        perform(starts)
    }

    fileprivate func setNeed(_ live: LiveImagePriority, of id: Table.ObserverID) {
        // Read under the lock, so that no older value is set last.
        change { $0.setNeed(live.need, of: id) }
    }
}

/// Holds an observer's place in a fetch, and follows its priority, until it is cancelled.
private final class FetchHold: Cancellable {
    private let fetches: ImageFetches
    private let id: ImageFetchTable.ObserverID
    private let live: (priority: LiveImagePriority, number: Int)?

    init(_ fetches: ImageFetches, _ id: ImageFetchTable.ObserverID, _ live: LiveImagePriority?) {
        self.fetches = fetches
        self.id = id
        self.live = live.map { live in (live, live.observe { fetches.setNeed($0, of: id) }) }
        // It may have changed before.
        if let live { fetches.setNeed(live, of: id) }
    }

    deinit {
        stopFollowing()
    }

    func cancel() {
        stopFollowing()
        fetches.remove(id)
    }

    private func stopFollowing() {
        if let live { live.priority.removeObserver(live.number) }
    }
}
