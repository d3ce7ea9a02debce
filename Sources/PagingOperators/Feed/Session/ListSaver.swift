import Foundation
import Streams

/// Saves the list of a session in a store: a second after a page was loaded, and at the end of the session.
@usableFromInline
final class ListSaver<Key: Hashable & Sendable, Item: Sendable>: Sendable {
    /// Returns the list, if the session has loaded another number of pages than the given one.
    @usableFromInline typealias List = (_ savedPages: Int) -> StorableList<Key, Item>?

    /// Takes the list, within the session; returns what is to be done once the session is free.
    @usableFromInline typealias Take = @Sendable (List) -> @Sendable () -> Void

    private struct State: Sendable {
        /// Whether a save is due.
        var isScheduled = false
        /// The number of pages that the session had loaded at the last save.
        var savedPages = 0
        /// When the first page since the last attempt to save was loaded, or the last one that began a
        /// generation.
        var firstLoad: Date?
        /// The generation of the last save, and when it was loaded.
        var generation = 0
        var loadedAt = Date.distantPast
        /// How often the list had been removed from the store when the last page was loaded.
        var removalCount = 0
    }

    /// The time from a page to the save, which those that follow it share.
    private static var delay: Duration { .seconds(1) }

    private let storage: PageStorage<Key, Item>
    private let read: @Sendable (@escaping Take) -> Void
    private let state = Locked(State())

    /// Makes the saver of a session.
    ///
    /// - Parameters:
    ///   - storage: The place of the list.
    ///   - read: Calls a closure with the list, within the session; one without a list if the session has
    ///     ended.
    @usableFromInline
    init(_ storage: PageStorage<Key, Item>, read: @escaping @Sendable (@escaping Take) -> Void) {
        self.storage = storage
        self.read = read
        let saving: ListSaving = { [weak self] done in
            guard let self else { return done() }
            save(then: done)
        }
        let id = ObjectIdentifier(self)
        storage.store.savers.withLock { $0[id] = saving }
    }

    deinit {
        let id = ObjectIdentifier(self)
        let saving = storage.store.savers.withLock { $0.removeValue(forKey: id) }
        withExtendedLifetime(saving) {}
    }

    /// Schedules a save, unless one is due. To be called before the session handles the page, which may end
    /// it.
    @usableFromInline
    func pageLoaded(_ direction: LoadDirection) {
        let removalCount = storage.removalCount
        let now = storage.store.clock()
        let isDue = state.withLock { state in
            state.removalCount = removalCount
            if direction == .refresh || state.firstLoad == nil { state.firstLoad = now }
            defer { state.isScheduled = true }
            return state.isScheduled
        }
        if isDue { return }
        storage.store.scheduler.schedule(in: Self.delay) { [weak self] in
            guard let self else { return }
            state.withLock { $0.isScheduled = false }
            save {}
        }
    }

    private func save(then done: @escaping @Sendable () -> Void) {
        read { [self] list in take(list, then: done) }
    }

    /// Takes the list if pages were loaded since the last save.
    ///
    /// - Returns: Schedules the write; to be called outside of the session.
    @usableFromInline
    func take(_ list: List, then done: @escaping @Sendable () -> Void = {}) -> @Sendable () -> Void {
        let now = storage.store.clock()
        let (savedPages, firstLoad) = state.withLock { state in
            defer { state.firstLoad = nil }
            return (state.savedPages, state.firstLoad)
        }
        guard let list = list(savedPages) else { return done }
        let (date, removalCount) = state.withLock { state in
            state.savedPages = list.loadedPages
            // Further pages do not make the list younger, nor does a device that sleeps before it is saved.
            if list.generation != state.generation { state.loadedAt = firstLoad ?? now }
            state.generation = list.generation
            return (list.storedAt ?? state.loadedAt, state.removalCount)
        }
        return { [storage] in
            storage.store.scheduler.schedule {
                storage.write(list, loadedAt: date, removalCount: removalCount)
                done()
            }
        }
    }
}
