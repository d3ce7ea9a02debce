import Foundation

// Decoding. Called on the scheduler of the decoder.
extension ImageFetch {
    func decode(_ bytes: ImageBytes, _ version: Int, for variant: ImageVariant?) {
        if !pipeline.change({ $0.beginDecoding(variant, version: version, of: id) }) { return }
        let request = request.unprocessed.with(variant: variant)
        if let image = bytes.image {
            return finish(request, version: version, with: image, from: bytes)
        }
        let start = pipeline.retryScheduler.now
        let decoded: AnyImageState
        do {
            decoded =
                try decodeStoredVariant(for: request, of: bytes)
                ?? loader.decode(bytes.data, for: request, from: bytes.origin)
        } catch {
            return fail(request, version: version, with: notDecodable(error), from: bytes)
        }
        send(.decoded(duration: pipeline.retryScheduler.now - start), of: request)
        // Before they are in a cache: no older ones replace them there.
        if self.request.source == .server { serveOthers(bytes, version: version) }
        finish(request, version: version, with: decoded, from: bytes)
    }

    /// Decodes the image that is stored for the variant of a request, which takes less time than the
    /// original.
    private func decodeStoredVariant(for request: ImageRequest, of bytes: ImageBytes) -> AnyImageState? {
        guard let stored = storedVariant(request.variant, of: bytes) else { return nil }
        if let image = try? loader.decode(stored.data, for: request, from: .disk) { return image }
        // It is damaged: what is made of the original replaces it.
        pipeline.change { $0[id]?.stored.staleVariant = nil }
        return nil
    }

    /// Replaces the bytes of the other fetches of the same image by those of a reload.
    private func serveOthers(_ bytes: ImageBytes, version: Int) {
        let reload = FetchKey(resource: request.key.resource, source: .server)
        // Each of them stores the bytes: this fetch may be cancelled before it has.
        pipeline.change { $0.serve(bytes, version: version, of: id) { key in key.reload == reload } }
    }

    private func notDecodable(_ error: any Error) -> ImageError {
        .notDecodable(request.url, description: "\(error)")
    }

    /// Ends a decoding whose result is not needed, or which newer bytes follow.
    private func drop(_ variant: ImageVariant?, version: Int) {
        pipeline.change { $0.dropDecoding(variant, version: version, of: id) }
    }

    /// Stores an image, processes it in each way that is observed, and ends the decoding with these images.
    /// Observers get their image once it is ready, and wait neither for others nor until it is encoded.
    ///
    /// - Parameter request: The request of the image before it is processed.
    private func finish(
        _ request: ImageRequest, version: Int, with decoded: AnyImageState, from bytes: ImageBytes
    ) {
        var images = ProcessedImages()
        var shown: [any FetchObserver] = []
        var isStored = bytes.kind == .variant
        var encoding: VariantEncoding?
        // Images are in memory before the fetch ends, so that a subscriber finds either the image or the
        // fetch. While they are processed, observers may be added that need others.
        while case .unready(let observers, _, _) = deliver(
            of: request, version: version, after: &shown, isDone: encoding == nil,
            where: { images.areReady(for: $0) }, { images[$0] })
        {
            if !isStored {
                // Only where there are observers: the disk may have been emptied after a cancellation.
                keep(bytes, version: version)
                encoding = self.encoding(of: decoded, for: request, from: bytes, version: version)
                isStored = true
            }
            // One after the other, that of the image itself first: it takes no time.
            guard let processing = observers.map(\.request.processing).min(by: { $0.count < $1.count }) else {
                if let encoding = encoding.take() { store(encoding, version) }
                continue
            }
            let request = request.with(processing: processing)
            let state = images[processing] ?? processed(decoded, for: request)
            images.add(state, of: processing)
            if !observers.contains(where: { $0.keepsInMemory(processing) }) { continue }
            if state.error == nil, !putInMemory(state, for: request, from: bytes, version: version) {
                continue
            }
            images.keep(processing)
        }
    }

    /// Puts an image in memory, unless a newer one was inserted or served while it was processed.
    ///
    /// - Returns: Whether it is there.
    private func putInMemory(
        _ image: AnyImageState, for request: ImageRequest, from bytes: ImageBytes, version: Int
    ) -> Bool {
        let cost = loader.cost(of: image, for: request, from: bytes)
        if !isNeeded(request, version: version) { return false }
        loader.store(image, for: request, cost: cost)
        if isNeeded(request, version: version) { return true }
        // It may have replaced a newer one. What is newer from now on replaces it.
        loader.removeCachedImage(for: request)
        return false
    }

    /// Whether an image that is being decoded is still to be put in memory.
    private func isNeeded(_ request: ImageRequest, version: Int) -> Bool {
        pipeline.change { table in
            table.isDecodingNeeded(request.variant, version: version, of: id) {
                $0.keepsInMemory(request.processing)
            }
        }
    }

    private func processed(_ decoded: AnyImageState, for request: ImageRequest) -> AnyImageState {
        if request.processing.isEmpty { return decoded }
        do {
            return try loader.process(decoded, for: request)
        } catch {
            return loader.failed(.notProcessed(request.url, description: "\(error)"))
        }
    }

    private func fail(_ request: ImageRequest, version: Int, with error: ImageError, from bytes: ImageBytes) {
        if bytes.kind == .variant { return failVariant(request, version: version) }
        if bytes.kind != .new, bytes.origin == .disk, request.isRemote {
            failStored(request, version: version, with: error, from: bytes)
        } else {
            failNew(request, version: version, with: error)
        }
    }

    /// Bytes of the server could not be decoded: an HTML page, for example. Stored bytes replace them, as if
    /// the server had failed.
    private func failNew(_ request: ImageRequest, version: Int, with error: ImageError) {
        let found = pipeline.change { $0[id]?.stored }
        let stored = found?.original
        // There is the image of a variant only.
        if stored == nil, request.variant == self.request.variant, let variant = found?.staleVariant,
            variant.mayReplaceResponse(),
            let image = try? loader.decode(variant.data, for: request, from: .disk)
        {
            return finish(request, version: version, with: image, from: variant.bytes(as: .variant))
        }
        let mayReplace = stored?.mayReplaceResponse() ?? false
        // Bytes that were decoded for another variant are an image.
        let taken = pipeline.change { $0.take(version: version, of: id) { mayReplace && $0.kind == .new } }
        if taken == .kept { return deliver(error, of: request, version: version) }
        drop(request.variant, version: version)
        if taken != .replaced, let stored { receive(stored.bytes(as: .settled)) }
    }

    /// Stored bytes could not be decoded. If it was the original, they are damaged. Other forms may fail
    /// alone: the bytes are validated.
    private func failStored(
        _ request: ImageRequest, version: Int, with error: ImageError, from bytes: ImageBytes
    ) {
        if request.variant == nil { pipeline.change { $0[id]?.stored.original?.freshness = .unusable } }
        let isValid = bytes.kind == .settled && request.variant != nil
        let taken = pipeline.change { $0.take(version: version, of: id) { _ in !isValid } }
        if taken == .kept { return deliver(error, of: request, version: version) }
        drop(request.variant, version: version)
        if taken == .taken(isDownloadRequired: true) { downloadAgain() }
    }

    private func deliver(_ error: ImageError, of request: ImageRequest, version: Int) {
        let failed = loader.failed(error)
        var shown: [any FetchObserver] = []
        _ = deliver(of: request, version: version, after: &shown) { _ in failed }
    }

    /// Looks up the original in place of a stored image that could not be decoded.
    private func failVariant(_ request: ImageRequest, version: Int) {
        pipeline.write(nil, for: request.key.resource.storageKey(of: request.variant)) {
            $0[id]?.version == version
        }
        pipeline.change {
            $0[id]?.stored.staleVariant = nil
            $0.dropDecoding(request.variant, version: version, of: id)
            $0.lookUpOriginal(of: id)
        }
    }

    /// Ends a decoding with an image for each way of processing it, for the observers whose image is ready.
    ///
    /// - Parameters:
    ///   - shown: Those that were shown the image already, while newer bytes may follow.
    ///   - isDone: Whether nothing is left to do once all observers have their image.
    ///   - isReady: Whether the image of an observer is ready.
    ///   - state: Returns the image for a way of processing, which is ready.
    /// - Returns: The outcome.
    private func deliver(
        of request: ImageRequest, version: Int, after shown: inout [any FetchObserver], isDone: Bool = true,
        where isReady: (any FetchObserver) -> Bool = { _ in true }, _ state: ([String]) -> AnyImageState?
    ) -> Table.Decoded {
        let decoded = pipeline.change {
            $0.finishDecoding(request.variant, version: version, of: id, isDone: isDone, where: isReady)
        } sending: { decoded in
            switch decoded {
            case .final(let observers), .unready(_, ready: let observers, number: nil):
                ends(of: request, observers, state)
            case .outdated, .provisional, .unready: []
            }
        }
        switch decoded {
        case .outdated: break
        case .unready(_, ready: let observers, number: let number?):
            show(observers, after: &shown, number: number, state)
        case .provisional(let observers, let number):
            show(observers, after: &shown, number: number, state)
            endShown(number, of: request.variant)
        case .final(let observers), .unready(_, ready: let observers, number: nil):
            for observer in observers {
                let isShown = shown.contains { $0 === observer }
                observer.finish(with: isShown ? nil : state(observer.request.processing))
            }
        }
        return decoded
    }

    private func show(
        _ observers: [any FetchObserver], after shown: inout [any FetchObserver], number: Int,
        _ state: ([String]) -> AnyImageState?
    ) {
        for observer in observers where !shown.contains(where: { $0 === observer }) {
            if let state = state(observer.request.processing) { observer.show(state, number: number) }
            shown.append(observer)
        }
    }

    private func endShown(_ number: Int, of variant: ImageVariant?) {
        let observers = pipeline.change(
            { $0.finishShowing(number, of: variant, of: id) }, sending: endOfShown)
        for observer in observers { observer.finish(with: nil) }
    }

    /// The events of the ends of requests, one of each that differs.
    private func ends(
        of request: ImageRequest, _ observers: [any FetchObserver],
        _ state: ([String]) -> AnyImageState?
    ) -> [ImageEvent] {
        var events: [ImageEvent] = []
        for processing in observers.map(\.request.processing) {
            let request = request.with(processing: processing)
            if events.contains(where: { $0.request == request }) { continue }
            guard let end = state(processing) else { continue }
            let isPrefetched = end.error == nil && !observers.contains { $0.keepsInMemory(processing) }
            events.append(ImageEvent(request: request, kind: isPrefetched ? .prefetched : end.endEvent))
        }
        return events
    }
}

/// The images that a decoding has made, one for each way of processing it. They are few.
///
/// Does not depend on the type of the images, so that it is compiled once.
private struct ProcessedImages {
    private var states: [(processing: [String], state: AnyImageState, isKept: Bool)] = []

    subscript(processing: [String]) -> AnyImageState? {
        states.first { $0.processing == processing }?.state
    }

    /// Whether the image of an observer is there, and in memory if it is to be.
    func areReady(for observer: any FetchObserver) -> Bool {
        let processing = observer.request.processing
        return states.contains { $0.processing == processing && ($0.isKept || !observer.keepsInMemory) }
    }

    mutating func add(_ state: AnyImageState, of processing: [String]) {
        if self[processing] == nil { states.append((processing, state, false)) }
    }

    /// Notes that an image is in memory, or is not to be.
    mutating func keep(_ processing: [String]) {
        for index in states.indices where states[index].processing == processing {
            states[index].isKept = true
        }
    }
}

extension AnyImageState {
    /// The event of a final state.
    fileprivate var endEvent: ImageEvent.Kind {
        if let error { .failed(error) } else { .loaded(from: origin ?? .memory) }
    }
}
