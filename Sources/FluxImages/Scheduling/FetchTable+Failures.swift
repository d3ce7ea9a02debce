import FluxLoading

// What becomes of a fetch whose transfer has failed.
extension ImageFetchTable {
    /// What follows a failure.
    enum Recovery: Sendable {
        /// Nothing: the fetch was cancelled.
        case none
        /// Queue a download from another URL.
        case downloadFromOther
        /// Show the stored bytes.
        case settle
        /// The image cannot be loaded.
        case fail
        /// The server does not have the image any more.
        case gone
    }

    /// The last transfer of a download has failed. The download has ended.
    ///
    /// - Parameters:
    ///   - id: The fetch.
    ///   - error: Why it failed.
    ///   - request: The request of the fetch.
    mutating func recover(_ id: FetchID, from error: LoadingError, for request: ImageRequest) -> Recovery {
        guard let entry = self[id], case .selecting = entry.phase else { return .none }
        if entry.urls == nil { entry.urls = TriedURLs(request) }
        entry.urls?.note(error)
        // The next transfer counts for its own host.
        defer { entry.group = entry.urls?.request.transferGroup }
        let requests = observers(of: id).map(\.request)
        if error.isRefusal, entry.urls?.selectOther(among: requests) == true { return .downloadFromOther }
        // There is a smaller image for such a network.
        let hasSmaller = error.isConstrained && ([request] + requests).contains { $0.lowDataURL != nil }
        if !hasSmaller, entry.urls?.selectAlternative(of: [request] + requests) == true {
            return .downloadFromOther
        }
        let decisive = decisiveError(error, of: entry)
        // The image of the variant is as good as before.
        if case .variant = entry.content, !decisive.isGone { return .settle }
        if entry.stored.original?.mayReplaceResponse(after: decisive) == true { return .settle }
        return decisive.isGone ? .gone : .fail
    }

    /// A transfer is tried again later: stored bytes that may replace its response are shown until then.
    ///
    /// - Returns: Whether they are decoded now.
    mutating func showStored(of id: FetchID, after error: LoadingError) -> Bool {
        guard let entry = self[id], case .delay = entry.phase, case .none = entry.content,
            let stored = entry.stored.original,
            stored.mayReplaceResponse(after: decisiveError(error, of: entry)),
            // Prefetches to disk show nothing.
            observers(of: id).contains(where: \.keepsInMemory)
        else { return false }
        setBytes(stored.bytes(as: .stored), of: entry)
        return true
    }

    /// The error that decides whether stored bytes are shown: that of their own server.
    private func decisiveError(_ error: LoadingError, of entry: Entry) -> LoadingError {
        let isOfAlternative = entry.stored.original?.response.isOfAlternative == true
        return isOfAlternative ? error : entry.urls?.failure ?? error
    }
}
