import Foundation

// Decoding. Called on the scheduler of the decoder.
extension ImageFetch {
    func decode(_ variant: ImageVariant?, version: Int) {
        let bytes = state.withLock { $0.bytes(of: variant == self.request.variant, version: version) }
        let isNeeded = loader.change { $0.isDecodingNeeded(variant, version: version, of: id) }
        guard isNeeded, let bytes else { return drop(variant, version: version) }
        let request = request.unprocessed.with(variant: variant)
        if let image = bytes.image { return finish(request, version: version, with: image, from: bytes) }
        let start = loader.configuration.retryScheduler.now
        let decoded: Image
        do {
            decoded = try loader.decoder.decode(bytes.data, for: request)
        } catch {
            return fail(request, version: version, with: notDecodable(error), from: bytes)
        }
        loader.hub.send(.decoded(duration: loader.configuration.retryScheduler.now - start), of: request)
        keep(bytes)
        keep(decoded, for: request, from: bytes)
        finish(request, version: version, with: decoded, from: bytes)
    }

    private func notDecodable(_ error: any Error) -> ImageError {
        .notDecodable(request.url, description: "\(error)")
    }

    /// Ends a decoding whose result is not needed, or which newer bytes follow.
    private func drop(_ variant: ImageVariant?, version: Int) {
        loader.perform(loader.change { $0.dropDecoding(variant, version: version, of: id) })
    }

    /// Processes an image in each way that is observed, and ends the decoding with these images.
    ///
    /// - Parameter request: The request of the image before it is processed.
    private func finish(_ request: ImageRequest, version: Int, with decoded: Image, from bytes: Bytes) {
        // Before the fetch ends, so that a subscriber finds either the image or the fetch.
        let observers = loader.change { table in
            table.isDecodingNeeded(request.variant, version: version, of: id)
                ? table.observers(of: request.variant, of: id) : []
        }
        var images: [[String]: TypedImageState<Image>] = [:]
        func state(_ processing: [String]) -> TypedImageState<Image> {
            if let state = images[processing] { return state }
            let state = processed(decoded, for: request.with(processing: processing), from: bytes)
            images[processing] = state
            return state
        }
        for observer in observers where images[observer.request.processing] == nil {
            let processing = observer.request.processing
            let isKept = observers.contains { $0.keepsInMemory && $0.request.processing == processing }
            if case .loaded(let image, _) = state(processing).state, isKept {
                loader.store(
                    image, for: request.with(processing: processing), cost: cost(of: image, from: bytes))
            }
        }
        deliver(of: request, version: version) { state($0) }
    }

    private func processed(
        _ decoded: Image, for request: ImageRequest, from bytes: Bytes
    ) -> TypedImageState<Image> {
        do {
            return TypedImageState(.loaded(try loader.process(decoded, for: request), from: bytes.origin))
        } catch {
            // The bytes are not damaged.
            return TypedImageState(loader.failed(notDecodable(error)))
        }
    }

    private func cost(of image: Image, from bytes: Bytes) -> Int {
        // Of an image that was in memory there are no bytes.
        let known = bytes.image == nil ? nil : loader.ownCache?.cost(of: request.unprocessed)
        return loader.decoder.cost(of: image) ?? known ?? loader.configuration.cost(image, bytes.data)
    }

    private func fail(_ request: ImageRequest, version: Int, with error: ImageError, from bytes: Bytes) {
        if bytes.kind == .variant { return failVariant(request, version: version) }
        let replacement = state.withLock { state in
            bytes.origin == .disk && request.isRemote
                ? state.replaceStoredBytes(bytes, for: request.variant) : state.replaceNewBytes(bytes)
        }
        switch replacement {
        case .none:
            let failed = TypedImageState(loader.failed(error))
            deliver(of: request, version: version) { _ in failed }
        case .newer:
            drop(request.variant, version: version)
        case .download:
            let needsDownload = loader.change { $0.dropBytes(version: version, of: id) }
            drop(request.variant, version: version)
            if needsDownload { downloadAgain() }
        case .stored(let stored):
            drop(request.variant, version: version)
            receive(stored.bytes(as: .settled))
        }
    }

    /// Looks up the original in place of a stored image that could not be decoded.
    private func failVariant(_ request: ImageRequest, version: Int) {
        state.withLock { $0.variantBytes = nil }
        loader.configuration.diskCache?.remove(request.key.resource.storageKey(of: request.variant))
        drop(request.variant, version: version)
        loader.perform(loader.change { $0.dropVariant(of: id) })
    }

    /// Ends a decoding with an image for each way of processing it.
    private func deliver(
        of request: ImageRequest, version: Int, _ state: ([String]) -> TypedImageState<Image>
    ) {
        let (decoded, starts) = loader.change {
            $0.finishDecoding(request.variant, version: version, of: id)
        }
        loader.perform(starts)
        switch decoded {
        case .outdated: break
        case .provisional(let observers):
            for observer in observers { observer.show(state(observer.request.processing)) }
        case .final(let observers):
            let ends = observers.map { (observer: $0, state: state($0.request.processing)) }
            if loader.hub.isObserved { sendEnds(of: request, ends) }
            for (observer, state) in ends { observer.finish(with: state) }
        }
    }

    /// Sends the end of each request that differs.
    private func sendEnds(
        of request: ImageRequest, _ ends: [(observer: any FetchObserver, state: TypedImageState<Image>)]
    ) {
        var sent: [[String]] = []
        for (observer, end) in ends where !sent.contains(observer.request.processing) {
            let processing = observer.request.processing
            sent.append(processing)
            let isPrefetched =
                end.error == nil
                && !ends.contains {
                    $0.observer.keepsInMemory && $0.observer.request.processing == processing
                }
            loader.hub.send(
                isPrefetched ? .prefetched : end.state.endEvent, of: request.with(processing: processing))
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

    /// Stored bytes could not be decoded. If it was the original, they are damaged. Other forms may fail
    /// alone: the bytes are validated.
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
