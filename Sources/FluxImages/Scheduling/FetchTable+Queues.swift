// Lists.
extension FetchTable {
    /// The rows of a list that are in view have changed.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - view: Its rows in view.
    ///   - isScrolled: Whether the list was scrolled. If not, rows have changed their numbers.
    mutating func move(_ list: ImageListID, to view: ListView, isScrolled: Bool) {
        lists[list, default: ListScroll()].move(to: view, isScrolled: isScrolled, at: now ?? .zero)
    }

    /// Forgets the position of a list.
    mutating func removeList(_ list: ImageListID) {
        lists[list] = nil
    }
}

// Queues.
extension FetchTable {
    /// Changes how many steps run at once.
    ///
    /// - Returns: The steps to begin.
    mutating func setLimits(_ limits: FetchLimits) -> [Start] {
        lookups.setLimits(limits.lookups)
        downloads.setLimits(limits.downloads, perGroup: limits.downloadsPerGroup)
        decodings.setLimits(limits.decodings)
        return startLookups() + startDownloads() + startDecodings()
    }

    mutating func startLookups() -> [Start] {
        var starts: [Start] = []
        while let work = lookups.next(in: lists, at: now ?? .zero) {
            entries[work.id.place]?.lookup = .running(since: now)
            starts += self[work.id].map { [Start(step: work.step, fetch: $0.fetch)] } ?? []
        }
        return starts
    }

    mutating func startDownloads() -> [Start] {
        var starts: [Start] = []
        while let work = downloads.next(in: lists, at: now ?? .zero) {
            entries[work.id.place]?.download = .running(since: now)
            starts += self[work.id].map { [Start(step: work.step, fetch: $0.fetch)] } ?? []
        }
        return starts
    }

    mutating func startDecodings() -> [Start] {
        var starts: [Start] = []
        while let work = decodings.next(in: lists, at: now ?? .zero) {
            guard let entry = self[work.id], case .decode(let variant, _) = work.step,
                let index = entry.branches.firstIndex(where: { $0.variant == variant })
            else { continue }
            entries[work.id.place]?.branches[index].decoding = .running(since: now)
            starts.append(Start(step: work.step, fetch: entry.fetch, bytes: work.bytes))
        }
        return starts
    }

    mutating func startDecoding(_ bytes: Bytes, for variant: Variant, at place: Int) -> [Start] {
        guard let branches = entries[place]?.branches,
            let index = branches.firstIndex(where: { $0.variant == variant }),
            case .none = branches[index].decoding
        else { return [] }
        queueDecoding(bytes, of: index, at: place)
        return startDecodings()
    }

    mutating func queueDecoding(_ bytes: Bytes, of index: Int, at place: Int) {
        guard let entry = entries[place] else { return }
        let branch = entry.branches[index]
        let step = Step.decode(branch.variant, version: entry.version)
        let ticket = decodings.add(
            Work(id: entry.id, step: step, bytes: bytes), to: "", needs: branch.needs)
        entry.branches[index].decoding = .waiting(ticket)
    }

    /// A decoding that runs is not interrupted; its result is outdated.
    mutating func dropDecoding(of index: Int, at place: Int) {
        if case .waiting(let ticket)? = entries[place]?.branches[index].decoding { decodings.remove(ticket) }
        entries[place]?.branches[index].decoding = .none
    }

    mutating func removeBranch(_ index: Int, at place: Int) -> [Observer] {
        guard let entry = entries[place] else { return [] }
        let branch = entry.branches.remove(at: index)
        for observer in branch.observers { entry.needs.remove(observer.need) }
        if entry.branches.isEmpty { removeEntry(at: place) } else { reorder(entry) }
        return branch.observers.map(\.observer)
    }

    mutating func removeEntry(at place: Int) {
        guard let entry = entries[place] else { return }
        if case .waiting(let ticket) = entry.lookup { lookups.remove(ticket) }
        switch entry.download {
        case .waiting(let ticket): downloads.remove(ticket)
        case .running: downloads.finish(in: entry.group)
        case .none, .done: break
        }
        for branch in entry.branches {
            if case .waiting(let ticket) = branch.decoding { decodings.remove(ticket) }
        }
        places[entry.key] = nil
        entries[place] = nil
        freePlaces.append(place)
    }

    /// A fetch that was not cancelled and has not ended.
    subscript(id: FetchID) -> Entry? {
        guard let entry = entries[id.place], entry.id == id else { return nil }
        return entry
    }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}
