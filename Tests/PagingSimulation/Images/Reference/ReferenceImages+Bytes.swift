// Bytes from disk or the server, and their decoding.
extension ReferenceImages {
    mutating func lookUp() {
        if lookUps.isEmpty { return }
        let fetch = lookUps.removeFirst()
        if lookUpVariant(of: fetch) { return }
        let found = fetch.isAlive ? stored(fetch.original) : nil
        fetch.lookUp = .done
        startLookUps()
        guard let (stored, freshness) = found else { return queueDownload(of: fetch) }
        fetch.stored = stored
        fetch.freshness = freshness
        switch fetch.freshness {
        case .fresh:
            if !finishPrefetches(of: fetch) { receive(stored.bytes, of: fetch) }
        case .staleWhileRevalidate:
            if finishPrefetches(of: fetch) { return }
            receive(stored.bytes, of: fetch, .provisional)
            queueDownload(of: fetch)
        case .stale, .mustRevalidate:
            queueDownload(of: fetch)
        }
    }

    /// - Returns: Whether the image of the variant is there.
    private mutating func lookUpVariant(of fetch: ReferenceFetch) -> Bool {
        let isFirst = fetch.isAlive && !fetch.hasReadVariant
        fetch.hasReadVariant = true
        guard isFirst, setup.encodesVariants, fetch.request.variant != .original,
            let (stored, freshness) = stored(fetch.request)
        else { return false }
        if freshness != .fresh {
            (fetch.staleVariant, fetch.freshnessOfVariant) = (stored, freshness)
            return false
        }
        fetch.lookUp = .done
        startLookUps()
        receive(stored, ofVariantOf: fetch)
        return true
    }

    /// The stored image of the variant is the last one.
    private mutating func receive(_ stored: StoredImage, ofVariantOf fetch: ReferenceFetch) {
        if finishPrefetches(of: fetch, to: fetch.request.variant) { return }
        guard fetch.variants.contains(fetch.request.entry) else { return queueLookUp(of: fetch) }
        fetch.variantBytes = stored.variantBytes
        fetch.hasVariantOnly = true
        fetch.decodings[fetch.request.entry] = .waiting(number: nextNumber())
        startDecodings()
        lookUpOriginal(of: fetch)
    }

    /// Looks the original up once it is needed.
    mutating func lookUpOriginal(of fetch: ReferenceFetch) {
        guard fetch.hasVariantOnly, fetch.variants.count > 1 else { return }
        fetch.hasLastOfVariant = true
        lookUpAgain(fetch)
    }

    private mutating func lookUpAgain(_ fetch: ReferenceFetch) {
        fetch.hasVariantOnly = false
        fetch.staleVariant = nil
        queueLookUp(of: fetch)
    }

    /// Ends the prefetches to disk.
    ///
    /// - Returns: Whether no observer remains.
    mutating func finishPrefetches(
        of fetch: ReferenceFetch, to variant: SimulatedRequest.Variant? = nil
    ) -> Bool {
        func isDone(_ observer: ReferenceObserver) -> Bool {
            !observer.keepsInMemory && (variant == nil || observer.request.variant == variant)
        }
        for observer in fetch.observers where isDone(observer) { observer.end(nil) }
        dropVariants(of: fetch, after: fetch.removeObservers(where: isDone))
        if !fetch.observers.isEmpty { return false }
        remove(fetch)
        startDownloads()
        return true
    }

    mutating func receive(
        _ bytes: ReferenceFetch.Bytes, of fetch: ReferenceFetch, _ finality: ReferenceFetch.Finality = .final
    ) {
        fetch.bytes = bytes
        fetch.bytesCount += 1
        fetch.hasBytes = true
        fetch.hasLastOfVariant = false
        fetch.finality = finality
        fetch.variants.removeAll { fetch.observers(of: $0).isEmpty }
        fetch.decodings = [:]
        for variant in fetch.variants { fetch.decodings[variant] = .waiting(number: nextNumber()) }
        startDecodings()
    }

    /// No newer bytes follow.
    mutating func settle(_ fetch: ReferenceFetch) {
        guard let stored = fetch.stored else { return }
        if finishPrefetches(of: fetch) { return }
        if !fetch.hasBytes { return receive(stored.settledBytes, of: fetch) }
        fetch.finality = .final
        for variant in fetch.variants where fetch.decodings[variant] == .done {
            end(variant, of: fetch) { _ in nil }
        }
        if fetch.observers.isEmpty, !fetch.isDecodingLastBytes { remove(fetch) }
    }

    /// Shows the stale image of the variant in place of a response, if its original is not stored.
    ///
    /// - Returns: Whether it is shown.
    mutating func settleWithVariant(_ fetch: ReferenceFetch, after fault: ImageFault) -> Bool {
        guard fetch.stored == nil, let variant = fetch.staleVariant,
            fetch.freshnessOfVariant.permitsStale(after: fault),
            !fetch.observers(of: fetch.request.entry).isEmpty
        else { return false }
        fetch.transfer = nil
        fetch.failures = 0
        receive(variant, ofVariantOf: fetch)
        return true
    }

    private func end(
        _ variant: SimulatedRequest, of fetch: ReferenceFetch, _ line: (SimulatedRequest) -> String?
    ) {
        for observer in fetch.observers where observer.request.entry == variant {
            observer.end(line(observer.request))
        }
        dropVariants(of: fetch, after: fetch.removeObservers { $0.request.entry == variant })
    }

    mutating func decode() {
        if decodings.isEmpty { return }
        let decoding = decodings.removeFirst()
        let (fetch, variant) = (decoding.fetch, decoding.variant)
        guard fetch.isAlive, fetch.bytesCount == decoding.bytesCount, fetch.decodings[variant] == .running,
            let bytes = fetch.bytesCount == 0 ? fetch.variantBytes : fetch.bytes
        else { return startDecodings() }
        if fetch.observers(of: variant).isEmpty {
            fetch.variants.removeAll { $0 == variant }
            fetch.decodings[variant] = nil
            return removeIfDone(fetch)
        }
        if let version = version(of: variant, from: bytes, of: fetch) {
            store(bytes, version, of: fetch)
            encode(variant, bytes, version, of: fetch)
            show(variant, version, from: bytes.origin, of: fetch)
        } else if bytes.kind == .variant {
            failVariant(of: fetch)
        } else if bytes.isFromDisk {
            let isOriginal = variant.variant == .original
            if isOriginal { fetch.stored?.isDamaged = true }
            // The server has nothing else for a variant that cannot be decoded.
            bytes.kind == .settled && !isOriginal ? fail(variant, of: fetch) : dropStoredBytes(of: fetch)
        } else if let stored = fetch.stored, !stored.isDamaged, fetch.freshness != .mustRevalidate {
            // Nor are they decoded for the other variants.
            for variant in fetch.variants { fetch.decodings[variant] = ReferenceFetch.Place.none }
            startDecodings()
            receive(stored.settledBytes, of: fetch)
        } else if fetch.stored == nil, variant == fetch.request.entry,
            let version = fetch.staleVariant?.version, fetch.freshnessOfVariant != .mustRevalidate
        {
            show(variant, version, from: "disk", of: fetch)
        } else {
            fail(variant, of: fetch)
        }
    }

    /// The version that is decoded: that of the stale image of the variant in place of the original that it
    /// was made of.
    private func version(
        of variant: SimulatedRequest, from bytes: ReferenceFetch.Bytes, of fetch: ReferenceFetch
    ) -> Int? {
        guard isStored(variant, bytes, of: fetch) else { return bytes.version }
        if let version = fetch.staleVariant?.version { return version }
        // It is damaged.
        fetch.staleVariant = nil
        return bytes.version
    }

    /// Whether the image of a variant is stored, and was made of the same bytes.
    private func isStored(
        _ variant: SimulatedRequest, _ bytes: ReferenceFetch.Bytes, of fetch: ReferenceFetch
    ) -> Bool {
        variant.variant == fetch.request.variant && bytes.isFromDisk && fetch.staleVariant != nil
            && fetch.staleVariant?.body == fetch.stored?.body
    }

    private mutating func fail(_ variant: SimulatedRequest, of fetch: ReferenceFetch) {
        end(variant, of: fetch) { _ in "failed" }
        removeIfDone(fetch)
    }

    /// Bytes that are an image are stored, by the first of their decodings.
    private mutating func store(_ bytes: ReferenceFetch.Bytes, _ version: Int, of fetch: ReferenceFetch) {
        guard bytes.kind == .new, setup.hasDisk else { return }
        fetch.bytes?.kind = .kept
        let policy = setup.policies[fetch.address]
        if policy.rule == .noStore { return removeStored(of: fetch) }
        disk[fetch.original] = StoredImage(
            version: version, receivedAt: bytes.receivedAt, tag: policy.hasTag ? version : nil,
            body: version)
    }

    /// The stored bytes leave, with what was made of them.
    mutating func removeStored(of fetch: ReferenceFetch) {
        disk[fetch.original] = nil
        if !setup.encodesVariants { return }
        for request in fetch.observers.map(\.request) + [fetch.request] where request.variant != .original {
            disk[request.entry] = nil
        }
    }

    /// The image of a variant is stored, unless the one that was made of the same bytes is there.
    private mutating func encode(
        _ variant: SimulatedRequest, _ bytes: ReferenceFetch.Bytes, _ version: Int, of fetch: ReferenceFetch
    ) {
        let policy = setup.policies[fetch.address]
        guard setup.encodesVariants, setup.hasDisk, bytes.kind != .variant, bytes.kind != .inMemory,
            variant.variant != .original,
            policy.rule != .noStore, !isStored(variant, bytes, of: fetch)
        else { return }
        if !bytes.isFromDisk { disk[variant.entry] = nil }
        // The disk may have been emptied.
        if disk[fetch.original]?.body != version { return }
        disk[variant.entry] = StoredImage(
            version: version, receivedAt: bytes.receivedAt, tag: policy.hasTag ? version : nil,
            body: version)
    }

    /// The stored image of the variant is damaged: the original is decoded in its place.
    private mutating func failVariant(of fetch: ReferenceFetch) {
        fetch.variantBytes = nil
        fetch.hasLastOfVariant = false
        disk[fetch.request.entry] = nil
        fetch.decodings[fetch.request.entry] = ReferenceFetch.Place.none
        startDecodings()
        if fetch.hasVariantOnly { lookUpAgain(fetch) }
    }

    private mutating func show(
        _ variant: SimulatedRequest, _ version: Int, from origin: String, of fetch: ReferenceFetch
    ) {
        func image(_ request: SimulatedRequest) -> String? {
            request.processing == .unknown ? nil : "\(request.name) v\(version)"
        }
        func line(_ request: SimulatedRequest) -> String {
            image(request).map { "loaded \($0) from \(origin)" } ?? "failed"
        }
        var kept: [SimulatedRequest] = []
        let requests = fetch.observers.map(\.request).filter { $0.entry == variant }
        // The image itself first.
        let plain = requests.filter { $0.processing == .none }
        for request in plain + requests where !kept.contains(request) {
            kept.append(request)
            let isNeeded = fetch.observers.contains { $0.request == request && $0.keepsInMemory }
            if isNeeded, let image = image(request) { keep(image, of: request) }
        }
        if fetch.finality == .provisional {
            fetch.decodings[variant] = .done
            startDecodings()
            for observer in fetch.observers where observer.request.entry == variant {
                observer.show(line(observer.request))
            }
        } else {
            end(variant, of: fetch, line)
            if fetch.variants.isEmpty { fetch.bytes = nil }
            removeIfDone(fetch)
        }
    }

    private mutating func removeIfDone(_ fetch: ReferenceFetch) {
        if fetch.observers.isEmpty, !fetch.isDecodingLastBytes {
            remove(fetch)
            // It may run for other variants, whose observers have left.
            stopTransfer(of: fetch)
        }
        startDecodings()
        startDownloads()
    }

    private mutating func dropStoredBytes(of fetch: ReferenceFetch) {
        fetch.bytes = nil
        fetch.variants.removeAll { fetch.observers(of: $0).isEmpty }
        fetch.decodings = [:]
        for variant in fetch.variants { fetch.decodings[variant] = ReferenceFetch.Place.none }
        fetch.hasBytes = false
        let needsDownload = fetch.finality == .final
        fetch.finality = .final
        startDecodings()
        if !needsDownload { return }
        if fetch.stored?.isDamaged == true { disk[fetch.original] = nil }
        fetch.transfer = nil
        // The download is another one, with all its attempts.
        fetch.failures = 0
        queueDownload(of: fetch)
    }
}

extension StoredImage {
    var bytes: ReferenceFetch.Bytes {
        .init(version: version, receivedAt: receivedAt, kind: .stored)
    }

    var variantBytes: ReferenceFetch.Bytes {
        .init(version: version, receivedAt: receivedAt, kind: .variant)
    }

    var settledBytes: ReferenceFetch.Bytes {
        .init(version: version, receivedAt: receivedAt, kind: .settled)
    }
}
