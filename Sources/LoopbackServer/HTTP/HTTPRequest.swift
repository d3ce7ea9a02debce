import Foundation

/// A request.
package struct HTTPRequest: Sendable, Equatable {
    package let method: String
    /// The target as sent: path and query, percent-encoded.
    package let target: String
    /// The path, percent-decoded.
    package let path: String
    /// The query items, percent-decoded; the last of a repeated name counts. A plus sign is not decoded to a
    /// space.
    package let query: [String: String]
    package var headers: HTTPHeaders
    /// Whether the connection stays open after the response (RFC 9112 §9.3).
    package let keepsAlive: Bool
    package var body = Data()

    /// Makes a request.
    ///
    /// - Parameter target: Path and query in origin form, such as `/users?since=46`.
    package init(
        method: String = "GET", target: String, version: String = "HTTP/1.1", headers: HTTPHeaders = [:]
    ) throws(HTTPParseError) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard target.hasPrefix("/"), !target.contains("#"), let path = parts[0].removingPercentEncoding
        else { throw .malformedTarget }
        self.method = method
        self.target = target
        self.path = path
        self.query = try parts.count > 1 ? Self.items(of: parts[1]) : [:]
        self.headers = headers
        self.keepsAlive =
            version == "HTTP/1.0"
            ? headers.list("Connection", contains: "keep-alive")
            : !headers.list("Connection", contains: "close")
    }

    private static func items(of query: Substring) throws(HTTPParseError) -> [String: String] {
        var items: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = parts.compactMap { $0.removingPercentEncoding }
            guard decoded.count == parts.count else { throw .malformedTarget }
            items[decoded[0]] = decoded.count > 1 ? decoded[1] : ""
        }
        return items
    }
}
