import Foundation

extension URL {
    /// The URL for a message: without user name and password, and without the values of query parameters that
    /// are named as secrets are, such as `access_token`, `api_key` or `X-Amz-Signature`.
    package var redacted: String {
        let text = absoluteString
        guard let marks = text.firstIndex(where: { $0 == "?" || $0 == "#" }) else {
            return text.withoutUserInfo
        }
        return String(text[..<marks]).withoutUserInfo + text[marks...].redactedParameters
    }
}

extension String {
    /// Whether a query parameter of this name has a secret value.
    package var namesSecret: Bool {
        let name = (removingPercentEncoding ?? self).lowercased().filter { $0.isLetter || $0.isNumber }
        return name.looksSecret && !name.namesPage
    }

    private var looksSecret: Bool {
        ["sig", "auth", "pass", "pwd", "code", "jwt", "sid", "session", "sessionid"].contains(self)
            || hasSuffix("key")
            || [
                "token", "secret", "password", "passwd", "signature", "apikey", "accesskey", "credential",
                "authorization",
            ]
            .contains { contains($0) }
    }

    /// Whether this is the name of the token or cursor of a page, which is no secret.
    private var namesPage: Bool {
        var rest = self
        for word in Self.wordsOfPages {
            rest = rest.replacing(word, with: "")
        }
        return rest != self && ["", "token", "cursor", "key"].contains(rest)
    }

    private static let wordsOfPages = [
        "pagination", "paging", "page", "next", "previous", "prev", "continuation", "continue", "sync",
        "skip",
        "start", "resumption", "scroll", "last", "evaluated", "exclusive", "after", "before", "cursor",
        "offset",
        "marker", "row", "partition", "sort",
    ]

    /// Text of a command line or a message with the secrets that it may have in addresses replaced: the user
    /// names and passwords, and the values of parameters that are named as secrets are.
    package var redactingSecrets: String {
        // Most texts have neither a user name nor parameters.
        guard utf8.contains(where: { $0 == 0x40 || $0 == 0x3F || $0 == 0x23 }) else { return self }
        return split(separator: " ", omittingEmptySubsequences: false).map { word in
            let marks = word.firstIndex { $0 == "?" || $0 == "#" } ?? word.endIndex
            return String(word[..<marks]).withoutAnyUserInfo + word[marks...].redactedParameters
        }
        .joined(separator: " ")
    }

    /// The text without what precedes an at sign in its authority, also where the slashes or the host are
    /// missing.
    private var withoutAnyUserInfo: String {
        let slashes = range(of: "//")?.upperBound
        let start = slashes ?? startIndex
        let authority = self[start...].prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@"), slashes != nil || authority[..<at].contains(":") else {
            return self
        }
        return self[..<start] + "…" + self[at...]
    }

    fileprivate var withoutUserInfo: String {
        guard let slashes = range(of: "//") else { return self }
        let rest = self[slashes.upperBound...]
        guard let at = rest.prefix(while: { $0 != "/" }).lastIndex(of: "@") else { return self }
        return String(self[..<slashes.upperBound] + rest[rest.index(after: at)...])
    }
}

extension Substring {
    fileprivate var redactedParameters: String {
        split(separator: "#", omittingEmptySubsequences: false).map(\.redactedPairs).joined(separator: "#")
    }

    private var redactedPairs: String {
        split(separator: "&", omittingEmptySubsequences: false).map { pair in
            guard let equals = pair.firstIndex(of: "=") else { return String(pair) }
            let name = pair[..<equals]
            return String(name.drop { $0 == "?" || $0 == "#" }).namesSecret ? "\(name)=…" : String(pair)
        }
        .joined(separator: "&")
    }
}
