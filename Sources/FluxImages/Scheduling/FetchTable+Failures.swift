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
        // Of stored bytes, their own server decides.
        let isOfAlternative = entry.stored.last?.response.isOfAlternative == true
        let error = isOfAlternative ? error : entry.urls?.failure ?? error
        // The image of the variant is as good as before.
        if case .variant = entry.content, !error.isGone { return .settle }
        // Without the original, only those of one variant are served.
        let isServed = entry.stored.original != nil || requests.contains { $0.variant == request.variant }
        if isServed, entry.stored.last?.mayReplaceResponse(after: error) == true { return .settle }
        return error.isGone ? .gone : .fail
    }
}
