import FluxLoading
import Foundation
import Streams

extension ImageLoader {
    /// Returns an image from the memory cache, and marks it as the most recently used.
    ///
    /// - Parameter request: The request of the image.
    /// - Returns: The image, or `nil` if it is not cached; nothing is loaded.
    /// - Complexity: O(1).
    @inlinable
    public func cachedImage(for request: ImageRequest) -> Image? {
        if let ownCache { return ownCache.image(for: request) }
        return cache.image(for: request)
    }

    /// Returns the image at a URL from the memory cache, and marks it as the most recently used.
    ///
    /// The same as ``cachedImage(for:)`` with a request of the URL alone, but costs less.
    ///
    /// - Parameter url: The URL of the image.
    /// - Returns: The image, or `nil` if it is not cached; nothing is loaded.
    /// - Complexity: O(1).
    @inlinable
    public func cachedImage(at url: URL) -> Image? {
        if let ownCache, let image = ownCache.image(at: url) { return image }
        return cachedImage(for: ImageRequest(url: url))
    }

    /// Removes an image from the memory cache. A running fetch of it continues.
    ///
    /// - Parameter request: The request of the image.
    public func removeCachedImage(for request: ImageRequest) {
        cache.remove(request)
    }

    /// Removes an image from memory and from the cache on disk. A running fetch of it, such as a reload,
    /// continues, and stores what it loads: cancel its observers before, if the image is to stay removed.
    ///
    /// Images of other requests stay, also those with another variant or processing of the same URL: in
    /// memory, and on disk if they were stored with ``Configuration/encodeVariant``. Remove each of them, or
    /// replace them with ``reloadImage(for:)``. The bytes on disk that they were decoded from are removed.
    ///
    /// - Parameter request: The request of the image. On disk, its bytes serve all variants: they are
    ///   removed, together with the image that was stored for the variant of the request.
    /// - Complexity: O(*n*) for *n* fetches that are running, apart from the cache on disk.
    public func removeImage(for request: ImageRequest) {
        cache.remove(request)
        let resource = request.key.resource
        let keys = storageKeys(of: request)
        let writes = change { table in
            table.removeUnobserved { $0.resource == resource }
            return keys.map { table.write(nil, for: $0) }
        }
        // After that, no cancelled fetch keeps what it has received.
        pipeline.partials.remove(request.original)
        for write in writes { pipeline.perform(write) }
    }

    /// Puts an image in memory, and its bytes on disk, as if it had been loaded: an image that was just
    /// uploaded, for example. Running fetches of the same image get it, too. Running fetches of its other
    /// variants and processings get it only if there are bytes.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - data: The bytes that it is decoded from. They are stored unless the ``Configuration/cachePolicy``
    ///     keeps nothing of a response without fields: then what was stored is removed. Without bytes, the
    ///     image is put in memory only. Its cost is then the average of the other images, or a hundredth of
    ///     the limit if there are none, unless the decoder or ``Configuration/cost`` determines it.
    ///   - request: The request of the image.
    /// - Complexity: O(*n*) for *n* fetches that are running, apart from the cache on disk.
    public func insertImage(_ image: Image, data: Data? = nil, for request: ImageRequest) {
        // The bytes of an older one.
        pipeline.partials.remove(request.original)
        guard let data else { return insertInMemory(image, for: request) }
        // After that, no fetch puts an older one in memory.
        let writes = replaceBytes(by: data, for: request)
        cache.store(image, for: request, cost: cost(of: image, from: data))
        for write in writes { pipeline.perform(write) }
    }

    /// Puts an image in memory, and ends those that observe fetches of it.
    private func insertInMemory(_ image: Image, for request: ImageRequest) {
        let cost = self.cost(of: image, from: nil)
        // First: a fetch that begins after that ends with it.
        cache.store(image, for: request, cost: cost)
        let resource = request.key.resource
        let fetches = change { $0.entries { $0.resource == resource }.map(\.id) }
        let ended = fetches.map { pipeline.takeObservers(of: $0, for: request) }
        // Again: one that had begun before may have put an older one there.
        cache.store(image, for: request, cost: cost)
        let state = TypedImageState(.loaded(image, from: .memory))
        for observer in ended.flatMap(\.observers) { observer.finish(with: state) }
    }

    /// Replaces the bytes of fetches that run, and what is stored.
    ///
    /// - Returns: The changes to make on disk.
    private func replaceBytes(by data: Data, for request: ImageRequest) -> [Table.Write?] {
        let resource = request.key.resource
        let response = StoredResponse(receivedAt: configuration.now())
        let keys = request.isRemote && pipeline.diskCache != nil ? storageKeys(of: request) : []
        // The policy may keep nothing: then what was stored is removed.
        let kept = keys.isEmpty ? nil : pipeline.responseToStore(response, for: request, of: data)
        let entry = kept.map { CacheEntry(data: data, metadata: $0.metadata) }
        let origin = request.isRemote ? ImageOrigin.disk : request.origin
        let bytes = ImageBytes(body: ImageBody(data, response), origin: origin, kind: .stored)
        return change { table in
            table.serve(bytes) { $0.resource == resource }
            // What was stored for the variant was made of other bytes. It is removed by the same change, so
            // that no fetch that begins later finds it.
            return keys.map { table.write($0 == keys.first ? entry : nil, for: $0) }
        }
    }

    /// The keys on disk of the bytes of a request, and of what is stored for its variant, if it has one.
    private func storageKeys(of request: ImageRequest) -> [String] {
        let variants = request.variant == nil ? [nil] : [nil, request.variant]
        return variants.map { request.key.resource.storageKey(of: $0) }
    }

    /// Returns a publisher of the states of an image that is loaded from the server again, and replaces the
    /// one in memory and on disk. Fetches of the same image that are running get it, too: it counts as the
    /// newest until the reload has ended.
    ///
    /// The same as ``image(for:priority:)-(_,ImagePriority)`` with a request whose source is
    /// ``ImageSource/server``.
    ///
    /// - Parameter request: The request of the image.
    @inlinable
    public func reloadImage(for request: ImageRequest) -> ExtraPublishers.ImageStates<Image> {
        image(for: request.with(source: .server))
    }

    /// Empties the memory cache, and drops what interrupted transfers have received. Running fetches
    /// continue.
    public func removeAllCachedImages() {
        cache.removeAll()
        pipeline.partials.removeAll()
    }

    /// Evicts the least recently used images from the memory cache until the total cost is within a limit.
    ///
    /// First, lists release the images of rows that are not in view, also images that the cache does not
    /// have. They load them again when they are scrolled. Call this method with a limit of 0 where the
    /// platform warns of low memory. The limit also applies to what interrupted transfers have received.
    ///
    /// - Parameter cost: The highest total cost to remain; in bytes, unless ``Configuration/cost`` uses
    ///   another unit. The cache's own limit does not change.
    public func trim(toCost cost: Int) { trim(toCost: cost, count: .max) }

    /// Evicts the least recently used images from the memory cache until their number is within a limit.
    ///
    /// Lists release the images of rows that are not in view first.
    ///
    /// - Parameter count: The highest number of images to remain. The cache's own limit does not change.
    public func trim(toCount count: Int) { trim(toCost: .max, count: count) }

    private func trim(toCost cost: Int, count: Int) {
        // Lists release images of rows that are not in view, if what is in memory exceeds a limit, or may.
        if let ownCache {
            ownCache.warnLists(ifAboveCost: cost, ifAboveCount: count)
        } else {
            pipeline.lists.warn()
        }
        cache.trim(toCost: cost, count: count)
        pipeline.partials.trim(toCost: cost, count: .max)
    }

    /// The highest total cost of the images in memory. A lower limit evicts the least recently used.
    ///
    /// The limit of the loader's ``MemoryCache``, which other loaders may use, too. Has no effect with
    /// another ``Configuration/memoryCache``.
    public var memoryCostLimit: Int {
        get { ownCache?.costLimit ?? configuration.memoryCostLimit }
        set { ownCache?.costLimit = newValue }
    }

    /// The highest number of images in memory. A lower limit evicts the least recently used.
    ///
    /// The limit of the loader's ``MemoryCache``, which other loaders may use, too. Has no effect with
    /// another ``Configuration/memoryCache``.
    public var memoryCountLimit: Int {
        get { ownCache?.countLimit ?? configuration.memoryCountLimit }
        set { ownCache?.countLimit = newValue }
    }

    /// Returns the state of an image that is in the memory cache, and reports the hit.
    @inlinable
    package func hit(for request: ImageRequest) -> ImageState<Image>? {
        guard request.mayBeInMemory, let image = cachedImage(for: request) else { return nil }
        if hub.isObserved { hub.send(.hit(.memory), of: request) }
        return .loaded(image, from: .memory)
    }

    /// Returns the state of the image at a URL if the loader's own memory cache has it, and reports the hit.
    @inlinable
    package func hit(at url: URL) -> ImageState<Image>? {
        guard let image = ownCache?.image(at: url) else { return nil }
        if hub.isObserved { hub.send(.hit(.memory), of: ImageRequest(url: url)) }
        return .loaded(image, from: .memory)
    }
}
