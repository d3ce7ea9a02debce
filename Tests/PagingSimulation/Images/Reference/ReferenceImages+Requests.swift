import FluxImages
import PagingOperators

// Requests, and the order in which steps begin.
extension ReferenceImages {
    mutating func join(_ observer: ReferenceObserver) {
        if observer.isRow || observer.keepsInMemory, let image = touch(observer.request) {
            return observer.end("loaded \(image) from memory")
        }
        if !observer.keepsInMemory, !setup.hasDisk { return observer.end(nil) }
        if let fetch = fetches.first(where: { $0.address == observer.request.address }) {
            add(observer, to: fetch)
            observer.advance(to: fetch.progress)
            if fetch.hasBytes, fetch.decodings[observer.request] == ReferenceFetch.Place.none {
                fetch.decodings[observer.request] = .waiting(number: nextNumber())
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

    private func add(_ observer: ReferenceObserver, to fetch: ReferenceFetch) {
        fetch.observers.append(observer)
        if !fetch.variants.contains(observer.request) {
            fetch.variants.append(observer.request)
            fetch.decodings[observer.request] = ReferenceFetch.Place.none
        } else if fetch.decodings[observer.request] == .done {
            // It is shown again, to the others too.
            fetch.decodings[observer.request] = ReferenceFetch.Place.none
        }
    }

    mutating func leave(_ observer: ReferenceObserver) {
        guard let fetch = fetches.first(where: { $0.observers.contains { $0 === observer } }) else { return }
        fetch.observers.removeAll { $0 === observer }
        dropUnobservedVariants(of: fetch)
        if !fetch.observers.isEmpty { return }
        remove(fetch)
        if let index = transfers.firstIndex(where: { $0.fetch === fetch }) {
            log.append("cancel #\(transfers.remove(at: index).number)")
        }
        keepPartial(of: fetch)
        startDownloads()
    }

    func dropUnobservedVariants(of fetch: ReferenceFetch) {
        fetch.variants.removeAll { variant in !fetch.observers.contains { $0.request == variant } }
        fetch.decodings = fetch.decodings.filter { fetch.variants.contains($0.key) }
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
        let priority: ImagePriority
        let number: Int
    }

    private func first(_ waiting: [Waiting]) -> Waiting? {
        waiting.min { ($1.priority.rawValue, $0.number) < ($0.priority.rawValue, $1.number) }
    }

    mutating func startLookUps() {
        while lookUps.count < 2 {
            let waiting = fetches.compactMap { fetch -> Waiting? in
                guard case .waiting(let number) = fetch.lookUp else { return nil }
                return Waiting(fetch: fetch, priority: fetch.priority, number: number)
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
                return Waiting(fetch: fetch, priority: fetch.priority, number: number)
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
                        fetch: fetch, variant: variant, priority: fetch.priority(of: variant), number: number)
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
