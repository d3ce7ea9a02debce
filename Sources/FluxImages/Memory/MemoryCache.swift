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
        @usableFromInline @exclusivity(unchecked) var values = LRUValues<Image>()
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
        get { order.withLock { $0.lru.costLimit } }
        set {
            warnLists(ifAboveCost: newValue)
            change { order in
                order.lru.costLimit = newValue
                return order.trim(toCost: order.lru.costLimit)
            }
        }
    }

    /// The highest number of images. A lower limit evicts the least recently used; if they exceed it, lists
    /// release the images of rows that are not in view first.
    public var countLimit: Int {
        get { order.withLock { $0.lru.countLimit } }
        set {
            warnLists(ifAboveCount: newValue)
            change { order in
                order.lru.countLimit = newValue
                return order.trim(count: order.lru.countLimit)
            }
        }
    }

    /// The number of images.
    public var count: Int { order.withLock { $0.lru.count } }

    /// The total cost of the images.
    public var totalCost: Int { order.withLock { $0.lru.totalCost } }

    /// Returns an image, and marks it as the most recently used.
    ///
    /// - Parameter request: The request of the image.
    /// - Returns: The image, or `nil` if it was not stored or was evicted.
    /// - Complexity: O(1).
    @inlinable
    public func image(for request: ImageRequest) -> Image? {
        order.withLock { order in order.lru.use(request).flatMap { images.values[$0] } }
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
        _ = order.withLock { order in
            let (position, removed) = order.set(request, cost: cost)
            let old = take(removed)
            if let position { images.values.put(image, at: position) }
            return old
        }
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
        _ = order.withLock { order in
            let old = images.values
            order.removeAll()
            images.values = LRUValues()
            return old
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
            if cost <= 0 || count <= 0 { order.lru.forgetLastCosts() }
            let inUse = order.lru.inUse
            if inUse.cost > max(0, cost) || inUse.count > max(0, count) { order.lru.evictHeldOnRelease() }
            return removed
        }
    }

    /// Lets lists release the images of rows that are not in view, if what is in memory exceeds a limit: the
    /// images of the cache, and those that rows show beside it.
    func warnLists(ifAboveCost cost: Int = .max, ifAboveCount count: Int = .max) {
        let inUse = order.withLock { $0.lru.inUse }
        if cost <= 0 || count <= 0 || cost < inUse.cost || count < inUse.count { lists.warn() }
    }

    /// The cost of an image, also one that is not in the cache any more; `nil` if it is not known.
    func lastCost(of request: ImageRequest) -> Int? {
        order.withLock { $0.lru.lastCost(of: request) }
    }

    /// What an image costs on average; a hundredth of the limit if there is none.
    var averageCost: Int {
        order.withLock { order in
            let images = order.lru
            return images.count == 0 ? images.costLimit / 100 : images.totalCost / images.count
        }
    }

    /// Rows show the image of one request for another one: it counts for that, too.
    func share(_ request: ImageRequest, with other: ImageRequest) {
        order.withLock { order in
            guard order.lru.cost(of: other) == nil, let cost = order.lru.lastCost(of: request) else { return }
            order.lru.noteCost(cost, of: other)
        }
    }

    /// Changes which images rows show.
    ///
    /// - Returns: How many images such as those that rows show now the limits have room for; `nil` if rows
    ///   show none.
    func changeHeld(adding added: [ImageRequest], removing removed: [ImageRequest]) -> HeldRoom? {
        let (evicted, room) = order.withLock { order in
            for request in added { order.lru.hold(request) }
            let evicted =
                removed.flatMap { order.release($0) }
                + order.trim(toCost: order.lru.costLimit, count: order.lru.countLimit)
            return (take(evicted), order.lru.room)
        }
        // Released outside the lock.
        withExtendedLifetime(evicted) {}
        return room
    }

    /// Changes the order, and releases the images that are removed, outside the lock.
    private func change(_ body: (inout ImageOrder) -> [ImageOrder.Removed]) {
        _ = order.withLock { take(body(&$0)) }
    }

    /// Takes images that are removed from the order. The caller releases them, outside the lock.
    private func take(_ removed: [ImageOrder.Removed]) -> [Image?] {
        removed.map { images.values.take($0.position) }
    }
}

/// The order of images in memory, with their positions by URL.
@usableFromInline
struct ImageOrder: Sendable {
    typealias Removed = LRUOrder<ImageRequest>.Removed

    @usableFromInline var lru: LRUOrder<ImageRequest>
    /// The positions of images by their URL, of requests without other properties.
    @usableFromInline var positions: [AddressText: Int] = [:]

    init(costLimit: Int, countLimit: Int) {
        lru = LRUOrder(costLimit: costLimit, countLimit: countLimit)
    }

    /// Returns the position of an image, and marks it as the most recently used.
    @inlinable
    mutating func use(_ address: AddressText) -> Int? {
        guard let position = positions[address] else { return nil }
        lru.recency.touch(position)
        return position
    }

    /// See ``LRUOrder/set(_:cost:)``.
    mutating func set(_ request: ImageRequest, cost: Int) -> (position: Int?, removed: [Removed]) {
        let (position, removed) = lru.set(request, cost: cost)
        forget(removed)
        if let position, request.isPlain { positions[AddressText(request.url)] = position }
        return (position, removed)
    }

    mutating func remove(_ request: ImageRequest) -> [Removed] {
        forget(lru.remove(request).map { [$0] } ?? [])
    }

    mutating func release(_ request: ImageRequest) -> [Removed] { forget(lru.release(request)) }

    mutating func trim(toCost cost: Int = .max, count: Int = .max) -> [Removed] {
        forget(lru.trim(toCost: cost, count: count))
    }

    mutating func removeAll() {
        positions = [:]
        lru.removeAll()
    }

    /// Drops the positions of images that are removed.
    @discardableResult
    private mutating func forget(_ removed: [Removed]) -> [Removed] {
        for entry in removed where entry.key.isPlain { positions[AddressText(entry.key.url)] = nil }
        return removed
    }
}

extension LRUOrder {
    fileprivate var room: HeldRoom? {
        let held = held
        if held.count == 0 { return nil }
        // The product is beyond an `Int` of 32 bits with a few dozen images.
        let (room, isTooMuch) = Int64(costLimit).multipliedReportingOverflow(by: Int64(held.count))
        let images = isTooMuch || held.cost == 0 ? .max : Int(clamping: room / Int64(held.cost))
        return HeldRoom(
            images: min(countLimit, images),
            isAmple: held.cost <= costLimit / 2 && held.count <= countLimit / 2)
    }
}

/// The room for images that rows show.
struct HeldRoom: Equatable, Sendable {
    /// How many images of the average cost of those that rows show.
    let images: Int
    /// Whether these need less than half of it.
    let isAmple: Bool
}
