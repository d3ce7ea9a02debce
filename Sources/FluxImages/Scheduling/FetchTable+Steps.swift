// Steps.
extension FetchTable {
    /// Queues the look-up of a fetch on disk.
    mutating func queueLookup(of id: FetchID) -> [Start] {
        guard let entry = self[id] else { return [] }
        let ticket = lookups.add(Work(id: id, step: .lookup), to: "", needs: entry.needs)
        entries[id.place]?.lookup = .waiting(ticket)
        return startLookups()
    }

    /// A look-up that had begun has ended; that of a cancelled fetch, too.
    mutating func finishLookup(of id: FetchID) -> [Start] {
        lookups.finish(in: "", after: self[id]?.lookup.time(until: now))
        if self[id] != nil { entries[id.place]?.lookup = .done }
        return startLookups()
    }

    /// Queues a download of a fetch.
    mutating func queueDownload(of id: FetchID) -> [Start] {
        guard let entry = self[id] else { return [] }
        let ticket = downloads.add(
            Work(id: id, step: .download), to: entry.group, needs: entry.needs)
        entries[id.place]?.download = .waiting(ticket)
        return startDownloads()
    }

    /// A download has ended. That of a cancelled fetch has ended with the fetch.
    mutating func finishDownload(of id: FetchID) -> [Start] {
        guard let entry = self[id], case .running = entry.download else { return [] }
        let time = entry.download.time(until: now)
        entry.download = .done
        downloads.finish(in: entry.group, after: time)
        return startDownloads()
    }

    /// Updates the progress of a fetch.
    ///
    /// - Returns: The observers to notify.
    mutating func advance(_ id: FetchID, to progress: ImageProgress) -> [Observer] {
        guard let entry = self[id] else { return [] }
        entries[id.place]?.progress = progress
        return entry.branches.flatMap { $0.observers.map(\.observer) }
    }

    /// Bytes have arrived, the first or newer ones: they are decoded for each variant.
    ///
    /// - Parameter finality: Whether newer bytes may follow.
    mutating func receive(_ bytes: Bytes, of id: FetchID, _ finality: Finality) -> [Start] {
        guard let entry = self[id] else { return [] }
        entry.version += 1
        entry.content = .original(bytes, finality)
        for index in entry.branches.indices {
            dropDecoding(of: index, at: id.place)
            queueDecoding(bytes, of: index, at: id.place)
        }
        return startDecodings()
    }

    /// The image of one variant was stored apart from the original: it is decoded for that one.
    mutating func receive(_ bytes: Bytes, for variant: Variant, of id: FetchID) -> [Start] {
        guard let entry = self[id] else { return [] }
        guard let index = entry.branches.firstIndex(where: { $0.variant == variant }) else {
            return queueLookup(of: id)
        }
        entry.content = .variant
        queueDecoding(bytes, of: index, at: id.place)
        return startDecodings() + (entry.branches.count > 1 ? lookUpOriginal(at: id.place) : [])
    }

    /// Looks the original up, if there is only one variant's image: it is damaged, or others are observed.
    mutating func lookUpOriginal(at place: Int) -> [Start] {
        guard let entry = entries[place], case .variant = entry.content else { return [] }
        entry.content = .none
        return queueLookup(of: entry.id)
    }

    /// Changes the bytes of a version.
    ///
    /// - Returns: The result of the closure; `nil` if they were replaced or taken back.
    mutating func update<Result>(
        version: Int, of id: FetchID, _ body: (inout Bytes) -> Result
    ) -> Result? {
        guard let entry = self[id], case .original(var bytes, let finality) = entry.content,
            entry.version == version
        else { return nil }
        let result = body(&bytes)
        entry.content = .original(bytes, finality)
        return result
    }

    /// Takes the bytes of a version back, which could not be decoded.
    ///
    /// - Parameter isTaken: Whether they are not to be decoded for other variants either.
    mutating func take(version: Int, of id: FetchID, where isTaken: (Bytes) -> Bool) -> Taken {
        guard let entry = self[id], case .original(let bytes, let finality) = entry.content,
            entry.version == version
        else { return .replaced }
        if !isTaken(bytes) { return .kept }
        for index in entry.branches.indices { dropDecoding(of: index, at: id.place) }
        entry.content = .none
        return .taken(isDownloadRequired: finality == .final)
    }

    /// Whether a variant is still to be decoded from the bytes of a version.
    func isDecodingNeeded(_ variant: Variant, version: Int, of id: FetchID) -> Bool {
        guard let entry = self[id], let branch = entry.branches.first(where: { $0.variant == variant }),
            entry.version == version, case .running = branch.decoding
        else { return false }
        return true
    }

    /// The observers of a fetch.
    func observers(of id: FetchID) -> [Observer] {
        self[id]?.branches.flatMap { $0.observers.map(\.observer) } ?? []
    }

    /// The observers of a variant, which is being decoded.
    func observers(of variant: Variant, of id: FetchID) -> [Observer] {
        self[id]?.branches.first { $0.variant == variant }?.observers.map(\.observer) ?? []
    }

    /// A decoding that had begun has ended, also that of a cancelled fetch.
    ///
    /// - Returns: What to do with its image, and the steps to begin.
    mutating func finishDecoding(_ variant: Variant, version: Int, of id: FetchID) -> (Decoded, [Start]) {
        guard isDecodingNeeded(variant, version: version, of: id),
            let index = self[id]?.branches.firstIndex(where: { $0.variant == variant })
        else {
            decodings.finish(in: "")
            return (.outdated, startDecodings())
        }
        decodings.finish(in: "", after: self[id]?.branches[index].decoding.time(until: now))
        if case .original(_, .provisional)? = self[id]?.content {
            entries[id.place]?.branches[index].decoding = .done
            return (.provisional(observers(of: variant, of: id)), startDecodings())
        }
        let observers = removeBranch(index, at: id.place)
        return (.final(observers), startDecodings() + startDownloads())
    }

    /// A decoding that had begun has ended, also that of a cancelled fetch. Its image is not needed, or newer
    /// bytes follow.
    mutating func dropDecoding(_ variant: Variant, version: Int, of id: FetchID) -> [Start] {
        decodings.finish(in: "")
        if isDecodingNeeded(variant, version: version, of: id),
            let index = self[id]?.branches.firstIndex(where: { $0.variant == variant })
        {
            entries[id.place]?.branches[index].decoding = .none
        }
        return startDecodings()
    }

    /// A variant has its image without the fetch.
    ///
    /// - Returns: The observers to notify, the steps to begin, and whether the fetch has ended with them.
    mutating func finish(_ variant: Variant, of id: FetchID) -> ([Observer], [Start], hasEnded: Bool) {
        guard let index = self[id]?.branches.firstIndex(where: { $0.variant == variant }) else {
            return ([], [], self[id] == nil)
        }
        dropDecoding(of: index, at: id.place)
        let observers = removeBranch(index, at: id.place)
        return (observers, startDownloads(), self[id] == nil)
    }

    /// Removes the observers that need nothing more of a fetch.
    ///
    /// - Returns: These observers, the steps to begin, and whether the fetch has ended with them.
    mutating func finishObservers(
        of id: FetchID, in hasBytes: (Variant) -> Bool = { _ in true }, where isDone: (Observer) -> Bool
    ) -> ([Observer], [Start], hasEnded: Bool) {
        guard let entry = self[id] else { return ([], [], true) }
        var done: [Observer] = []
        for index in entry.branches.indices.reversed() where hasBytes(entry.branches[index].variant) {
            done = removeObservers(where: isDone, from: index, at: id.place) + done
        }
        return (done, startDownloads(), self[id] == nil)
    }

    /// No newer bytes follow.
    ///
    /// - Returns: The observers that have the image already. The others get it when it is decoded.
    mutating func settle(_ id: FetchID) -> Settled {
        guard let entry = self[id] else { return .shown([]) }
        guard case .original(let bytes, _) = entry.content else { return .needsBytes }
        entry.content = .original(bytes, .final)
        var observers: [Observer] = []
        for (index, branch) in entry.branches.enumerated().reversed() {
            if case .done = branch.decoding { observers = removeBranch(index, at: id.place) + observers }
        }
        return .shown(observers)
    }

    /// Removes a fetch that has ended.
    ///
    /// - Returns: The observers to notify, and the steps to begin.
    mutating func finish(_ id: FetchID) -> ([Observer], [Start]) {
        let (observers, starts) = takeObservers(of: id)
        return (observers.map(\.observer), starts)
    }

    /// Removes a fetch whose observers observe others from now on.
    ///
    /// - Returns: The observers, with their needs, and the steps to begin.
    mutating func takeObservers(of id: FetchID) -> ([(observer: Observer, need: ImageNeed)], [Start]) {
        guard let entry = self[id] else { return ([], []) }
        removeEntry(at: id.place)
        let observers = entry.branches.flatMap { $0.observers.map { (observer: $0.observer, need: $0.need) } }
        return (observers, startDownloads())
    }
}
