// Bytes from disk or the server, and their decoding.
extension ReferenceImages {
    mutating func lookUp() {
        if lookUps.isEmpty { return }
        let fetch = lookUps.removeFirst()
        let stored = fetch.isAlive ? disk[fetch.address] : nil
        fetch.lookUp = .done
        startLookUps()
        guard let stored else { return queueDownload(of: fetch) }
        fetch.stored = stored
        fetch.freshness = setup.policies[fetch.address].freshness(age: now - stored.receivedAt)
        switch fetch.freshness {
        case .fresh:
            if !finishPrefetches(of: fetch) { receive(stored.bytes, of: fetch) }
        case .staleWhileRevalidate:
            if finishPrefetches(of: fetch) { return }
            receive(stored.bytes, of: fetch, isProvisional: true)
            queueDownload(of: fetch)
        case .stale, .mustRevalidate:
            queueDownload(of: fetch)
        }
    }

    /// Ends the prefetches to disk.
    ///
    /// - Returns: Whether no observer remains.
    mutating func finishPrefetches(of fetch: ReferenceFetch) -> Bool {
        for observer in fetch.observers where !observer.keepsInMemory { observer.end(nil) }
        fetch.observers.removeAll { !$0.keepsInMemory }
        dropUnobservedVariants(of: fetch)
        if !fetch.observers.isEmpty { return false }
        remove(fetch)
        startDownloads()
        return true
    }

    mutating func receive(
        _ bytes: ReferenceFetch.Bytes, of fetch: ReferenceFetch, isProvisional: Bool = false
    ) {
        fetch.bytes = bytes
        fetch.bytesCount += 1
        fetch.hasBytes = true
        fetch.isProvisional = isProvisional
        for variant in fetch.variants { fetch.decodings[variant] = .waiting(number: nextNumber()) }
        startDecodings()
    }

    /// No newer bytes follow.
    mutating func settle(_ fetch: ReferenceFetch) {
        guard let stored = fetch.stored else { return }
        if finishPrefetches(of: fetch) { return }
        if !fetch.hasBytes { return receive(stored.settledBytes, of: fetch) }
        fetch.isProvisional = false
        for variant in fetch.variants where fetch.decodings[variant] == .done { end(variant, of: fetch, nil) }
        if fetch.observers.isEmpty { remove(fetch) }
    }

    private func end(_ variant: SimulatedRequest, of fetch: ReferenceFetch, _ line: String?) {
        for observer in fetch.observers where observer.request == variant { observer.end(line) }
        fetch.observers.removeAll { $0.request == variant }
        dropUnobservedVariants(of: fetch)
    }

    mutating func decode() {
        if decodings.isEmpty { return }
        let decoding = decodings.removeFirst()
        let (fetch, variant) = (decoding.fetch, decoding.variant)
        guard fetch.isAlive, fetch.bytesCount == decoding.bytesCount, fetch.decodings[variant] == .running,
            let bytes = fetch.bytes
        else { return startDecodings() }
        if let version = bytes.version {
            store(bytes, version, of: fetch)
            show("\(variant) v\(version)", from: bytes.isFromDisk ? "disk" : "network", variant, of: fetch)
        } else if bytes.isFromDisk {
            if !variant.isSmall { fetch.stored?.isDamaged = true }
            // The server has nothing else for a variant that cannot be decoded.
            bytes.isSettled && variant.isSmall ? fail(variant, of: fetch) : dropStoredBytes(of: fetch)
        } else if let stored = fetch.stored, !stored.isDamaged, fetch.freshness != .mustRevalidate {
            fetch.decodings[variant] = ReferenceFetch.Place.none
            startDecodings()
            receive(stored.settledBytes, of: fetch)
        } else {
            fail(variant, of: fetch)
        }
    }

    private mutating func fail(_ variant: SimulatedRequest, of fetch: ReferenceFetch) {
        end(variant, of: fetch, "failed")
        removeIfDone(fetch)
    }

    /// Bytes that are an image are stored, by the first of their decodings.
    private mutating func store(_ bytes: ReferenceFetch.Bytes, _ version: Int, of fetch: ReferenceFetch) {
        guard bytes.isNew, setup.hasDisk else { return }
        fetch.bytes?.isNew = false
        let policy = setup.policies[fetch.address]
        disk[fetch.address] =
            policy.rule == .noStore
            ? nil
            : StoredImage(
                version: version, receivedAt: bytes.receivedAt, tag: policy.hasTag ? version : nil)
    }

    private mutating func show(
        _ image: String, from origin: String, _ variant: SimulatedRequest, of fetch: ReferenceFetch
    ) {
        if fetch.observers.contains(where: { $0.request == variant && $0.keepsInMemory }) {
            keep(image, of: variant)
        }
        if fetch.isProvisional {
            fetch.decodings[variant] = .done
            startDecodings()
            for observer in fetch.observers where observer.request == variant {
                observer.show("\(image) from \(origin)")
            }
        } else {
            end(variant, of: fetch, "loaded \(image) from \(origin)")
            removeIfDone(fetch)
        }
    }

    private mutating func removeIfDone(_ fetch: ReferenceFetch) {
        if fetch.observers.isEmpty { remove(fetch) }
        startDecodings()
        startDownloads()
    }

    private mutating func dropStoredBytes(of fetch: ReferenceFetch) {
        fetch.bytes = nil
        for variant in fetch.variants { fetch.decodings[variant] = ReferenceFetch.Place.none }
        fetch.hasBytes = false
        let needsDownload = !fetch.isProvisional
        fetch.isProvisional = false
        startDecodings()
        if !needsDownload { return }
        if fetch.stored?.isDamaged == true { disk[fetch.address] = nil }
        fetch.transfer = nil
        queueDownload(of: fetch)
    }
}

extension StoredImage {
    var bytes: ReferenceFetch.Bytes {
        .init(version: version, isFromDisk: true, receivedAt: receivedAt, isNew: false)
    }

    var settledBytes: ReferenceFetch.Bytes {
        .init(version: version, isFromDisk: true, receivedAt: receivedAt, isNew: false, isSettled: true)
    }
}
