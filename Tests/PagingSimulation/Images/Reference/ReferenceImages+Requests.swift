import FluxImages
import PagingOperators

// Requests, and the order in which steps begin.
extension ReferenceImages {
    mutating func join(_ observer: ReferenceObserver) {
        if observer.isRow || observer.keepsInMemory, let image = touch(observer.request) {
            return observer.end("loaded \(image) from memory")
        }
        if !observer.keepsInMemory, !setup.hasDisk { return observer.end(nil) }
        if observer.keepsInMemory, processImageInMemory(for: observer) { return }
        let address = observer.request.address
        if let fetch = fetches.first(where: { $0.address == address && !$0.processesMemory }) {
            add(observer, to: fetch)
            observer.advance(to: fetch.progress)
            let hasBytes =
                fetch.hasBytes || (fetch.hasLastOfVariant && observer.request.entry == fetch.request.entry)
            if hasBytes, fetch.decodings[observer.request.entry] == ReferenceFetch.Place.none {
                fetch.decodings[observer.request.entry] = .waiting(number: nextNumber())
                startDecodings()
            }
            return lookUpOriginal(of: fetch)
        }
        let fetch = ReferenceFetch(observer.request)
        fetches.append(fetch)
        add(observer, to: fetch)
        observer.advance(to: fetch.progress)
        setup.hasDisk ? queueLookUp(of: fetch) : queueDownload(of: fetch)
    }

    /// The image that was decoded for the same variant may be in memory: it has a fetch of its own.
    private mutating func processImageInMemory(for observer: ReferenceObserver) -> Bool {
        let entry = observer.request.entry
        guard observer.request.processing != .none, let image = touch(entry),
            let version = image.last.flatMap({ Int(String($0)) })
        else { return false }
        // Newer bytes may follow: the fetch that has them processes those as well.
        let mayBeReplaced = fetches.contains {
            $0.address == observer.request.address && !$0.processesMemory && $0.hasBytes
                && $0.finality == .provisional
        }
        if mayBeReplaced { return false }
        let running = fetches.first { $0.processesMemory && $0.request == observer.request }
        let fetch = running ?? ReferenceFetch(observer.request)
        add(observer, to: fetch)
        observer.advance(to: fetch.progress)
        if running != nil { return true }
        fetches.append(fetch)
        fetch.variantBytes = ReferenceFetch.Bytes(version: version, receivedAt: 0, kind: .inMemory)
        fetch.decodings[entry] = .waiting(number: nextNumber())
        startDecodings()
        return true
    }

    private func add(_ observer: ReferenceObserver, to fetch: ReferenceFetch) {
        fetch.observers.append(observer)
        if !fetch.variants.contains(observer.request.entry) {
            fetch.variants.append(observer.request.entry)
            fetch.decodings[observer.request.entry] = ReferenceFetch.Place.none
        } else if fetch.decodings[observer.request.entry] == .done {
            // It is shown again, to the others too.
            fetch.decodings[observer.request.entry] = ReferenceFetch.Place.none
        }
    }

    mutating func leave(_ observer: ReferenceObserver) {
        guard let fetch = fetches.first(where: { $0.observers.contains { $0 === observer } }) else { return }
        let removed = fetch.removeObservers { $0 === observer }
        // Observers that are added while it is decoded share the decoding.
        if fetch.decodings[observer.request.entry] != .running { dropVariants(of: fetch, after: removed) }
        if !fetch.observers.isEmpty || fetch.isDecodingLastBytes { return }
        remove(fetch)
        stopTransfer(of: fetch)
        startDownloads()
    }

    /// Cancels the transfer of a fetch without observers.
    mutating func stopTransfer(of fetch: ReferenceFetch) {
        if let index = transfers.firstIndex(where: { $0.fetch === fetch }) {
            log.append("cancel #\(transfers.remove(at: index).number)")
        }
        keepPartial(of: fetch)
    }

    /// Drops the variants that have lost their last observers.
    func dropVariants(of fetch: ReferenceFetch, after removed: [ReferenceObserver]) {
        for variant in removed.map(\.request.entry) where fetch.observers(of: variant).isEmpty {
            fetch.variants.removeAll { $0 == variant }
            fetch.decodings[variant] = nil
        }
    }

    mutating func remove(_ fetch: ReferenceFetch) {
        fetch.isAlive = false
        fetches.removeAll { $0 === fetch }
        retries.removeAll { $0.fetch === fetch }
    }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}

// Queues: the highest priority first, then the one that has waited longest.
extension ReferenceImages {
    private struct Waiting {
        let fetch: ReferenceFetch
        var variant: SimulatedRequest?
        let observers: [ReferenceObserver]
        let number: Int
    }

    private func first(_ waiting: [Waiting]) -> Waiting? {
        var firsts = waiting.compactMap { waiting in
            waiting.observers.filter { $0.row == nil }.map(\.priority).max().map { (waiting, $0) }
        }
        let rows = waiting.flatMap { waiting in
            waiting.observers.compactMap(\.row).map { (waiting: waiting, order: order(ofRow: $0)) }
        }
        if let row = rows.min(by: { ($0.order, $0.waiting.number) < ($1.order, $1.waiting.number) }) {
            let priorities: [ImagePriority] = [.shown, .nearAhead, .nearBehind]
            firsts.append((row.waiting, priorities[row.order / 1000]))
        }
        return firsts.min { ($1.1.rawValue, $0.0.number) < ($0.1.rawValue, $1.0.number) }?.0
    }

    /// In thousands whether a row is in view, ahead or behind; then its distance.
    private func order(ofRow row: Int) -> Int {
        let distance =
            position.isForward ? row - position.shown.lowerBound : position.shown.upperBound - 1 - row
        if distance < 0 { return 2000 - distance }
        return position.shown.contains(row) ? distance : 1000 + distance
    }

    mutating func startLookUps() {
        while lookUps.count < 2 {
            let waiting = fetches.compactMap { fetch -> Waiting? in
                guard case .waiting(let number) = fetch.lookUp else { return nil }
                return Waiting(fetch: fetch, observers: fetch.observers, number: number)
            }
            guard let next = first(waiting) else { return }
            next.fetch.lookUp = .running
            lookUps.append(next.fetch)
        }
    }

    mutating func queueLookUp(of fetch: ReferenceFetch) {
        fetch.lookUp = .waiting(number: nextNumber())
        startLookUps()
    }

    mutating func queueDownload(of fetch: ReferenceFetch) {
        if !fetch.isAlive { return }
        fetch.download = .waiting(number: nextNumber())
        startDownloads()
    }

    mutating func startDownloads() {
        while true {
            let running = fetches.filter { $0.download == .running }
            if running.count >= setup.transfers { return }
            let waiting = fetches.compactMap { fetch -> Waiting? in
                let isAtLimit =
                    running.count { $0.address % 2 == fetch.address % 2 } >= setup.transfersPerHost
                guard case .waiting(let number) = fetch.download, !isAtLimit else { return nil }
                return Waiting(fetch: fetch, observers: fetch.observers, number: number)
            }
            guard let next = first(waiting) else { return }
            next.fetch.download = .running
            beginTransfer(of: next.fetch)
        }
    }

    mutating func startDecodings() {
        while decodings.count < setup.decodings {
            let waiting = fetches.flatMap { fetch in
                fetch.variants.compactMap { variant -> Waiting? in
                    guard case .waiting(let number) = fetch.decodings[variant] else { return nil }
                    return Waiting(
                        fetch: fetch, variant: variant, observers: fetch.observers(of: variant),
                        number: number)
                }
            }
            guard let next = first(waiting), let variant = next.variant else { return }
            next.fetch.decodings[variant] = .running
            decodings.append(
                ReferenceDecoding(fetch: next.fetch, variant: variant, bytesCount: next.fetch.bytesCount))
        }
    }
}

// Memory.
extension ReferenceImages {
    mutating func touch(_ request: SimulatedRequest) -> String? {
        guard let index = memory.firstIndex(where: { $0.request == request }) else { return nil }
        memory.append(memory.remove(at: index))
        return memory.last?.image
    }

    mutating func keep(_ image: String, of request: SimulatedRequest) {
        memory.removeAll { $0.request == request }
        memory.append((request, image))
        trimMemory(to: setup.memoryCount ?? .max)
    }

    mutating func trimMemory(to count: Int) {
        memory.removeFirst(max(0, memory.count - count))
    }
}
