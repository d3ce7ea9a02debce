import Foundation

/// Bytes of the disk cache, and whether they may be shown.
struct StoredBytes: Sendable {
    let data: Data
    let response: StoredResponse
    let freshness: Freshness
    /// Whether they could not be decoded.
    var isDamaged = false
}

// The disk cache. Called on the scheduler of the disk.
extension ImageFetch {
    func lookUp() {
        let variantImage = isDone ? nil : loader.storedVariant(for: request)
        let stored = isDone || variantImage != nil ? nil : loader.storedBytes(for: request.key.resource)
        loader.perform(loader.fetches.withLock { $0.finishLookup(of: id) })
        if let variantImage, finishStored(variantImage) { return }
        guard let stored else { return queueDownload() }
        state.withLock { state in
            if !state.isDone { state.stored = stored }
        }
        switch stored.freshness {
        case .fresh:
            loader.hub.send(.hit(.disk), of: request)
            receive(stored.bytes())
        case .staleWhileRevalidate:
            loader.hub.send(.hit(.disk), of: request)
            receive(stored.bytes(), isProvisional: true)
            queueDownload()
        case .stale, .mustRevalidate:
            queueDownload()
        }
    }

    private var isDone: Bool { state.withLock { $0.isDone } }

    /// Shows an image that was stored for the variant of the request.
    ///
    /// - Returns: Whether the fetch has ended.
    private func finishStored(_ image: Image) -> Bool {
        loader.hub.send(.hit(.disk), of: request)
        let (observers, starts, hasEnded) = loader.fetches.withLock { $0.finish(request.variant, of: id) }
        loader.perform(starts)
        for observer in observers.typed(Image.self) { observer.finish(with: .loaded(image, from: .disk)) }
        if hasEnded { _ = end() }
        return hasEnded
    }

    /// Stores bytes that were decoded, unless they are stored already.
    func keep(_ bytes: Bytes) {
        guard bytes.isNew, request.isRemote, let cache = loader.configuration.diskCache else { return }
        let isFirst = state.withLock { state in
            defer { state.bytes?.isNew = false }
            return state.bytes?.isNew == true
        }
        guard isFirst else { return }
        let key = request.key.resource.storageKey()
        guard bytes.response.isStorable else { return cache.remove(key) }
        cache.store(CacheEntry(data: bytes.data, metadata: bytes.response.metadata), for: key)
    }

    /// Stores an image that was decoded for a variant, if the configuration says so.
    func keep(_ image: Image, for request: ImageRequest, from bytes: Bytes) {
        guard let variant = request.variant, let cache = loader.configuration.diskCache, request.isRemote,
            bytes.response.isStorable, let data = loader.configuration.encodeVariant?(image, request)
        else { return }
        cache.store(
            CacheEntry(data: data, metadata: bytes.response.metadata),
            for: request.key.resource.storageKey(of: variant))
    }

    /// Removes bytes from the disk cache that could not be decoded.
    func removeDamaged() {
        state.withLock { $0.stored?.isDamaged = true }
        loader.configuration.diskCache?.remove(request.key.resource.storageKey())
    }
}

extension ImageLoader {
    /// Reads the disk cache.
    func storedBytes(for resource: ImageResource, variant: ImageVariant? = nil) -> StoredBytes? {
        guard let entry = configuration.diskCache?.entry(for: resource.storageKey(of: variant)),
            let response = StoredResponse(metadata: entry.metadata)
        else { return nil }
        let freshness = response.freshness(
            at: configuration.now(), defaultLifetime: configuration.defaultLifetime)
        return StoredBytes(data: entry.data, response: response, freshness: freshness)
    }

    /// Reads and decodes an image that was stored for a variant, and keeps it in memory.
    fileprivate func storedVariant(for request: ImageRequest) -> Image? {
        guard configuration.encodeVariant != nil, let variant = request.variant,
            let stored = storedBytes(for: request.key.resource, variant: variant), stored.freshness == .fresh
        else { return nil }
        guard let image = try? decode(stored.data, request) else { return nil }
        store(image, for: request, cost: configuration.cost(image, stored.data))
        return image
    }
}

extension StoredBytes {
    func bytes<Image>() -> ImageFetch<Image>.Bytes {
        ImageFetch<Image>.Bytes(data: data, origin: .disk, response: response, isNew: false)
    }
}
