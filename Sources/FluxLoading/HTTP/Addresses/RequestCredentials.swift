import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The credentials of requests, which some servers repeat: the values of header fields and their parts, a
/// password, and parameters of the address or of the body that are named as secrets are.
package struct RequestCredentials: Sendable {
    /// The credentials, the longest ones first.
    private let values: [String]

    /// The credentials that are no words, and not in the printed address of the first request.
    private let unprinted: [String]

    /// Makes the credentials of several requests, such as those of a load with redirects.
    ///
    /// - Parameters:
    ///   - requests: The requests.
    ///   - home: The address that was requested first. A value that is also in its path, such as the
    ///     identifier of a tenant, or in a parameter without the name of a secret, such as a date, stays in
    ///     addresses and descriptions. The address of an error is thus the one that was requested.
    package init(of requests: some Sequence<URLRequest>, requestedAt home: URL) {
        values = Set(requests.flatMap(\.credentials)).sorted { ($0.count, $0) > ($1.count, $1) }
        let printed = home.redacted
        unprinted = values.filter { value in
            value.isUnlikeWords && ![value, value.encodedForQuery].contains { printed.contains($0) }
        }
    }

    /// Returns a server's message without the credentials. It may have been cut within one.
    package func removed(fromMessage message: String) -> String {
        values.reduce(message) { $0.replacing($1, with: "…").withoutBeginning(of: $1) }
    }

    /// Returns a description that has a text of a server in it without those credentials that are no words,
    /// and not in the address that was requested first.
    package func removed(fromDescription description: String) -> String {
        unprinted.reduce(description) { $0.replacing($1, with: "…") }
    }

    /// Returns an address that a server named without those credentials that are no words, and not in the
    /// address that was requested first. Parameters that are named as secrets are stay: messages omit their
    /// values.
    package func removed(from url: URL) -> URL {
        let values = unprinted.flatMap { [$0, $0.encodedForQuery] }
        let text = url.absoluteString
        guard values.contains(where: { text.contains($0) }) else { return url }
        return url.leavingOut(values)
    }
}

extension URLRequest {
    fileprivate var credentials: [String] {
        let fields = (allHTTPHeaderFields ?? [:]).filter { !Self.describesContent(field: $0.key) }
        let values =
            (url?.secretValues ?? []) + fields.values.flatMap(\.valuesOfField)
            + secretsOfBody
        return values.filter { $0.count >= 3 } + fields.values.flatMap(\.partsOfField)
    }
}

extension URLRequest {
    /// The values of a body's parameters that are named as secrets are, as they are written and decoded: of
    /// the members of an object of JSON, which are texts, or of a form.
    private var secretsOfBody: [String] {
        guard let httpBody, httpBody.count <= Self.largestReadBody else { return [] }
        let values =
            if let json = try? JSONText(httpBody) {
                json.members.filter(\.name.namesSecret).flatMap(Self.secrets)
            } else {
                String(data: httpBody, encoding: .utf8)?.secretValuesOfForm ?? []
            }
        return values.filter { $0.utf8.count <= Self.longestSecret }
    }

    private static func secrets(_ name: String, _ value: JSONText) -> [String] {
        guard let text = value.string, text.mayBeSecret(as: name) else { return [] }
        return [text, value.withBytes { String(decoding: $0.dropFirst().dropLast(), as: UTF8.self) }]
    }

    /// In bytes. The body of an upload is not searched.
    private static let largestReadBody = 64 * 1024
    private static let longestSecret = 4_096
}

extension String {
    /// The value of a header field, what follows its first word, such as `Bearer`, and a password.
    fileprivate var valuesOfField: [String] {
        let parts = split(separator: " ", maxSplits: 1).map(String.init)
        let values = parts.count > 1 ? [self, parts[1]] : [self]
        guard parts.first?.lowercased() == "basic", let data = Data(base64Encoded: parts.last ?? "") else {
            return values
        }
        return values
            + String(decoding: data, as: UTF8.self).split(separator: ":", maxSplits: 1).dropFirst()
            .map(String.init)
    }

    /// The parts of the value of a header field that are no words, such as each cookie's value.
    fileprivate var partsOfField: [String] {
        split { " ;,=\"'".contains($0) }.map(String.init).filter(\.isUnlikeWords)
    }

    /// Whether this is none of the words that also occur in other texts: it is long, and has a digit unless
    /// it is very long.
    fileprivate var isUnlikeWords: Bool {
        count >= 20 || count >= 8 && contains(where: \.isNumber)
    }

    /// The text, if it was cut, without the beginning of a secret at its end.
    fileprivate func withoutBeginning(of secret: String) -> String {
        guard hasSuffix("…") else { return self }
        let text = dropLast()
        let isCutAt = { (count: Int) in text.hasSuffix(secret.prefix(count)) }
        let count = (3..<max(4, secret.count)).reversed().first { $0 <= text.count && isCutAt($0) }
        return count.map { text.dropLast($0) + "…" } ?? self
    }
}
