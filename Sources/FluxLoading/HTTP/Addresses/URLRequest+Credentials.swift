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

    /// Returns a server's message without the values of the request's own credentials, which some servers
    /// repeat: those of header fields, a user name and password, and parameters that are named as secrets
    /// are. The message may have been cut within one.
    package func removingCredentials(from message: String) -> String {
        let fields = (allHTTPHeaderFields ?? [:]).filter { !Self.describesContent(field: $0.key) }
        var values = url?.secretValues ?? []
        for value in fields.values {
            let parts = value.split(separator: " ", maxSplits: 1).map(String.init)
            values += parts.count > 1 ? [value, parts[1]] : [value]
            guard parts.first?.lowercased() == "basic", let data = Data(base64Encoded: parts.last ?? "")
            else {
                continue
            }
            values += String(decoding: data, as: UTF8.self).split(separator: ":", maxSplits: 1).dropFirst()
                .map(String.init)
        }
        return values.filter { $0.count >= 3 }.sorted { $0.count > $1.count }
            .reduce(message) { $0.replacing($1, with: "…").withoutBeginning(of: $1) }
    }

    private static let harmlessFields: Set = [
        "accept", "accept-encoding", "accept-language", "user-agent", "range", "if-range", "if-match",
        "if-none-match", "if-modified-since", "cache-control", "content-type",
    ]
}

extension String {
    /// The text, if it was cut, without the beginning of a secret at its end.
    fileprivate func withoutBeginning(of secret: String) -> String {
        guard hasSuffix("…") else { return self }
        let text = dropLast()
        let isCutAt = { (count: Int) in text.hasSuffix(secret.prefix(count)) }
        let count = (3..<max(4, secret.count)).reversed().first { $0 <= text.count && isCutAt($0) }
        return count.map { text.dropLast($0) + "…" } ?? self
    }
}
