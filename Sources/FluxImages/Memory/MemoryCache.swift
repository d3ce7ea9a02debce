import Foundation
import Streams

/// Keeps decoded images in memory, and evicts the least recently used when their total cost or their number
/// exceeds a limit.
///
/// A loader makes one of its own, with the limits of its configuration. Make one to share it between loaders
/// that decode the same images in the same way, or to use it in an ``ImageCaching`` of your own:
///
/// ```swift
/// let cache = MemoryCache<Bitmap>(costLimit: 100_000_000)
/// listConfiguration.memoryCache = cache
/// detailConfiguration.memoryCache = cache
/// ```
///
/// Images that rows of a list show count, whether or not they were used lately or are in the cache, and are
/// evicted once the rows have released them. While they alone exceed the limit, lists keep fewer rows beyond
/// those in view.
///
/// May be used from any thread. Looking an image up counts as using it. An evicted image is released outside
/// the lock, by the call that evicted it. Memory pressure is not observed; call ``trim(toCost:count:)`` where
/// the platform reports it.
public final class MemoryCache<Image: Sendable>: ImageCaching, Sendable {
    /// The images at their positions. Apart from the order, whose lock is not generic then.
    @usableFromInline
    final class Contents: @unchecked Sendable {
        // Sendable: they are accessed with the lock of the order held only.

        /// `nil` at positions without an image.
        @usableFromInline @exclusivity(unchecked) var values: ContiguousArray<Image?> = [nil]
    }

    @usableFromInline let order: Locked<ImageOrder>
    @usableFromInline let images = Contents()
    /// The lists whose rows show its images, of all loaders that use it.
    let lists = ImageLists()

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - costLimit: The highest total cost of the images, in the unit of
    ///     ``ImageLoader/Configuration/cost``: by default ``defaultCostLimit``. A negative limit counts as
    ///     zero.
    ///   - countLimit: The highest number of images; not limited by default.
    public init(costLimit: Int = MemoryCache<Image>.defaultCostLimit, countLimit: Int = .max) {
        order = Locked(ImageOrder(costLimit: costLimit, countLimit: countLimit))
    }

    /// A tenth of the machine's memory, at most 512 MiB.
    public static var defaultCostLimit: Int {
        Int(min(ProcessInfo.processInfo.physicalMemory / 10, 512 * 1024 * 1024))
    }

    /// The highest total cost of the images. A lower limit evicts the least recently used; if they exceed it,
    /// lists release the images of rows that are not in view first.
    public var costLimit: Int {
        get { order.withLock { $0.costLimit } }
        set {
            warnLists(ifAboveCost: newValue)
            change { order in
                order.costLimit = newValue
                return order.trimToLimits()
            }
        }
    }

    /// The highest number of images. A lower limit evicts the least recently used; if they exceed it, lists
    /// release the images of rows that are not in view first.
    public var countLimit: Int {
        get { order.withLock { $0.countLimit } }
        set {
            warnLists(ifAboveCount: newValue)
            change { order in
                order.countLimit = newValue
                return order.trimToLimits()
            }
        }
    }

    /// The number of images.
    public var count: Int { order.withLock { $0.stored.count } }

    /// The total cost of the images.
    public var totalCost: Int { order.withLock { Int(clamping: $0.stored.cost) } }

    /// Returns an image, and marks it as the most recently used.
    ///
    /// - Parameter request: The request of the image.
    /// - Returns: The image, or `nil` if it was not stored or was evicted.
    /// - Complexity: O(1).
    @inlinable
    public func image(for request: ImageRequest) -> Image? {
        order.withLock { order in order.use(request).flatMap { images.values[$0] } }
    }

    /// Returns the image at a URL, for a request without anything else, and marks it as the most recently
    /// used.
    ///
    /// Costs less than making a request.
    ///
    /// - Parameter url: The URL of the image.
    /// - Returns: The image, or `nil` if it was not stored or was evicted.
    /// - Complexity: O(1).
    @inlinable
    public func image(at url: URL) -> Image? {
        let address = AddressText(url)
        return order.withLock { order in order.use(address).flatMap { images.values[$0] } }
    }

    /// Stores an image, marks it as the most recently used, and evicts others that exceed a limit.
    ///
    /// - Parameters:
    ///   - image: Replaces the present image of the request. It is not stored if its cost alone exceeds the
    ///     limit.
    ///   - request: The request of the image.
    ///   - cost: In the unit of the limit; a negative cost counts as zero.
    /// - Complexity: O(1) for each image that is evicted.
    public func store(_ image: Image, for request: ImageRequest, cost: Int) {
        var old: Image?
        change { order in
            let (position, removed) = order.set(request, cost: cost)
            images.grow(to: order.entries.count)
            if let position { old = exchange(&images.values[position], with: image) }
            return removed
        }
        // Released outside the lock.
        withExtendedLifetime(old) {}
    }

    /// Removes an image, if there is one.
    ///
    /// - Parameter request: The request of the image.
    /// - Complexity: O(1).
    public func remove(_ request: ImageRequest) {
        change { $0.remove(request) }
    }

    /// Removes all images.
    public func removeAll() {
        var old: ContiguousArray<Image?> = [nil]
        change { order in
            order.removeAll()
            swap(&old, &images.values)
            return []
        }
    }

    /// Evicts the least recently used images until the remaining ones are within two limits. The cache's own
    /// limits do not change.
    ///
    /// If images that rows show exceed a limit, each of them is evicted when its rows release it.
    ///
    /// - Parameters:
    ///   - cost: The highest total cost to remain; not limited by default.
    ///   - count: The highest number of images to remain; not limited by default.
    /// - Complexity: O(1) for each image that is evicted.
    public func trim(toCost cost: Int = .max, count: Int = .max) {
        change { order in
            let removed = order.trim(toCost: cost, count: count)
            if cost <= 0 || count <= 0 { order.forgetCosts() }
            if order.inUse.exceeds(cost: cost, count: count) { order.evictHeldOnRelease() }
            return removed
        }
    }

    /// Lets lists release the images of rows that are not in view, if what is in memory exceeds a limit: the
    /// images of the cache, and those that rows show beside it.
    func warnLists(ifAboveCost cost: Int = .max, ifAboveCount count: Int = .max) {
        let inUse = order.withLock { $0.inUse }
        if cost <= 0 || count <= 0 || inUse.exceeds(cost: cost, count: count) { lists.warn() }
    }

    /// Whether there is an image. Does not count as a use, and costs less than to return it.
    func hasImage(for request: ImageRequest) -> Bool {
        order.withLock { $0[request]?.isStored == true }
    }

    /// The cost of an image, also one that is not in the cache any more; `nil` if it is not known.
    func lastCost(of request: ImageRequest) -> Int? {
        order.withLock { $0[request]?.cost }
    }

    /// What an image costs on average; a hundredth of the limit if there is none.
    var averageCost: Int {
        order.withLock { order in
            let (count, cost) = (order.stored.count, order.stored.cost)
            return count == 0 ? order.costLimit / 100 : Int(clamping: cost / Int64(count))
        }
    }

    /// Rows show the image of one request for another one: it counts for that, too.
    func share(_ request: ImageRequest, with other: ImageRequest) {
        change { order in
            guard order[other]?.isStored != true, let cost = order[request]?.cost else { return [] }
            order.noteCost(cost, of: other)
            return []
        }
    }

    /// Changes which images rows show.
    ///
    /// - Returns: How many images such as those that rows show now the limits have room for; `nil` if rows
    ///   show none.
    func changeHeld(adding added: [ImageRequest], removing removed: [ImageRequest]) -> HeldRoom? {
        var room: HeldRoom?
        change { order in
            for request in added { order.hold(request) }
            let released = removed.flatMap { order.release($0) }
            let evicted = released + order.trimToLimits()
            room = order.room
            return evicted
        }
        return room
    }

    /// Changes the order, and releases the images that are removed, outside the lock.
    ///
    /// - Parameter body: Returns their positions.
    @inline(__always)
    private func change(_ body: (inout ImageOrder) -> [Int]) {
        // Not the result of the closure, whose type would be generic, and the lock with it. Inlined, because
        // each function that uses the type of the images looks it up.
        var old: [Image?] = []
        order.withLock { order in
            let removed = body(&order)
            images.grow(to: order.entries.count)
            for position in removed { old.append(images.values[position].take()) }
        }
    }
}

extension MemoryCache.Contents {
    /// Makes room for an image at each position below a limit.
    @inline(__always)
    func grow(to limit: Int) {
        while values.count < limit { values.append(nil) }
    }
}
