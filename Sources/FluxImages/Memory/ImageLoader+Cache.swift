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

    /// Removes an image from the memory cache. A running fetch of it continues.
    ///
    /// - Parameter request: The request of the image.
    public func removeCachedImage(for request: ImageRequest) {
        cache.remove(request)
    }

    /// Empties the memory cache. Running fetches continue.
    public func removeAllCachedImages() {
        cache.removeAll()
    }

    /// Evicts the least recently used images from the memory cache until the total cost is within a limit.
    ///
    /// - Parameter cost: The highest total cost to remain; in bytes, unless ``Configuration/cost`` uses another unit.
    ///   The cache's own limit does not change.
    public func trim(toCost cost: Int) {
        cache.trim(toCost: cost, count: .max)
    }

    /// Evicts the least recently used images from the memory cache until their number is within a limit.
    ///
    /// - Parameter count: The highest number of images to remain. The cache's own limit does not change.
    public func trim(toCount count: Int) {
        cache.trim(toCost: .max, count: count)
    }

    /// Returns the state of an image that is in the memory cache, and reports the hit.
    @inlinable
    package func hit(for request: ImageRequest) -> ImageState<Image>? {
        guard let image = cachedImage(for: request) else { return nil }
        if hub.isObserved { hub.send(.hit(.memory), of: request) }
        return .loaded(image, from: .memory)
    }

    func store(_ image: Image, for request: ImageRequest, cost: Int) {
        cache.store(image, for: request, cost: cost)
    }
}
