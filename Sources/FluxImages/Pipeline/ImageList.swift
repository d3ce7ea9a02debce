import Streams
import Synchronization

/// A list whose rows need images. Its rows in view decide in which order they are loaded.
@usableFromInline
package final class ImageList<Image: Sendable>: Sendable {
    private let loader: ImageLoader<Image>
    /// The images that its rows show, and how many rows show each.
    private let held = Locked<[ImageRequest: Int]>([:])
    /// How many images its rows may show, as the list knows it.
    private let lastRoom = Locked(Int.max)

    /// Identifies the list in ``ImageNeed/row(_:of:)``.
    @usableFromInline package let id: ImageListID

    /// Makes a list whose rows are not scrolled yet.
    @usableFromInline
    package init(_ loader: ImageLoader<Image>) {
        self.loader = loader
        id = loader.change { ImageListID(number: $0.nextNumber()) }
        loader.pipeline.lists.begin()
        loader.ownCache?.lists.begin()
    }

    deinit {
        loader.change { $0.lists[id] = nil }
        loader.pipeline.lists.end(ObjectIdentifier(self))
        loader.ownCache?.lists.end(ObjectIdentifier(self))
        let held = self.held.exchange([:]).flatMap { Array(repeating: $0.key, count: $0.value) }
        _ = loader.ownCache?.changeHeld(adding: [], removing: held)
    }

    /// Calls a closure when memory is needed: images of rows that are not in view are to be released.
    @usableFromInline
    package func onMemoryWarning(_ action: @escaping @Sendable () -> Void) {
        sharers.add(ObjectIdentifier(self), action)
    }

    /// The lists that share the memory cache, of all loaders that use it.
    private var sharers: ImageLists { loader.ownCache?.lists ?? loader.pipeline.lists }

    /// Changes which images the rows show. They count against the limit of the memory cache.
    ///
    /// - Returns: How many images the rows of the list may show, if it has changed so much that the list has
    ///   to follow. Always `nil` where the loader has a memory cache of the project's.
    @usableFromInline
    package func changeImages(adding added: [ImageRequest], removing removed: [ImageRequest]) -> Int? {
        held.withLock { held in
            for request in added { held[request, default: 0] += 1 }
            for request in removed {
                if let count = held[request] { held[request] = count > 1 ? count - 1 : nil }
            }
        }
        guard let total = loader.ownCache?.changeHeld(adding: added, removing: removed) else { return nil }
        let room = total.images / max(1, sharers.count)
        return lastRoom.withLock { last -> Int? in
            // A little more is not worth the loads, which may exceed it again.
            if total.isAmple, last == .max || room < last { return nil }
            if room >= last, room / 5 * 4 <= last { return nil }
            last = room
            return room
        }
    }

    /// The rows in view have changed.
    ///
    /// - Parameters:
    ///   - position: The rows in view.
    ///   - isScrolled: Whether the list was scrolled. If not, rows have changed their numbers.
    @usableFromInline
    package func move(to position: ListPosition, isScrolled: Bool) {
        loader.change { $0.move(id, to: position, isScrolled: isScrolled) }
    }
}

/// The lists of a loader, or those that share a memory cache, which release images when memory is needed.
final class ImageLists: Sendable {
    private let actions = Locked<[ObjectIdentifier: @Sendable () -> Void]>([:])

    // Relaxed: the count publishes no other memory. Where it is old, the next change of images corrects the
    // share.
    private let number = Atomic<Int>(0)

    var count: Int { number.load(ordering: .relaxed) }

    func begin() {
        number.wrappingAdd(1, ordering: .relaxed)
    }

    func add(_ list: ObjectIdentifier, _ action: @escaping @Sendable () -> Void) {
        _ = actions.withLock { $0.updateValue(action, forKey: list) }
    }

    func end(_ list: ObjectIdentifier) {
        number.wrappingSubtract(1, ordering: .relaxed)
        _ = actions.withLock { $0.removeValue(forKey: list) }
    }

    func warn() {
        for action in actions.withLock({ Array($0.values) }) { action() }
    }
}
