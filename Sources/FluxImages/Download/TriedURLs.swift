import Foundation

/// The URLs that a fetch has tried, once its first one has failed.
struct TriedURLs: Sendable {
    /// The request of the next download.
    private(set) var request: ImageRequest
    private var tried: Set<URL> = []

    /// - Parameter request: The request of the fetch.
    init(_ request: ImageRequest) {
        self.request = request
    }

    /// Selects the URL of another observer after the present one was refused: its signature may be valid.
    ///
    /// - Parameter requests: The requests of the observers.
    /// - Returns: Whether there is one that was not tried.
    mutating func selectOther(among requests: [ImageRequest]) -> Bool {
        tried.insert(request.url)
        guard let next = requests.first(where: { !tried.contains($0.url) }) else { return false }
        request = next
        return true
    }

    /// Selects the next of the other URLs that requests name, those of the first request first.
    ///
    /// - Parameter requests: The request of the fetch, and those of its observers.
    /// - Returns: Whether there is one that was not tried.
    mutating func selectAlternative(of requests: [ImageRequest]) -> Bool {
        tried.insert(request.url)
        for other in requests {
            guard let url = other.alternatives.first(where: { !tried.contains($0) }) else { continue }
            request = other.with(url: url)
            return true
        }
        return false
    }
}
