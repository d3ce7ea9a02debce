import Foundation

extension URL {
    /// The URL for a message: without user name and password, and without the values of query parameters that are named
    /// as secrets are, such as `access_token`, `api_key` or `X-Amz-Signature`.
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
        // The token of a page is no secret.
        if ["page", "next", "prev", "continuation", "sync"].contains(where: { name.contains($0) }) {
            return false
        }
        return ["key", "sig", "auth", "pass", "pwd", "code", "jwt", "sid", "session", "sessionid"].contains(
            name)
            || [
                "token", "secret", "password", "passwd", "signature", "apikey", "accesskey", "credential",
                "authorization",
            ]
            .contains { name.contains($0) }
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
        split(separator: "&", omittingEmptySubsequences: false).map { pair in
            let name = pair.prefix { $0 != "=" }
            let isSecret = String(name.drop { $0 == "?" || $0 == "#" }).namesSecret
            return isSecret && name.count < pair.count ? "\(name)=…" : String(pair)
        }
        .joined(separator: "&")
    }
}
