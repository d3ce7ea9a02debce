import Foundation

// Decoding. Called on the scheduler of the decoder.
extension ImageFetch {
    func decode(_ bytes: ImageBytes, _ version: Int, for variant: ImageVariant?) {
        let isNeeded = loader.change { $0.isDecodingNeeded(variant, version: version, of: id) }
        if !isNeeded { return drop(variant, version: version) }
        let request = request.unprocessed.with(variant: variant)
        if let image = bytes.image?.typed(Image.self).image {
            return finish(request, version: version, with: image, from: bytes)
        }
        let start = loader.configuration.retryScheduler.now
        let decoded: Image
        do {
            decoded = try loader.decoder.decode(bytes.data, for: request)
        } catch {
            return fail(request, version: version, with: notDecodable(error), from: bytes)
        }
        loader.hub.send(.decoded(duration: loader.configuration.retryScheduler.now - start), of: request)
        keep(bytes, version: version)
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
    private func finish(_ request: ImageRequest, version: Int, with decoded: Image, from bytes: ImageBytes) {
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
        if deliver(of: request, version: version, { state($0) }) { return }
        // A newer image may be in memory, where the one of this decoding has replaced it.
        for observer in observers where observer.keepsInMemory {
            loader.removeCachedImage(for: request.with(processing: observer.request.processing))
        }
    }

    private func processed(
        _ decoded: Image, for request: ImageRequest, from bytes: ImageBytes
    ) -> TypedImageState<Image> {
        do {
            return TypedImageState(.loaded(try loader.process(decoded, for: request), from: bytes.origin))
        } catch {
            // The bytes are not damaged.
            return TypedImageState(loader.failed(notDecodable(error)))
        }
    }

    private func cost(of image: Image, from bytes: ImageBytes) -> Int {
        // Of an image that was in memory there are no bytes.
        let known = bytes.image == nil ? nil : loader.ownCache?.cost(of: request.unprocessed)
        return loader.decoder.cost(of: image) ?? known ?? loader.configuration.cost(image, bytes.data)
    }

    private func fail(_ request: ImageRequest, version: Int, with error: ImageError, from bytes: ImageBytes) {
        if bytes.kind == .variant { return failVariant(request, version: version) }
        if bytes.origin == .disk, request.isRemote {
            failStored(request, version: version, with: error, from: bytes)
        } else {
            failNew(request, version: version, with: error)
        }
    }

    /// Bytes of the server could not be decoded: an HTML page, for example. Stored bytes replace them, as if
    /// the server had failed.
    private func failNew(_ request: ImageRequest, version: Int, with error: ImageError) {
        let stored = loader.change { $0[id]?.stored.original }
        let mayReplace = stored.map { $0.validity != .damaged && $0.freshness.permitsStale } ?? false
        // Bytes that were decoded for another variant are an image.
        let taken = loader.change { $0.take(version: version, of: id) { mayReplace && $0.kind == .new } }
        if taken == .kept { return deliver(error, of: request, version: version) }
        drop(request.variant, version: version)
        if taken != .replaced, let stored { receive(stored.bytes(as: .settled)) }
    }

    /// Stored bytes could not be decoded. If it was the original, they are damaged. Other forms may fail
    /// alone: the bytes are validated.
    private func failStored(
        _ request: ImageRequest, version: Int, with error: ImageError, from bytes: ImageBytes
    ) {
        if request.variant == nil { loader.change { $0[id]?.stored.original?.validity = .damaged } }
        let isValid = bytes.kind == .settled && request.variant != nil
        let taken = loader.change { $0.take(version: version, of: id) { _ in !isValid } }
        if taken == .kept { return deliver(error, of: request, version: version) }
        drop(request.variant, version: version)
        if taken == .taken(isDownloadRequired: true) { downloadAgain() }
    }

    private func deliver(_ error: ImageError, of request: ImageRequest, version: Int) {
        let failed = TypedImageState(loader.failed(error))
        deliver(of: request, version: version) { _ in failed }
    }

    /// Looks up the original in place of a stored image that could not be decoded.
    private func failVariant(_ request: ImageRequest, version: Int) {
        loader.configuration.diskCache?.remove(request.key.resource.storageKey(of: request.variant))
        drop(request.variant, version: version)
        loader.perform(loader.change { $0[id] == nil ? [] : $0.lookUpOriginal(at: id.place) })
    }

    /// Ends a decoding with an image for each way of processing it.
    ///
    /// - Returns: Whether it was needed.
    @discardableResult
    private func deliver(
        of request: ImageRequest, version: Int, _ state: ([String]) -> TypedImageState<Image>
    ) -> Bool {
        let (decoded, starts) = loader.change {
            $0.finishDecoding(request.variant, version: version, of: id)
        }
        loader.perform(starts)
        switch decoded {
        case .outdated: return false
        case .provisional(let observers, let number):
            for observer in observers { observer.show(state(observer.request.processing)) }
            endShown(loader.change { $0.finishShowing(number, of: request.variant, of: id) })
        case .final(let observers):
            let ends = observers.map { (observer: $0, state: state($0.request.processing)) }
            if loader.hub.isObserved { sendEnds(of: request, ends) }
            for (observer, state) in ends { observer.finish(with: state) }
        }
        return true
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
