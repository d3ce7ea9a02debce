// Steps.
extension FetchTable {
    /// Queues a look-up of a fetch on disk, which has no step. Ignored once its last bytes have arrived.
    mutating func queueLookup(_ lookup: Lookup = .original, of id: FetchID) {
        guard let entry = self[id], case .selecting = entry.phase else { return }
        let item = lookups.add(Start(id: id, step: .lookup, fetch: entry.fetch), to: "", needs: entry.needs)
        entry.phase = .lookup(lookup, .waiting(item))
    }

    /// What the look-up that runs is to read; `nil` if its fetch was cancelled.
    func lookup(of id: FetchID) -> Lookup? {
        if case .lookup(let lookup, .running)? = self[id]?.phase { lookup } else { nil }
    }

    /// A look-up that had begun has ended; that of a cancelled fetch, too.
    ///
    /// - Parameter stored: What was found.
    /// - Returns: Whether the fetch needs what was found.
    mutating func finishLookup(of id: FetchID, with stored: StoredImage = StoredImage()) -> Bool {
        guard let entry = self[id], case .lookup(_, let turn) = entry.phase else {
            lookups.finish(in: "")
            return false
        }
        lookups.finish(in: "", after: turn.time(until: now))
        entry.phase = .selecting
        entry.stored = stored
        return true
    }

    /// Queues a download of a fetch, which has no step.
    ///
    /// - Parameter transfer: What the download continues with.
    /// - Returns: Whether it waits: not if the fetch was cancelled, or has a step.
    mutating func queueDownload(of id: FetchID, _ transfer: ImageTransfer? = nil) -> Bool {
        guard let entry = self[id] else { return false }
        switch entry.phase {
        case .selecting, .delay: break
        case .lookup, .download, .settled: return false
        }
        let start = Start(id: id, step: .download, fetch: entry.fetch)
        let item = self[downloadsOf: entry.group].add(start, to: entry.group ?? "", needs: entry.needs)
        entry.phase = .download(transfer, .waiting(item))
        return true
    }

    /// The download of a fetch has ended: its result is used next. That of a cancelled fetch has ended with
    /// the fetch.
    mutating func finishDownload(of id: FetchID) {
        guard let entry = self[id], case .download(_, let turn) = entry.phase, case .running = turn else {
            return
        }
        entry.phase = .selecting
        self[downloadsOf: entry.group].finish(in: entry.group ?? "", after: turn.time(until: now))
    }

    /// A download continues after a delay.
    ///
    /// - Returns: Whether it does: not if the fetch was cancelled, or has its last bytes.
    mutating func delay(_ transfer: ImageTransfer, of id: FetchID) -> Bool {
        guard let entry = self[id], entry.phase.mayReceive else { return false }
        finishDownload(of: id)
        entry.phase = .delay(transfer)
        return true
    }

    /// The transfer that a download continues with, if it is not its first, or that runs.
    func transfer(of id: FetchID) -> ImageTransfer? {
        switch self[id]?.phase {
        case .download(let transfer, _): transfer
        case .delay(let transfer): transfer
        case .selecting, .lookup, .settled, nil: nil
        }
    }

    /// A transfer of the download begins.
    ///
    /// - Returns: Whether its fetch was not cancelled.
    mutating func begin(_ transfer: ImageTransfer, of id: FetchID) -> Bool {
        guard let entry = self[id], case .download(_, .running(let start)) = entry.phase else {
            return false
        }
        entry.phase = .download(transfer, .running(since: start))
        return true
    }

    /// The server has confirmed the stored bytes.
    ///
    /// - Parameter response: Their new response; `nil` if the policy does not accept the confirmation.
    /// - Returns: What is stored, and the version of the bytes of the fetch; `nil` if it is damaged, or the
    ///   confirmation is not accepted.
    mutating func confirmStored(
        by response: StoredResponse?, of id: FetchID
    ) -> (stored: StoredImage, version: Int)? {
        guard let entry = self[id], entry.stored.confirm(by: response) else { return nil }
        return (entry.stored, entry.version)
    }

    /// Updates the progress of a fetch.
    ///
    /// - Returns: The observers to notify.
    mutating func advance(_ id: FetchID, to progress: ImageProgress) -> [Observer] {
        guard let entry = self[id] else { return [] }
        entry.progress = progress
        return observers(of: id)
    }

    /// Bytes have arrived, the first or newer ones: they are decoded for each variant. Ignored once the last
    /// ones have arrived.
    ///
    /// - Parameter isFinal: Whether no newer bytes follow. Otherwise they are downloaded.
    mutating func receive(_ bytes: Bytes, of id: FetchID, isFinal: Bool = true) {
        guard let entry = self[id], entry.phase.mayReceive else { return }
        finishDownload(of: id)
        entry.phase = isFinal ? .settled : .selecting
        setBytes(bytes, of: entry)
    }

    /// Replaces the bytes of a fetch, and queues their decodings.
    mutating func setBytes(_ bytes: Bytes, of entry: Entry) {
        entry.version += 1
        entry.content = .original(bytes)
        entry.branches.removeAll { $0.observers.isEmpty }
        for index in entry.branches.indices {
            dropDecoding(of: index, of: entry)
            queueDecoding(bytes, of: index, of: entry)
        }
    }

    /// The image of one variant was stored apart from the original: it is decoded for that one.
    mutating func receive(_ bytes: Bytes, for variant: Variant, of id: FetchID) {
        guard let entry = self[id], entry.phase.mayReceive else { return }
        guard let index = entry.branches.firstIndex(where: { $0.variant == variant }) else {
            return queueLookup(of: id)
        }
        entry.phase = .settled
        entry.content = .variant(bytes, variant)
        queueDecoding(bytes, of: index, of: entry)
        lookUpOriginalOfOthers(of: id)
    }

    /// The image of one variant was stored apart from the original, which is to be downloaded: it is decoded
    /// for that one, and shown meanwhile.
    mutating func show(_ bytes: Bytes, for variant: Variant, of id: FetchID) {
        guard let entry = self[id], entry.phase.mayReceive else { return }
        entry.content = .variant(bytes, variant)
        queueDecoding(bytes, for: variant, of: entry)
    }

    /// Looks the original up in place of the image of one variant, which is damaged. If the original is being
    /// fetched, only the image is dropped.
    mutating func lookUpOriginal(of id: FetchID) {
        guard let entry = self[id] else { return }
        switch entry.content {
        case .none, .original: return
        case .variant, .lastOfVariant: entry.content = .none
        }
        if !entry.phase.mayReceive { lookUpOriginal(of: entry) }
    }

    /// Looks the original up, if only one variant's image is there, the last one, and others are observed.
    mutating func lookUpOriginalOfOthers(of id: FetchID) {
        guard let entry = self[id], !entry.phase.mayReceive,
            case .variant(let bytes, let variant) = entry.content,
            entry.branches.contains(where: { if case .none = $0.decoding { true } else { false } })
        else { return }
        entry.content = .lastOfVariant(bytes, variant)
        lookUpOriginal(of: entry)
    }

    private mutating func lookUpOriginal(of entry: Entry) {
        entry.phase = .selecting
        queueLookup(of: entry.id)
    }

    /// Takes the bytes of a version back, which could not be decoded.
    ///
    /// - Parameter isTaken: Whether they are not to be decoded for other variants either.
    mutating func take(version: Int, of id: FetchID, where isTaken: (Bytes) -> Bool) -> Taken {
        guard let entry = self[id], case .original(let bytes) = entry.content, entry.version == version
        else { return .replaced }
        if !isTaken(bytes) { return .kept }
        for index in entry.branches.indices { dropDecoding(of: index, of: entry) }
        entry.branches.removeAll { $0.observers.isEmpty }
        entry.content = .none
        if entry.branches.isEmpty {
            remove(entry)
            return .replaced
        }
        guard case .settled = entry.phase else { return .taken(isDownloadRequired: false) }
        entry.phase = .selecting
        return .taken(isDownloadRequired: true)
    }

    /// Whether a fetch has bytes that newer ones may follow.
    func isProvisional(_ key: Key) -> Bool {
        places[key].flatMap { entries[$0] }?.isProvisional == true
    }

    /// Whether a variant is still to be decoded from the bytes of a version.
    ///
    /// - Parameter isOne: Whether an observer is one of those that may need it.
    func isDecodingNeeded(
        _ variant: Variant, version: Int, of id: FetchID, by isOne: (Observer) -> Bool = { _ in true }
    ) -> Bool {
        guard let (entry, branch, _) = decoding(variant, version: version, of: id) else { return false }
        return entry.branches[branch].observers.contains { isOne($0.observer) }
    }

    /// The decoding of a variant from the bytes of a version, which runs; `nil` if it is outdated.
    private func decoding(
        _ variant: Variant, version: Int, of id: FetchID
    ) -> (entry: Entry, branch: Int, turn: Turn)? {
        guard let entry = self[id], entry.version == version,
            let branch = entry.branches.firstIndex(where: { $0.variant == variant }),
            case .queued(let turn) = entry.branches[branch].decoding, case .running = turn
        else { return nil }
        return (entry, branch, turn)
    }

    /// The observers of a fetch.
    func observers(of id: FetchID) -> [Observer] {
        self[id]?.branches.flatMap { $0.observers.map(\.observer) } ?? []
    }

    /// A decoding that had begun has ended, also that of a cancelled fetch; or it has for some of its
    /// observers.
    ///
    /// - Parameters:
    ///   - isDone: Whether nothing is left to do once all observers have their image.
    ///   - isReady: Whether the image of an observer is ready.
    /// - Returns: What to do with its image.
    mutating func finishDecoding(
        _ variant: Variant, version: Int, of id: FetchID, isDone: Bool = true,
        where isReady: (Observer) -> Bool = { _ in true }
    ) -> Decoded {
        guard let (entry, index, turn) = decoding(variant, version: version, of: id) else {
            decodings.finish(in: "")
            return .outdated
        }
        let observers = entry.branches[index].observers.map(\.observer)
        let unready = observers.filter { !isReady($0) }
        if !observers.isEmpty, !isDone || !unready.isEmpty {
            if entry.isProvisional {
                return .unready(unready, ready: observers.filter(isReady), number: nextNumber())
            }
            let ready = takeObservers(where: isReady, from: index, of: entry)
            return .unready(unready, ready: ready, number: nil)
        }
        decodings.finish(in: "", after: turn.time(until: now))
        if !observers.isEmpty, entry.isProvisional {
            let number = nextNumber()
            entry.branches[index].decoding = .showing(number)
            return .provisional(observers, number: number)
        }
        // The image is there: the bytes are not kept for the next fetch.
        if !observers.isEmpty, entry.branches.count == 1 { entry.content = .none }
        _ = removeBranch(index, of: entry)
        return observers.isEmpty ? .outdated : .final(observers)
    }

    /// A provisional image was shown to its observers.
    ///
    /// - Parameter number: What was shown.
    /// - Returns: The observers for which it has become the last image meanwhile.
    mutating func finishShowing(_ number: Int, of variant: Variant, of id: FetchID) -> [Observer] {
        guard let entry = self[id], let index = entry.branches.firstIndex(where: { $0.variant == variant }),
            case .showing(number) = entry.branches[index].decoding
        else { return [] }
        entry.branches[index].decoding = .shown
        return entry.isProvisional ? [] : removeBranch(index, of: entry)
    }

    /// Ends a decoding that has begun if its image is not needed any more.
    ///
    /// - Returns: Whether the image is needed.
    mutating func beginDecoding(_ variant: Variant, version: Int, of id: FetchID) -> Bool {
        if isDecodingNeeded(variant, version: version, of: id) { return true }
        dropDecoding(variant, version: version, of: id)
        return false
    }

    /// A decoding that had begun has ended, also that of a cancelled fetch. Its image is not needed, or newer
    /// bytes follow.
    mutating func dropDecoding(_ variant: Variant, version: Int, of id: FetchID) {
        decodings.finish(in: "")
        guard let (entry, branch, _) = decoding(variant, version: version, of: id) else { return }
        entry.branches[branch].decoding = .none
        if entry.branches[branch].observers.isEmpty { _ = removeBranch(branch, of: entry) }
    }

    /// Removes the observers that need nothing more of a fetch.
    ///
    /// - Returns: These observers, and whether the fetch has ended with them.
    mutating func finishObservers(
        of id: FetchID, in hasBytes: (Variant) -> Bool = { _ in true }, where isDone: (Observer) -> Bool
    ) -> (observers: [Observer], hasEnded: Bool) {
        guard let entry = self[id] else { return ([], true) }
        var done: [Observer] = []
        for index in entry.branches.indices.reversed() where hasBytes(entry.branches[index].variant) {
            done = removeObservers(where: isDone, from: index, of: entry) + done
        }
        return (done, self[id] == nil)
    }

    /// No newer bytes follow.
    ///
    /// - Returns: The observers that have the image already. The others get it when it is decoded, or end
    ///   once it is shown.
    mutating func settle(_ id: FetchID) -> Settled {
        guard let entry = self[id] else { return .shown([]) }
        entry.phase = .selecting
        switch entry.content {
        case .none, .lastOfVariant: return .needsBytes
        case .variant, .original: entry.phase = .settled
        }
        var observers: [Observer] = []
        for (index, branch) in entry.branches.enumerated().reversed() {
            if case .shown = branch.decoding { observers = removeBranch(index, of: entry) + observers }
        }
        return .shown(observers)
    }

    /// Removes a fetch that has failed, unless it has received the last bytes from a reload meanwhile.
    /// Observers for whom the last image of their variant is being decoded or shown stay, with the fetch.
    ///
    /// - Returns: The observers to notify.
    mutating func fail(_ id: FetchID) -> [Observer] {
        mayReceive(id) ? takeObservers(of: id).map(\.observer) : []
    }

    /// Removes a fetch whose observers observe others from now on. Observers for whom the last image of their
    /// variant is being decoded or shown stay, with the fetch.
    ///
    /// - Returns: The observers, with their needs.
    mutating func takeObservers(of id: FetchID) -> [(observer: Observer, need: ImageNeed)] {
        guard let entry = self[id] else { return [] }
        return removeBranchesWithoutLastImage(of: entry).flatMap { branch in
            branch.observers.map { ($0.observer, $0.need) }
        }
    }

    private mutating func removeBranchesWithoutLastImage(of entry: Entry) -> [Branch] {
        guard case .lastOfVariant(let bytes, let variant) = entry.content,
            let last = entry.branches.first(where: { $0.variant == variant }), !last.observers.isEmpty
        else {
            remove(entry)
            return entry.branches
        }
        endStep(of: entry)
        entry.phase = .settled
        entry.content = .variant(bytes, variant)
        let others = entry.branches.filter { $0.variant != variant }
        for index in entry.branches.indices.reversed() where entry.branches[index].variant != variant {
            _ = removeBranch(index, of: entry)
        }
        return others
    }
}
