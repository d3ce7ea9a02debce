// Lists.
extension FetchTable {
    /// The rows of a list that are in view have changed.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - position: Its rows in view.
    ///   - isScrolled: Whether the list was scrolled. If not, rows have changed their numbers.
    mutating func move(_ list: ImageListID, to position: ListPosition, isScrolled: Bool) {
        lists[list, default: ScrollTracker()].move(to: position, isScrolled: isScrolled, at: now ?? .zero)
    }
}

// Queues.
extension FetchTable {
    /// Changes how many steps run at once.
    mutating func setLimits(_ limits: FetchLimits) {
        lookups.setLimits(limits.lookups)
        downloads.setLimits(limits.downloads, perGroup: limits.downloadsPerGroup)
        localDownloads.setLimits(limits.downloads, perGroup: limits.downloadsPerGroup)
        decodings.setLimits(limits.decodings)
    }

    /// Takes the steps for which there is a place out of their queues. Called after each event: no step waits
    /// that may begin.
    ///
    /// - Returns: The steps to begin.
    mutating func startSteps() -> [Start] {
        var starts: [Start] = []
        if stepCounts.waiting == 0 { return starts }
        let time = now ?? .zero
        while let start = lookups.next(in: lists, at: time) ?? downloads.next(in: lists, at: time)
            ?? localDownloads.next(in: lists, at: time) ?? decodings.next(in: lists, at: time)
        {
            guard let entry = self[start.id] else { continue }
            switch (start.step, entry.phase) {
            case (.lookup, .lookup(let lookup, _)): entry.phase = .lookup(lookup, .running(since: now))
            case (.download, .download(let transfer, _)):
                entry.phase = .download(transfer, .running(since: now))
            case (.decode(let variant, _), _):
                guard let index = entry.branches.firstIndex(where: { $0.variant == variant }) else {
                    continue
                }
                entry.branches[index].decoding = .queued(.running(since: now))
            default: continue
            }
            starts.append(start)
        }
        return starts
    }

    /// A preview is to be made, which takes a place beside the decodings.
    ///
    /// - Returns: Whether there is one.
    mutating func beginPreview() -> Bool {
        if previewCount + decodings.runningCount >= decodings.limit { return false }
        previewCount += 1
        return true
    }

    /// - Returns: The number of the preview.
    mutating func endPreview() -> Int {
        previewCount -= 1
        return nextNumber()
    }

    /// Queues the decoding of a variant, unless it has one.
    mutating func queueDecoding(_ bytes: Bytes, for variant: Variant, of entry: Entry) {
        guard let index = entry.branches.firstIndex(where: { $0.variant == variant }),
            case .none = entry.branches[index].decoding
        else { return }
        queueDecoding(bytes, of: index, of: entry)
    }

    mutating func queueDecoding(_ bytes: Bytes, of index: Int, of entry: Entry) {
        let branch = entry.branches[index]
        let step = Step.decode(branch.variant, version: entry.version)
        let start = Start(id: entry.id, step: step, fetch: entry.fetch, bytes: bytes)
        let item = decodings.add(start, to: "", needs: branch.needs)
        entry.branches[index].decoding = .queued(.waiting(item))
    }

    /// A decoding that runs is not interrupted; its result is outdated.
    mutating func dropDecoding(of index: Int, of entry: Entry) {
        if case .queued(.waiting(let item)) = entry.branches[index].decoding { decodings.remove(item) }
        entry.branches[index].decoding = .none
    }

    mutating func removeBranch(_ index: Int, of entry: Entry) -> [Observer] {
        let branch = entry.branches.remove(at: index)
        for observer in branch.observers { entry.needs.remove(observer.need) }
        if entry.isNeeded { reorder(entry) } else { remove(entry) }
        return branch.observers.map(\.observer)
    }

    mutating func remove(_ entry: Entry) {
        endStep(of: entry)
        for index in entry.branches.indices { dropDecoding(of: index, of: entry) }
        places[entry.key] = nil
        entries[entry.id.place] = nil
        order.remove(entry.id.place)
        removed = entry
    }

    /// Takes the step of a fetch out of its queue. A look-up that runs is in it until it ends.
    mutating func endStep(of entry: Entry) {
        switch entry.phase {
        case .lookup(_, .waiting(let item)): lookups.remove(item)
        case .download(_, .waiting(let item)): self[downloadsOf: entry.group].remove(item)
        case .download(_, .running): self[downloadsOf: entry.group].finish(in: entry.group ?? "")
        case .selecting, .lookup, .delay, .settled: break
        }
    }

    /// The queue of the downloads of a group.
    subscript(downloadsOf group: String?) -> WorkQueue<Start> {
        get { group == nil ? localDownloads : downloads }
        _modify { if group == nil { yield &localDownloads } else { yield &downloads } }
    }

    /// A fetch that was not cancelled and has not ended.
    subscript(id: FetchID) -> Entry? {
        guard let entry = entries[id.place], entry.id == id else { return nil }
        return entry
    }

    /// The fetches whose keys satisfy a predicate, in the order in which they began.
    ///
    /// - Complexity: O(*n*) for *n* fetches that have not ended.
    func entries(where isIncluded: (Key) -> Bool) -> [Entry] {
        var found: [Entry] = []
        for place in order.fromOldest {
            if let entry = entries[place], isIncluded(entry.key) { found.append(entry) }
        }
        return found
    }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}
