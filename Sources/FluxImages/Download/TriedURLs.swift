import Foundation

/// The URLs that a fetch has tried and those that it may try, once its first one has failed.
struct TriedURLs: Sendable {
    /// The request of the next download.
    private(set) var request: ImageRequest
    /// The other URLs of the fetch's request.
    private var alternatives: ArraySlice<URL>
    /// The URLs whose credentials the server refuses.
    private var refused: Set<URL> = []

    /// - Parameter request: The request of the fetch.
    init(_ request: ImageRequest) {
        self.request = request
        alternatives = request.alternatives[...]
    }

    /// Selects the URL of another observer after the present one was refused: its signature may be valid.
    ///
    /// - Parameter requests: The requests of the observers.
    /// - Returns: Whether there is one that was not tried.
    mutating func selectOther(among requests: [ImageRequest]) -> Bool {
        refused.insert(request.url)
        guard let next = requests.first(where: { !refused.contains($0.url) }) else { return false }
        request = next
        return true
    }

    /// Selects the next of the request's other URLs.
    ///
    /// - Parameter first: The request of the fetch.
    /// - Returns: Whether there is one.
    mutating func selectAlternative(of first: ImageRequest) -> Bool {
        guard let next = alternatives.popFirst() else { return false }
        request = first.with(url: next)
        return true
    }
}
