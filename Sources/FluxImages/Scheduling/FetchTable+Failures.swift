import FluxLoading

// What becomes of a fetch whose transfer has failed.
extension ImageFetchTable {
    /// What follows a failure.
    enum Recovery: Sendable {
        /// Nothing: the fetch was cancelled.
        case none
        /// Queue a download from another URL; keep what was received for it.
        case download(DownloadAttempt, keeping: PartialBody?)
        /// Show the stored bytes.
        case settle
        /// Fail, and keep what was received for the next fetch.
        case fail(keeping: PartialBody?)
    }

    /// The last transfer of a download has failed. The download has ended.
    ///
    /// - Parameters:
    ///   - id: The fetch.
    ///   - error: Why it failed.
    ///   - failed: The download, and how often it failed.
    ///   - request: The request of the fetch.
    mutating func recover(
        _ id: FetchID, from error: LoadingError, of failed: DownloadAttempt, for request: ImageRequest
    ) -> Recovery {
        guard let entry = self[id], case .selecting = entry.phase else { return .none }
        if entry.urls == nil { entry.urls = TriedURLs(request) }
        if error.isRefusal, entry.urls?.selectOther(among: observers(of: id).map(\.request)) == true {
            // The bytes are the same at each URL: the next transfer continues.
            return .download(DownloadAttempt(failures: failed.failures), keeping: failed.download?.partial)
        }
        if entry.urls?.selectAlternative(of: request) == true, let next = entry.urls?.request {
            // What was received, and the validators, are those of another server.
            return .download(DownloadAttempt(download: failed.download?.moved(to: next.urlRequest)), keeping: nil)
        }
        if entry.stored.original?.mayReplaceResponse(after: error) == true { return .settle }
        // A refusal says nothing of the bytes: the next request may have a URL that is valid.
        return .fail(keeping: error.isTransient || error.isRefusal ? failed.download?.partial : nil)
    }
}
