// The server, and what a fetch makes of its responses.
extension ReferenceImages {
    mutating func beginTransfer(of fetch: ReferenceFetch) {
        var download =
            fetch.transfer
            ?? ReferenceDownload(
                condition: fetch.stored.flatMap { $0.isDamaged || fetch.isRejected ? nil : $0.tag },
                resumed: partials.removeValue(forKey: fetch.address))
        download.resumed = partial(of: download)
        download.reply = .none
        download.version = nil
        download.count = 0
        fetch.transfer = download
        transferCount += 1
        let transfer = ReferenceTransfer(
            transferCount, of: fetch,
            // The server confirms a body that is complete.
            range: download.resumed.flatMap { $0.count == Self.length ? nil : $0.count },
            tag: download.resumed?.version ?? download.condition)
        transfers.append(transfer)
        log.append(
            SimulatedTransfers.line(
                transfer.number, fetch.address, fetch.url, range: transfer.range, tag: transfer.tag))
    }

    /// What of a download can be continued.
    func partial(of download: ReferenceDownload) -> PartialImage? {
        switch download.reply {
        case .none, .notModified: return download.resumed
        case .whole, .rest:
            guard let tag = download.tag, download.count > 0 else { return nil }
            return PartialImage(version: tag, count: download.count, receivedAt: download.receivedAt)
        }
    }

    /// Keeps the first bytes for the next fetch.
    mutating func keepPartial(of fetch: ReferenceFetch) {
        let partial = fetch.transfer.flatMap { self.partial(of: $0) } ?? wholeBody(of: fetch)
        if let partial, setup.policies[fetch.address].rule != .noStore { partials[fetch.address] = partial }
    }

    /// The body that has arrived, and was not decoded.
    private func wholeBody(of fetch: ReferenceFetch) -> PartialImage? {
        guard let bytes = fetch.bytes, bytes.kind == .new, let version = bytes.version,
            setup.policies[fetch.address].hasTag
        else { return nil }
        return PartialImage(version: version, count: Self.length, receivedAt: bytes.receivedAt)
    }

    mutating func respond(_ transfer: ReferenceTransfer) {
        if transfer.hasResponse { return }
        transfer.hasResponse = true
        let fetch = transfer.fetch
        guard var download = fetch.transfer else { return }
        let version = versions[fetch.address]
        switch (transfer.range ?? download.resumed?.count, transfer.tag == version) {
        case (nil, true):
            download.reply = .notModified
            download.receivedAt = now
            fetch.transfer = download
            return
        case (let count?, true):
            download.reply = .rest
            download.count = count
            download.receivedAt = now
        case (_, false):
            download.reply = .whole
            download.receivedAt = now
        }
        download.version = version
        download.tag = setup.policies[fetch.address].hasTag ? version : nil
        fetch.transfer = download
        advance(fetch)
    }

    private func advance(_ fetch: ReferenceFetch) {
        fetch.progress = "\(fetch.transfer?.count ?? 0)/\(Self.length)"
        for observer in fetch.observers { observer.advance(to: fetch.progress) }
    }

    mutating func receive(_ count: Int, of transfer: ReferenceTransfer, upTo limit: Int) {
        respond(transfer)
        guard let download = transfer.fetch.transfer, download.reply != .notModified, download.count < limit
        else { return }
        transfer.fetch.transfer?.count = min(limit, download.count + count)
        advance(transfer.fetch)
    }

    mutating func finish(_ transfer: ReferenceTransfer) {
        receive(Self.length, of: transfer, upTo: Self.length)
        transfers.removeAll { $0 === transfer }
        let fetch = transfer.fetch
        guard let download = fetch.transfer else { return }
        fetch.transfer = nil
        if download.reply == .notModified { return confirm(fetch, at: download.receivedAt) }
        finishDownload(of: fetch)
        receive(
            .init(
                version: download.version, receivedAt: download.receivedAt, kind: .new),
            of: fetch)
    }

    private mutating func confirm(_ fetch: ReferenceFetch, at time: Int) {
        guard var stored = fetch.stored, !stored.isDamaged, setup.rule != .rejectsConfirmations else {
            fetch.isRejected = true
            return beginTransfer(of: fetch)
        }
        stored.receivedAt = time
        fetch.stored = stored
        let freshness = freshness(receivedAt: time, of: fetch.address)
        if isNews(freshness, to: fetch.freshness) { disk[fetch.original] = stored }
        fetch.freshness = .fresh
        if let variant = fetch.staleVariant, variant.body != stored.body {
            // Made of other bytes.
            fetch.staleVariant = nil
        }
        if let variant = fetch.staleVariant, isNews(freshness, to: fetch.freshnessOfVariant) {
            disk[fetch.request.entry] = StoredImage(
                version: variant.version, receivedAt: time, tag: stored.tag, body: variant.body)
        }
        finishDownload(of: fetch)
        settle(fetch)
    }

    mutating func fail(_ transfer: ReferenceTransfer, _ fault: ImageFault) {
        let fetch = transfer.fetch
        let fault = transfer.hasResponse ? .lost : fault
        if fault == .webPage { return finishWebPage(transfer) }
        transfers.removeAll { $0 === transfer }
        if fault == .rangeNotSatisfiable, fetch.transfer?.resumed != nil {
            fetch.transfer?.resumed = nil
            return beginTransfer(of: fetch)
        }
        retry(fetch, after: fault)
    }

    private mutating func finishWebPage(_ transfer: ReferenceTransfer) {
        let fetch = transfer.fetch
        transfers.removeAll { $0 === transfer }
        for progress in ["0/6", "6/6"] {
            fetch.progress = progress
            for observer in fetch.observers { observer.advance(to: progress) }
        }
        fetch.transfer = nil
        finishDownload(of: fetch)
        receive(.init(version: nil, receivedAt: now, kind: .new), of: fetch)
    }

    private mutating func retry(_ fetch: ReferenceFetch, after fault: ImageFault) {
        fetch.failures += 1
        finishDownload(of: fetch)
        guard fault.isTransient, fetch.failures <= setup.attempts else { return giveUp(fetch, fault) }
        retries.append((now + (fault == .tooManyRequests ? 30 : 10), fetch))
    }

    private mutating func giveUp(_ fetch: ReferenceFetch, _ fault: ImageFault) {
        if fault == .refused, selectAnotherURL(of: fetch) { return queueDownload(of: fetch) }
        if fault != .notFound { keepPartial(of: fetch) }
        if let stored = fetch.stored, !stored.isDamaged, fetch.freshness.permitsStale(after: fault) {
            fetch.transfer = nil
            return settle(fetch)
        }
        if settleWithVariant(fetch, after: fault) { return }
        if fault == .notFound {
            removeStored(of: fetch)
        } else if fetch.stored?.isDamaged == true {
            disk[fetch.original] = nil
        }
        if !fail(fetch) { remove(fetch) }
    }

    /// Ends the observers with a failure, but for those of the stored image that is the last one of its
    /// variant.
    ///
    /// - Returns: Whether there are any of these, which stay.
    private func fail(_ fetch: ReferenceFetch) -> Bool {
        let hasImage = fetch.hasLastOfVariant
        let failed = fetch.removeObservers { !hasImage || $0.request.entry != fetch.request.entry }
        for observer in failed { observer.end("failed") }
        if fetch.observers.isEmpty { return false }
        dropVariants(of: fetch, after: failed)
        fetch.hasLastOfVariant = false
        fetch.hasVariantOnly = true
        fetch.stored = nil
        fetch.freshness = .fresh
        fetch.isRejected = false
        fetch.transfer = nil
        fetch.failures = 0
        return true
    }

    /// Continues with the URL of another observer, by variant, if there is one that was not refused.
    private mutating func selectAnotherURL(of fetch: ReferenceFetch) -> Bool {
        fetch.refused.insert(fetch.url)
        let urls = fetch.variants.flatMap { variant in
            fetch.observers.filter { $0.request.entry == variant }.map(\.request.url)
        }
        guard let next = urls.first(where: { !fetch.refused.contains($0) }) else { return false }
        fetch.url = next
        keepPartial(of: fetch)
        fetch.transfer = nil
        return true
    }

    private mutating func finishDownload(of fetch: ReferenceFetch) {
        fetch.download = .done
        startDownloads()
    }

    /// Time passes, and with it the delays of retries.
    mutating func pass(seconds: Int) {
        let end = now + seconds
        while let next = retries.map(\.due).min(), next <= end,
            let index = retries.firstIndex(where: { $0.due == next })
        {
            now = next
            queueDownload(of: retries.remove(at: index).fetch)
        }
        now = end
    }
}

extension SimulatedFreshness {
    /// Whether stored bytes may be shown in place of a response.
    func permitsStale(after fault: ImageFault) -> Bool {
        switch self {
        case .fresh, .staleWhileRevalidate: fault != .notFound
        case .stale: fault.isTransient
        case .mustRevalidate: false
        }
    }
}

extension ImageFault {
    /// Whether a retry may succeed, and stored bytes may be shown meanwhile.
    fileprivate var isTransient: Bool {
        switch self {
        case .lost, .unavailable, .tooManyRequests: true
        case .notFound, .rangeNotSatisfiable, .webPage, .refused: false
        }
    }
}
