// Observers.
extension FetchTable {
    /// Adds an observer of the fetch of a key.
    ///
    /// - Parameters:
    ///   - observer: Observes the fetch.
    ///   - need: When the observer needs the image.
    ///   - key: The key of the bytes to fetch.
    ///   - variant: The variant to decode.
    ///   - group: The group of the download, which has a limit of its own.
    ///   - makeFetch: Makes a fetch; called if none of the key is running.
    mutating func add(
        _ observer: Observer, need: ImageNeed, for key: Key, variant: Variant,
        group: @autoclosure () -> String,
        makeFetch: (FetchID) -> Fetch
    ) -> Added {
        let number = nextNumber()
        if let place = places[key], let progress = entries[place]?.progress {
            append(observer, number, need, to: variant, at: place)
            let id = ObserverID(fetch: entries[place]!.id, number: number)  // present
            return .share(
                progress, id, startDecoding(of: variant, at: place) + lookUpOriginal(at: place))
        }
        let place = freePlaces.popLast() ?? entries.count
        if place == entries.count { entries.append(nil) }
        let id = FetchID(place: place, number: number)
        let fetch = makeFetch(id)
        entries[place] = Entry(id: id, key: key, fetch: fetch, group: group())
        places[key] = place
        append(observer, number, need, to: variant, at: place)
        return .start(fetch, ObserverID(fetch: id, number: number))
    }

    /// Removes an observer, and its fetch with the last of them.
    ///
    /// - Returns: What to cancel, and the steps to begin in place of those of the cancelled fetch.
    mutating func remove(_ id: ObserverID) -> (Removed, [Start]) {
        let place = id.fetch.place
        guard let (branch, index) = find(id) else { return (.none(nil), []) }
        let removed = entries[place]!.branches[branch].observers.remove(at: index)  // found
        entries[place]!.needs.remove(removed.need)  // found
        entries[place]!.branches[branch].needs.remove(removed.need)  // found
        if entries[place]!.branches[branch].observers.isEmpty {  // found
            let dropped = entries[place]!.branches.remove(at: branch)  // found
            if case .waiting(let ticket) = dropped.decoding { decodings.remove(ticket) }
        }
        guard entries[place]!.branches.isEmpty else {  // found
            reorder(place)
            return (.none(removed.observer), [])
        }
        let fetch = entries[place]!.fetch  // found
        removeEntry(at: place)
        return (.cancel(fetch, removed.observer), startDownloads())
    }

    /// Changes when an observer needs the image.
    ///
    /// - Complexity: O(log *n*) for *n* waiting steps, and the number of observers of the same fetch's
    ///   variants.
    mutating func setNeed(_ need: ImageNeed, of id: ObserverID) {
        let place = id.fetch.place
        guard let (branch, index) = find(id) else { return }
        let old = entries[place]!.branches[branch].observers[index].need  // found
        if old == need { return }
        entries[place]!.branches[branch].observers[index].need = need  // found
        entries[place]!.branches[branch].needs.remove(old)  // found
        entries[place]!.branches[branch].needs.add(need)  // found
        entries[place]!.needs.remove(old)  // found
        entries[place]!.needs.add(need)  // found
        reorder(place)
    }

    private mutating func append(
        _ observer: Observer, _ number: Int, _ need: ImageNeed, to variant: Variant, at place: Int
    ) {
        func append(to entry: Entry) {
            var index = entry.branches.firstIndex { $0.variant == variant } ?? entry.branches.count
            if index == entry.branches.count {
                entry.branches.append(Branch(variant: variant))
                index = entry.branches.count - 1
            } else if case .done = entry.branches[index].decoding {
                // A provisional image was shown already: it is decoded again for this observer.
                entry.branches[index].decoding = .none
            }
            entry.branches[index].observers.append((number, need, observer))
            entry.branches[index].needs.add(need)
            entry.needs.add(need)
        }
        append(to: entries[place]!)  // called for places in use
        reorder(place)
    }

    /// Removes observers of a variant, and the variant and the fetch with the last of them.
    mutating func removeObservers(
        where isRemoved: (Observer) -> Bool, from branch: Int, at place: Int
    ) -> [Observer] {
        guard let observers = entries[place]?.branches[branch].observers else { return [] }
        let removed = observers.filter { isRemoved($0.observer) }
        if removed.isEmpty { return [] }
        if removed.count == observers.count {
            dropDecoding(of: branch, at: place)
            return removeBranch(branch, at: place)
        }
        entries[place]!.branches[branch].observers.removeAll { isRemoved($0.observer) }  // found
        for observer in removed {
            entries[place]!.branches[branch].needs.remove(observer.need)  // found
            entries[place]!.needs.remove(observer.need)  // found
        }
        reorder(place)
        return removed.map(\.observer)
    }

    /// The indices of an observer's branch and of the observer in it.
    private func find(_ id: ObserverID) -> (branch: Int, observer: Int)? {
        guard isRunning(id.fetch), let branches = entries[id.fetch.place]?.branches else { return nil }
        for index in branches.indices {
            let observers = branches[index].observers
            let place = observers.partitioningIndex { $0.number >= id.number }
            if place < observers.count, observers[place].number == id.number { return (index, place) }
        }
        return nil
    }

    /// Brings the waiting steps of a fetch in line with the needs of its observers.
    mutating func reorder(_ place: Int) {
        guard let entry = entries[place] else { return }
        if case .waiting(let ticket) = entry.lookup { lookups.setNeeds(entry.needs, of: ticket) }
        if case .waiting(let ticket) = entry.download { downloads.setNeeds(entry.needs, of: ticket) }
        for branch in entry.branches {
            if case .waiting(let ticket) = branch.decoding { decodings.setNeeds(branch.needs, of: ticket) }
        }
    }
}
