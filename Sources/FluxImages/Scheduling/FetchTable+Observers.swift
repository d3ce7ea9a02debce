// Observers.
extension FetchTable {
    /// Adds an observer of the fetch of a key.
    ///
    /// - Parameters:
    ///   - observer: Observes the fetch.
    ///   - need: When the observer needs the image.
    ///   - key: The key of the bytes to fetch.
    ///   - reload: The key of the fetch that loads them although they are cached, if it is another one.
    ///   - variant: The variant to decode.
    ///   - group: The group of the download, which has a limit of its own; `nil` if it needs no network.
    ///   - makeFetch: Makes a fetch; called if none of the key is running.
    mutating func add(
        _ observer: Observer, need: ImageNeed, for key: Key, reload: Key? = nil, variant: Variant,
        group: @autoclosure () -> String?, makeFetch: (FetchID) -> Fetch
    ) -> Added {
        let number = nextNumber()
        if let place = places[key], let entry = entries[place] {
            append(observer, number, need, to: variant, of: entry)
            switch entry.content {
            case .none: break
            case .variant(_, let shown) where shown != variant,
                .lastOfVariant(_, let shown) where shown != variant:
                lookUpOriginalOfOthers(of: entry.id)
            case .variant(let bytes, _), .lastOfVariant(let bytes, _), .original(let bytes):
                queueDecoding(bytes, for: variant, of: entry)
            }
            return .share(entry.progress, ObserverID(fetch: entry.id, number: number))
        }
        let place = order.add()
        order.makeNewest(place)
        if place == entries.count { entries.append(nil) }
        let id = FetchID(place: place, number: number)
        let fetch = makeFetch(id)
        let entry = Entry(id: id, key: key, fetch: fetch, group: group())
        entries[place] = entry
        places[key] = place
        append(observer, number, need, to: variant, of: entry)
        let observer = ObserverID(fetch: id, number: number)
        return useBytes(ofReload: reload, for: entry)
            ? .share(entry.progress, observer) : .start(fetch, observer)
    }

    /// Removes an observer, and its fetch with the last of them unless its last bytes are being decoded.
    ///
    /// - Returns: The observer, to be released outside the lock, and the fetch that is cancelled, which has
    ///   no observers left.
    mutating func remove(_ id: ObserverID) -> (observer: Observer?, cancelled: Fetch?) {
        guard let (entry, branch, index) = find(id) else { return (nil, nil) }
        let removed = entry.branches[branch].observers.remove(at: index)
        entry.needs.remove(removed.need)
        entry.branches[branch].needs.remove(removed.need)
        if entry.branches[branch].observers.isEmpty, !entry.branches[branch].isDecoding {
            dropDecoding(of: branch, of: entry)
            entry.branches.remove(at: branch)
        }
        if entry.isObserved {
            reorder(entry)
            return (removed.observer, nil)
        }
        if !entry.isNeeded { remove(entry) }
        return (removed.observer, entry.fetch)
    }

    /// Changes when an observer needs the image.
    ///
    /// - Complexity: O(log *n*) for *n* waiting steps, and the number of observers of the same fetch's
    ///   variants.
    mutating func setNeed(_ need: ImageNeed, of id: ObserverID) {
        guard let (entry, branch, index) = find(id) else { return }
        let old = entry.branches[branch].observers[index].need
        if old == need { return }
        entry.branches[branch].observers[index].need = need
        entry.branches[branch].needs.remove(old)
        entry.branches[branch].needs.add(need)
        entry.needs.remove(old)
        entry.needs.add(need)
        reorder(entry)
    }

    private mutating func append(
        _ observer: Observer, _ number: Int, _ need: ImageNeed, to variant: Variant, of entry: Entry
    ) {
        let index = entry.branches.firstIndex { $0.variant == variant } ?? entry.branches.count
        if index == entry.branches.count {
            entry.branches.append(Branch(variant: variant))
        } else {
            switch entry.branches[index].decoding {
            // A provisional image was shown already: it is decoded again for this observer.
            case .showing, .shown: entry.branches[index].decoding = .none
            case .none, .queued: break
            }
        }
        entry.branches[index].observers.append((number, need, observer))
        entry.branches[index].needs.add(need)
        entry.needs.add(need)
        reorder(entry)
    }

    /// Removes observers of a variant, and the variant and the fetch with the last of them.
    mutating func removeObservers(
        where isRemoved: (Observer) -> Bool, from branch: Int, of entry: Entry
    ) -> [Observer] {
        let observers = entry.branches[branch].observers
        if !observers.isEmpty, observers.allSatisfy({ isRemoved($0.observer) }) {
            dropDecoding(of: branch, of: entry)
            return removeBranch(branch, of: entry)
        }
        return takeObservers(where: isRemoved, from: branch, of: entry)
    }

    /// Takes observers out of a variant, which stays.
    mutating func takeObservers(
        where isTaken: (Observer) -> Bool, from branch: Int, of entry: Entry
    ) -> [Observer] {
        let taken = entry.branches[branch].observers.filter { isTaken($0.observer) }
        if taken.isEmpty { return [] }
        entry.branches[branch].observers.removeAll { isTaken($0.observer) }
        for observer in taken {
            entry.branches[branch].needs.remove(observer.need)
            entry.needs.remove(observer.need)
        }
        reorder(entry)
        return taken.map(\.observer)
    }

    /// The fetch of an observer, and the indices of its branch and of the observer in it.
    private func find(_ id: ObserverID) -> (fetch: Entry, branch: Int, observer: Int)? {
        guard let entry = self[id.fetch] else { return nil }
        for branch in entry.branches.indices {
            let index = entry.branches[branch].observers.partitioningIndex { $0.number >= id.number }
            if index < entry.branches[branch].observers.count,
                entry.branches[branch].observers[index].number == id.number
            {
                return (entry, branch, index)
            }
        }
        return nil
    }

    /// Brings the waiting steps of a fetch in line with the needs of its observers.
    mutating func reorder(_ entry: Entry) {
        switch entry.phase {
        case .lookup(_, .waiting(let item)): lookups.setNeeds(entry.needs, of: item)
        case .download(_, .waiting(let item)):
            self[downloadsOf: entry.group].setNeeds(entry.needs, of: item)
        default: break
        }
        for index in entry.branches.indices {
            guard case .queued(.waiting(let item)) = entry.branches[index].decoding else { continue }
            decodings.setNeeds(entry.branches[index].needs, of: item)
        }
    }
}
