extension ImageLoader {
    /// Looks an image up in the memory cache, which makes it the most recently used.
    ///
    /// - Parameter request: Which image.
    /// - Returns: The image, if it is in memory; nothing is loaded.
    /// - Complexity: O(1).
    @inlinable
    public func cachedImage(for request: ImageRequest) -> Image? {
        cache.value(for: request.key)
    }

    /// Takes an image out of the memory cache. A fetch of it that is under way goes on.
    ///
    /// - Parameter request: Which image.
    public func removeCachedImage(for request: ImageRequest) {
        cache.remove(request.key)
    }

    /// Empties the memory cache. Fetches that are under way go on.
    public func removeAllCachedImages() {
        cache.removeAll()
    }

    /// Lets the least recently used images leave the memory cache.
    ///
    /// - Parameter cost: What the costs of the others may add up to; bytes, unless the configuration counts
    ///   otherwise. The limit itself stays.
    public func trim(toCost cost: Int) {
        cache.trim(toCost: cost)
    }

    /// Lets the least recently used images leave the memory cache.
    ///
    /// - Parameter count: How many may stay. The limit itself stays.
    public func trim(toCount count: Int) {
        cache.trim(toCount: count)
    }

    func store(_ image: Image, for request: ImageRequest, cost: Int) {
        cache.set(image, for: request.key, cost: cost)
    }
}
