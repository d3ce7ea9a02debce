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
        // Others may observe another variant by now.
        guard let stored = stored ?? storedOriginal(after: variantImage) else { return queueDownload() }
        state.withLock { state in
            if !state.isDone { state.stored = stored }
        }
        switch stored.freshness {
        case .fresh:
            loader.hub.send(.hit(.disk), of: request)
            if !finishPrefetches() { receive(stored.bytes()) }
        case .staleWhileRevalidate:
            loader.hub.send(.hit(.disk), of: request)
            if finishPrefetches() { return }
            receive(stored.bytes(), isProvisional: true)
            queueDownload()
        case .stale, .mustRevalidate:
            queueDownload()
        }
    }

    /// Reads the original, if the image of a variant was read before.
    private func storedOriginal(after variantImage: (image: Image, data: Data)?) -> StoredBytes? {
        variantImage == nil || isDone ? nil : loader.storedBytes(for: request.key.resource)
    }

    private var isDone: Bool { state.withLock { $0.isDone } }

    /// Shows an image that was stored for the variant of the request.
    ///
    /// - Returns: Whether the fetch has ended.
    private func finishStored(_ image: (image: Image, data: Data)) -> Bool {
        loader.hub.send(.hit(.disk), of: request)
        let (observers, starts, hasEnded) = loader.fetches.withLock { $0.finish(request.key.form, of: id) }
        loader.perform(starts)
        if observers.contains(where: \.keepsInMemory) {
            loader.store(image.image, for: request, cost: loader.configuration.cost(image.image, image.data))
        }
        for observer in observers.typed(Image.self) {
            observer.finish(with: .loaded(image.image, from: .disk))
        }
        if hasEnded { _ = end() }
        return hasEnded
    }

    /// Ends the prefetches to disk: the bytes are there. They are not decoded for these.
    ///
    /// - Returns: Whether the fetch has ended.
    func finishPrefetches() -> Bool {
        let (observers, starts, hasEnded) = loader.fetches.withLock {
            $0.finishObservers(of: id) { !$0.keepsInMemory }
        }
        loader.perform(starts)
        if hasEnded, !end().isDone { loader.hub.send(.prefetched, of: request) }
        for observer in observers.typed(Image.self) { observer.finish(with: nil) }
        return hasEnded
    }

    /// Stores bytes that were decoded, unless they are stored already.
    func keep(_ bytes: Bytes) {
        guard bytes.isNew, request.isRemote, let cache = loader.configuration.diskCache else { return }
        let isFirst = state.withLock { state in
            guard state.bytes?.version == bytes.version, state.bytes?.isNew == true else { return false }
            state.bytes?.isNew = false
            return true
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

    /// Downloads bytes in place of stored ones that could not be decoded.
    func downloadAgain() {
        removeDamaged()
        // An earlier download may have validated these bytes.
        state.withLock { $0.download = nil }
        queueDownload()
    }

    /// Removes bytes from the disk cache that could not be decoded. To be called while no newer ones may be
    /// stored.
    func removeDamaged() {
        if state.withLock({ $0.stored?.isDamaged == true }) { removeStored() }
    }

    func removeStored() {
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

    /// Reads and decodes an image that was stored for a variant.
    fileprivate func storedVariant(for request: ImageRequest) -> (image: Image, data: Data)? {
        guard configuration.encodeVariant != nil, let variant = request.variant,
            let stored = storedBytes(for: request.key.resource, variant: variant), stored.freshness == .fresh
        else { return nil }
        return (try? process(decode(stored.data, request), for: request)).map { ($0, stored.data) }
    }
}

extension StoredBytes {
    func bytes<Image>(isSettled: Bool = false) -> ImageFetch<Image>.Bytes {
        ImageFetch<Image>.Bytes(
            data: data, origin: .disk, response: response, isNew: false, isSettled: isSettled)
    }
}
