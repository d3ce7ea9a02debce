import FluxLoading
import Foundation

/// The URLs that a fetch has tried, once its first one has failed.
struct TriedURLs: Sendable {
    /// What a server decides by. An alternative at another origin receives no credentials, which are sent to
    /// the same URL as that of another request.
    private struct Attempt: Hashable {
        let url: URL
        let fields: [String: String]

        init(_ request: ImageRequest) {
            url = request.url
            fields = request.headers.filter { !HeaderName.selectingNothing.contains($0.key) }
        }
    }

    /// The request of the next download.
    private(set) var request: ImageRequest
    /// Whether it is that of another server, which has bytes and validators of its own.
    private(set) var isAlternative = false
    /// The last failure of a URL of the image itself. That of another server says nothing of the stored
    /// bytes.
    private(set) var failure: LoadingError?
    private var tried: Set<Attempt> = []

    /// - Parameter request: The request of the fetch.
    init(_ request: ImageRequest) {
        self.request = request
    }

    /// Records why the download from the present URL has failed.
    mutating func note(_ error: LoadingError) {
        if !isAlternative { failure = error }
    }

    /// Selects the URL of another observer after the present one was refused: its signature may be valid.
    ///
    /// - Parameter requests: The requests of the observers.
    /// - Returns: Whether there is one that was not tried.
    mutating func selectOther(among requests: [ImageRequest]) -> Bool {
        tried.insert(Attempt(request))
        guard let next = requests.first(where: { !tried.contains(Attempt($0)) }) else { return false }
        request = next
        isAlternative = false
        return true
    }

    /// Selects the next of the other URLs that requests name, those of the first request first. Those that
    /// read the caches only have a local URL, and load from no other.
    ///
    /// - Parameter requests: The request of the fetch, and those of its observers.
    /// - Returns: Whether there is one that was not tried.
    mutating func selectAlternative(of requests: [ImageRequest]) -> Bool {
        let alternatives = requests.filter { $0.source != .cache }.flatMap { request in
            request.alternatives.map { request.with(url: $0) }
        }
        guard selectOther(among: alternatives) else { return false }
        isAlternative = true
        return true
    }
}
