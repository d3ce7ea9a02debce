import FluxLoading
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Where a response came from, if redirects led away from the URL that was requested.
///
/// Digests, because it is kept on disk, and addresses that servers redirect to are often signed.
struct ResponseAddress: Hashable, Sendable {
    /// Of the address without its query.
    private let place: String
    private let query: String

    /// - Returns: `nil` if the response is that of the URL itself. Parameters that were added to its query,
    ///   as a signature is, a slash at its end, and `https` in place of `http` make no other URL.
    init?(of response: URLResponse, to url: URL) {
        guard let final = response.url, final != url, !final.isForm(of: url) else { return nil }
        place = Self.digest(final.place.joined(separator: " "))
        query = Self.digest(final.query(percentEncoded: true) ?? "")
    }

    /// Reads what ``text`` has written.
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return nil }
        (place, query) = (parts[0], parts[1])
    }

    var text: String { "\(place) \(query)" }

    /// Whether a validator of a response from one address may be compared by another one.
    ///
    /// - Parameter isTag: Whether it is an entity tag, which tells more than a date does: the query may
    ///   differ, which often has a signature.
    static func mayValidate(_ one: ResponseAddress?, at other: ResponseAddress?, byTag isTag: Bool) -> Bool {
        one?.place == other?.place && (isTag || one?.query == other?.query)
    }

    private static func digest(_ text: String) -> String { String(SHA256.hexDigest(of: text).prefix(32)) }
}

extension URL {
    /// The scheme, the host, the port and the path.
    fileprivate var place: [String] {
        let scheme = scheme?.lowercased() ?? ""
        let path = path(percentEncoded: false)
        return [
            // A redirect from http to https leads to the same server.
            scheme == "http" ? "https" : scheme, host(percentEncoded: false)?.lowercased() ?? "",
            port.map { "\($0)" } ?? "", path.hasSuffix("/") ? String(path.dropLast()) : path,
        ]
    }

    private var parameters: Set<Substring> {
        Set((query(percentEncoded: false) ?? "").split(separator: "&"))
    }

    /// Whether this is another URL with, at most, more parameters.
    fileprivate func isForm(of url: URL) -> Bool {
        place == url.place && url.parameters.isSubset(of: parameters)
    }
}
