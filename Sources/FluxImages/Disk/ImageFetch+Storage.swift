import FluxLoading
import Foundation

// The disk cache. Called on the scheduler of the disk.
extension ImageFetch {
    func lookUp() {
        var found = StoredImage()
        let lookup = pipeline.change { $0.lookup(of: id) }
        if case .variant? = lookup, pipeline.storesVariants, let variant = request.variant,
            let stored = pipeline.storedBytes(for: request, variant: variant)
        {
            if stored.freshness == .fresh { return showVariant(stored) }
            found.staleVariant = stored
        }
        if lookup != nil { found.original = pipeline.storedBytes(for: request) }
        if let stored = found.staleVariant {
            // Stale as it is, it is the last one: nothing is to be loaded.
            if request.source == .cache, found.original.map(stored.isMade) ?? true {
                return showVariant(stored)
            }
        }
        // After a cancellation no event follows.
        if !pipeline.change({ $0.finishLookup(of: id, with: found) }) { return }
        guard let stored = found.original else {
            if let variant = found.staleVariant, isFreshBehindItsRedirect(variant) {
                return showWhileDownloading(variant)
            }
            return queueDownload()
        }
        let freshness = request.source == .cache ? .fresh : stored.freshness
        guard freshness == .fresh || freshness == .staleWhileRevalidate else { return queueDownload() }
        send(.hit(.disk))
        if finishPrefetches() { return }
        if freshness == .fresh {
            receive(stored.bytes(as: .stored), decodingHere: pipeline.decodesWhereItReads)
        } else {
            receive(stored.bytes(as: .stored), isFinal: false)
            queueDownload()
        }
    }

    /// Shows the image of a variant whose original is not stored while the redirect that has led to it is
    /// followed again.
    private func showWhileDownloading(_ variant: StoredBytes) {
        send(.hit(.disk))
        if finishPrefetches(of: request.variant) { return }
        let bytes = variant.bytes(as: .variant)
        pipeline.change { $0.show(bytes, for: request.variant, of: id) }
        queueDownload()
    }

    /// Whether stored bytes are fresh but for the redirect that has led to them.
    private func isFreshBehindItsRedirect(_ stored: StoredBytes) -> Bool {
        guard stored.freshness == .staleWhileRevalidate, stored.response.address != nil else { return false }
        var response = stored.response
        response.address = nil
        return pipeline.freshness(of: response, for: request) == .fresh
    }

    private func showVariant(_ stored: StoredBytes) {
        if !pipeline.change({ $0.finishLookup(of: id) }) { return }
        send(.hit(.disk))
        // They need no image.
        if finishPrefetches(of: request.variant) { return }
        let bytes = stored.bytes(as: .variant)
        pipeline.change { $0.receive(bytes, for: request.variant, of: id) }
    }

    /// Ends the prefetches to disk: the bytes are there. They are not decoded for these.
    ///
    /// - Parameter variant: The variant of the bytes; `nil` for the original, which serves all.
    /// - Returns: Whether the fetch has ended.
    func finishPrefetches(of variant: ImageVariant? = nil) -> Bool {
        let (observers, hasEnded) = pipeline.change {
            $0.finishObservers(of: id, in: { variant == nil || $0 == variant }) { !$0.keepsInMemory }
        } sending: { observers, hasEnded in
            hasEnded && !observers.isEmpty ? [ImageEvent(request: request, kind: .prefetched)] : []
        }
        for observer in observers { observer.finish(with: nil) }
        return hasEnded
    }

    /// Keeps the first bytes of a body in memory, for the next fetch.
    func keep(_ partial: PartialBody?) {
        guard let partial, pipeline.responseToStore(partial.response, for: request) != nil else { return }
        pipeline.partials.store(partial, for: request.original, cost: partial.bytes.count)
    }

    /// Stores bytes that were decoded, unless they are stored already. Of a file in place of a server that
    /// does not have the image any more, nothing is stored, and what was is removed.
    func keep(_ bytes: ImageBytes, version: Int) {
        if !bytes.isOfServer {
            let isGone = pipeline.change { $0[id]?.urls?.failure?.isGone } ?? false
            if request.isRemote, isGone { removeAll { $0[id]?.version == version } }
            return
        }
        guard bytes.kind == .new, request.isRemote, pipeline.diskCache != nil,
            pipeline.change({ $0.setStored(version: version, of: id) })
        else { return }
        storeOriginal(bytes.data, bytes.response, version)
    }

    /// Stores the bytes of the original, or removes what is stored if the policy keeps nothing of a response.
    private func storeOriginal(_ data: Data, _ response: StoredResponse, _ version: Int) {
        guard let kept = pipeline.responseToStore(response, for: request, of: data) else {
            return removeAll { $0[id]?.version == version }
        }
        store(data, kept, version)
    }

    /// Stores bytes of a version, or what was made of them, unless those of a reload have replaced them or
    /// the fetch was cancelled.
    private func store(
        _ data: Data, _ response: StoredResponse, of variant: ImageVariant? = nil, _ version: Int
    ) {
        let entry = CacheEntry(data: data, metadata: response.metadata)
        pipeline.write(entry, for: request.key.resource.storageKey(of: variant)) {
            $0[id]?.version == version
        }
    }

    /// Stores the metadata of a response that has confirmed the stored bytes, and with them the image that is
    /// stored for the variant.
    ///
    /// - Parameters:
    ///   - stored: What the response has confirmed.
    ///   - old: The bytes before that.
    ///   - version: That of the bytes of the fetch at that time.
    func keep(_ stored: StoredImage, inPlaceOf old: StoredBytes, version: Int) {
        guard pipeline.diskCache != nil, let original = stored.original else { return }
        let policy = pipeline.responseToStore(original.response, for: request, of: original.data)
        guard let response = policy else {
            return removeAll { $0[id]?.version == version }
        }
        let freshness = pipeline.freshness(of: response, for: request)
        if isNews(response, freshness, to: old) { store(original.data, response, version) }
        guard let variant = stored.staleVariant, isNews(response, freshness, to: variant) else { return }
        store(variant.data, response, of: request.variant, version)
    }

    /// Whether a confirmed response is to be stored: not if only its time differs, and it is validated before
    /// it is shown, as the stored one is. The bytes would be written again each time. After an hour they are
    /// written nevertheless, because caches count the time until an entry expires from when it was stored.
    private func isNews(_ response: StoredResponse, _ freshness: Freshness, to old: StoredBytes) -> Bool {
        switch freshness {
        case .fresh, .staleWhileRevalidate, .unusable: return true
        case .stale, .mustRevalidate: break
        }
        if response.receivedAt.timeIntervalSince(old.response.receivedAt) >= 3_600 { return true }
        // Other requests may show it without a validation.
        if request.headers["cache-control"] != nil || request.headers["pragma"] != nil { return true }
        return freshness != old.freshness || response.withoutTimes != old.response.withoutTimes
    }

    /// An image that was decoded for a variant, and is to be stored.
    struct VariantEncoding {
        let image: AnyImageState
        let request: ImageRequest
        let response: StoredResponse
    }

    /// Returns what is to be encoded of an image that was decoded for a variant; `nil` if nothing is, or it
    /// is stored already. What was made of older bytes than those that were downloaded is removed.
    func encoding(
        of image: AnyImageState, for request: ImageRequest, from bytes: ImageBytes, version: Int
    ) -> VariantEncoding? {
        guard bytes.kind != .variant, let variant = request.variant, request.isRemote, bytes.isOfServer,
            pipeline.diskCache != nil, pipeline.storesVariants, storedVariant(variant, of: bytes) == nil,
            let response = pipeline.responseToStore(bytes.response, for: request, of: bytes.data)
        else { return nil }
        if bytes.origin == .network {
            pipeline.write(nil, for: request.key.resource.storageKey(of: variant)) {
                $0[id]?.version == version
            }
        }
        return VariantEncoding(image: image, request: request, response: response)
    }

    /// Encodes and stores an image, if the configuration has an encoder for it, and if the bytes that it was
    /// made of are still stored. The image was shown before, so that the disk may have been emptied since, or
    /// another loader may have replaced the bytes.
    func store(_ encoding: VariantEncoding, _ version: Int) {
        guard let data = loader.encode(encoding.image, for: encoding.request) else { return }
        guard let original = pipeline.entry(for: request.key.resource.storageKey()) else { return }
        let body = StoredResponse(metadata: original.metadata)?.body ?? DiskChecksum.text(of: original.data)
        if body != encoding.response.body { return }
        store(data, encoding.response, of: encoding.request.variant, version)
    }

    /// The image that is stored for a variant, if it is stale, and was made of the same bytes.
    func storedVariant(_ variant: ImageVariant?, of bytes: ImageBytes) -> StoredBytes? {
        guard let variant, variant == request.variant, bytes.origin == .disk, bytes.kind != .new else {
            return nil
        }
        let found = pipeline.change { $0[id]?.stored }
        guard let stored = found?.staleVariant, let original = found?.original, stored.isMade(of: original)
        else { return nil }
        return stored
    }

    /// Downloads bytes in place of stored ones that could not be decoded.
    func downloadAgain() {
        removeDamaged()
        queueDownload()
    }

    /// Removes bytes from the disk cache that could not be decoded.
    func removeDamaged() {
        pipeline.write(nil, for: request.key.resource.storageKey()) {
            $0[id]?.stored.isDamaged == true && $0.mayReceive(id)
        }
    }

    /// Removes the stored bytes of an image that the server does not have any more, unless the fetch has
    /// those of a reload, which may be stored.
    func removeStored() { removeAll { $0.mayReceive(id) } }

    /// Removes the stored bytes, and what was made of them for the variants of the fetch.
    ///
    /// - Parameter isValid: Whether they are to be removed still. Called under the lock of the table.
    private func removeAll(if isValid: (Table) -> Bool) {
        if pipeline.diskCache == nil { return }
        let resource = request.key.resource
        pipeline.write(nil, for: resource.storageKey(), if: isValid)
        if !pipeline.storesVariants { return }
        let variants = pipeline.change { $0.observers(of: id) }.map(\.request.variant) + [request.variant]
        for variant in Set(variants) where variant != nil {
            pipeline.write(nil, for: resource.storageKey(of: variant), if: isValid)
        }
    }
}

extension ImagePipeline {
    /// Stores an entry on disk, or removes it, if that is still to be done. Changes of one entry have the
    /// order of the changes of the table that decide them, whichever threads make them.
    ///
    /// - Parameters:
    ///   - entry: The entry; `nil` to remove it.
    ///   - key: The key of the entry.
    ///   - isValid: Whether it is still to be done. Called under the lock of the table.
    func write(_ entry: CacheEntry?, for key: String, if isValid: (Table) -> Bool = { _ in true }) {
        perform(change { isValid($0) ? $0.write(entry, for: key) : nil })
    }

    /// Changes an entry on disk, and makes the changes of it that other threads decide meanwhile.
    func perform(_ write: Table.Write?) {
        var next = write
        while let write = next {
            if let entry = write.entry {
                diskCache?.store(entry, for: write.key)
            } else {
                diskCache?.remove(write.key)
            }
            next = change { $0.finish(write) }
        }
    }

    /// Returns an entry on disk, as the last change that was decided leaves it.
    func entry(for key: String) -> CacheEntry? {
        if let write = change({ $0.writes[key] }) { return write.entry }
        return diskCache?.entry(for: key)
    }

    /// Reads the disk cache; `nil` if it has no bytes that can be used.
    func storedBytes(for request: ImageRequest, variant: ImageVariant? = nil) -> StoredBytes? {
        guard let entry = entry(for: request.key.resource.storageKey(of: variant)),
            let response = StoredResponse(metadata: entry.metadata)
        else { return nil }
        var freshness = freshness(of: response, for: request)
        if freshness == .unusable { return nil }
        // Of a response that was selected by other fields of a request, nothing is shown without the server.
        if request.source == .cache, !isSelected(response, by: request) { return nil }
        if !isOfSession(response, request) { freshness = .mustRevalidate }
        return StoredBytes(body: ImageBody(entry.data, response), freshness: freshness)
    }

    /// What the policy keeps of a response, with the fields of the request that it was selected by.
    ///
    /// - Parameter body: The bytes of the original, if they are stored, and what is made of them.
    func responseToStore(
        _ response: StoredResponse, for request: ImageRequest, of body: Data? = nil
    ) -> StoredResponse? {
        guard var stored = cachePolicy.responseToStore(response, for: request) else { return nil }
        stored.selection = stored.selection(in: request.headers)
        stored.sessionSelection = stored.selection(bySession: fieldsOfSession(for: request))
        stored.address = response.address
        stored.isOfAlternative = response.isOfAlternative
        stored.body = response.body
        if stored.body == nil, let body, storesVariants {
            stored.body = DiskChecksum.text(of: body)
        }
        return stored
    }

    /// Whether stored bytes may be shown now.
    fileprivate func freshness(of response: StoredResponse, for request: ImageRequest) -> Freshness {
        cachePolicy.freshness(of: response, for: request, at: now())
    }

    /// Whether a request selects a response, as far as is known, where a server has several.
    func isSelected(_ response: StoredResponse, by request: ImageRequest) -> Bool {
        isOfSession(response, request) && response.isSelected(by: request.headers)
    }

    /// Whether the fields that the session adds to a request select the response, as far as is known: cookies
    /// may be others by now.
    private func isOfSession(_ response: StoredResponse, _ request: ImageRequest) -> Bool {
        if response.fields["vary"] == nil { return true }
        if addedFields.hasCookies, request.headers["cookie"] == nil, response.varies(by: "cookie") {
            return false
        }
        return response.sessionSelection == response.selection(bySession: fieldsOfSession(for: request))
    }

    /// The fields that the session adds to those of a request. Of cookies, it is known only that there may be
    /// some.
    fileprivate func fieldsOfSession(for request: ImageRequest) -> [String: String] {
        let own = request.headers
        var fields = addedFields.values.filter { own[$0.key] == nil }
        if addedFields.hasCookies, own["cookie"] == nil { fields["cookie"] = "unknown" }
        return fields
    }
}
