import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// The request with the user name and the password of its URL in an `Authorization` field (RFC 7617),
    /// unless it has one. A session would send them to the first address only, and prints them.
    package var movingUserInfoToHeader: URLRequest {
        guard let url, let user = url.user(percentEncoded: false) else { return self }
        var copy = self
        copy.url = url.withoutUserInfo
        if value(forHTTPHeaderField: "Authorization") == nil {
            let pair = "\(user):\(url.password(percentEncoded: false) ?? "")"
            copy.setValue(
                "Basic \(Data(pair.utf8).base64EncodedString())", forHTTPHeaderField: "Authorization")
        }
        return copy
    }

    /// The request for another URL, with the header fields that may be sent there: all to the same origin; to
    /// another one those that describe the requested content only, since any other field may be a credential
    /// (RFC 9110 §15.4).
    ///
    /// - Parameters:
    ///   - url: The URL to request.
    ///   - home: The origin that the request's fields are for.
    package func directed(to url: URL, home: URL) -> URLRequest {
        var copy = self
        copy.url = url
        if home.mayShareCredentials(with: url) { return copy }
        for field in (allHTTPHeaderFields ?? [:]).keys where !Self.describesContent(field: field) {
            copy.setValue(nil, forHTTPHeaderField: field)
        }
        return copy
    }

    /// Whether a header field describes the requested content, and so is no credential.
    package static func describesContent(field: String) -> Bool {
        harmlessFields.contains(field.lowercased())
    }

    /// Returns a server's message without the request's own credentials. See ``RequestCredentials``.
    package func removingCredentials(from message: String) -> String {
        RequestCredentials(of: [self], requestedAt: urlOrBlank).removed(fromMessage: message)
    }

    private static let harmlessFields: Set = [
        "accept", "accept-encoding", "accept-language", "user-agent", "range", "if-range", "if-match",
        "if-none-match", "if-modified-since", "cache-control", "content-type",
    ]
}
