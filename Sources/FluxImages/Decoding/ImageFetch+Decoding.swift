import Foundation

// Decoding. Called on the scheduler of the decoder.
extension ImageFetch {
    func decode(_ form: ImageForm, version: Int) {
        let bytes = state.withLock { $0.bytes(of: form == self.request.key.form, version: version) }
        let isNeeded = loader.fetches.withLock {
            $0.isDecodingNeeded(form, version: version, of: id)
        }
        guard isNeeded, let bytes else { return drop(form, version: version) }
        let request = request.with(form: form)
        let start = loader.configuration.retryScheduler.now
        let decoded: Image
        do {
            decoded = try loader.decode(bytes.data, request)
        } catch {
            return fail(request, version: version, with: notDecodable(error), from: bytes)
        }
        loader.hub.send(.decoded(duration: loader.configuration.retryScheduler.now - start), of: request)
        keep(bytes)
        keep(decoded, for: request, from: bytes)
        do {
            finish(request, version: version, with: try loader.process(decoded, for: request), from: bytes)
        } catch {
            // The bytes are not damaged.
            deliver(loader.failed(notDecodable(error)), of: request, version: version)
        }
    }

    private func notDecodable(_ error: any Error) -> ImageError {
        .notDecodable(request.url, description: "\(error)")
    }

    /// Ends a decoding whose result is not needed, or which newer bytes follow.
    private func drop(_ form: ImageForm, version: Int) {
        loader.perform(loader.fetches.withLock { $0.dropDecoding(form, version: version, of: id) })
    }

    private func finish(_ request: ImageRequest, version: Int, with image: Image, from bytes: Bytes) {
        let observers = loader.fetches.withLock { table in
            table.isDecodingNeeded(request.key.form, version: version, of: id)
                ? table.observers(of: request.key.form, of: id) : []
        }
        // Before the fetch ends, so that a subscriber finds either the image or the fetch.
        if observers.contains(where: \.keepsInMemory) {
            loader.store(image, for: request, cost: loader.configuration.cost(image, bytes.data))
        }
        deliver(.loaded(image, from: bytes.origin), of: request, version: version)
    }

    private func fail(_ request: ImageRequest, version: Int, with error: ImageError, from bytes: Bytes) {
        if bytes.kind == .variant { return failVariant(request, version: version) }
        let replacement = state.withLock { state in
            bytes.origin == .disk && request.isRemote
                ? state.replaceStoredBytes(bytes, for: request.variant) : state.replaceNewBytes(bytes)
        }
        switch replacement {
        case .none:
            deliver(loader.failed(error), of: request, version: version)
        case .newer:
            drop(request.key.form, version: version)
        case .download:
            let needsDownload = loader.fetches.withLock { $0.dropBytes(version: version, of: id) }
            drop(request.key.form, version: version)
            if needsDownload { downloadAgain() }
        case .stored(let stored):
            drop(request.key.form, version: version)
            receive(stored.bytes(as: .settled))
        }
    }

    /// Looks up the original in place of a stored image that could not be decoded.
    private func failVariant(_ request: ImageRequest, version: Int) {
        state.withLock { $0.variantBytes = nil }
        loader.configuration.diskCache?.remove(request.key.resource.storageKey(of: request.variant))
        drop(request.key.form, version: version)
        loader.perform(loader.fetches.withLock { $0.dropVariant(of: id) })
    }

    private func deliver(_ image: ImageState<Image>, of request: ImageRequest, version: Int) {
        let (decoded, starts) = loader.fetches.withLock {
            $0.finishDecoding(request.key.form, version: version, of: id)
        }
        loader.perform(starts)
        switch decoded {
        case .outdated: break
        case .provisional(let observers):
            for observer in observers.typed(Image.self) { observer.show(image) }
        case .final(let observers):
            let isPrefetched = image.error == nil && !observers.contains(where: \.keepsInMemory)
            loader.hub.send(isPrefetched ? .prefetched : image.endEvent, of: request)
            for observer in observers.typed(Image.self) { observer.finish(with: image) }
        }
    }
}

/// What replaces bytes that could not be decoded.
enum BytesReplacement: Sendable {
    case none
    /// Newer bytes, which have arrived.
    case newer
    /// The bytes of a download.
    case download
    case stored(StoredBytes)
}

extension ImageFetch.State {
    /// The bytes to decode; `nil` if newer ones have arrived.
    ///
    /// - Parameters:
    ///   - isOwnVariant: Whether they are decoded for the variant of the fetch's own request.
    ///   - version: The number of the bytes.
    fileprivate func bytes(of isOwnVariant: Bool, version: Int) -> ImageFetch.Bytes? {
        if isOwnVariant, let variantBytes, version == variantBytes.version { return variantBytes }
        return bytes?.version == version ? bytes : nil
    }

    /// Bytes of the server could not be decoded: an HTML page, for example. Stored bytes replace them, as if
    /// the server had failed.
    fileprivate mutating func replaceNewBytes(_ failed: ImageFetch.Bytes) -> BytesReplacement {
        guard bytes?.version == failed.version else { return .newer }
        // Bytes that were decoded for another variant are an image.
        guard bytes?.kind == .new, let stored, !stored.isDamaged, stored.freshness.permitsStale else {
            return .none
        }
        bytes = nil
        return .stored(stored)
    }

    /// Stored bytes could not be decoded. If it was the original, they are damaged. Other forms may fail alone:
    /// the bytes are validated.
    fileprivate mutating func replaceStoredBytes(
        _ failed: ImageFetch.Bytes, for variant: ImageVariant?
    ) -> BytesReplacement {
        if variant == nil { stored?.isDamaged = true }
        guard bytes?.version == failed.version else { return .newer }
        if failed.kind == .settled, variant != nil { return .none }
        bytes = nil
        return .download
    }
}

extension ImageState {
    /// The event of a final state.
    fileprivate var endEvent: ImageEvent.Kind {
        switch self {
        case .loaded(_, let origin): .loaded(from: origin)
        case .failed(let error, _): .failed(error)
        case .idle, .loading: .cancelled
        }
    }
}
