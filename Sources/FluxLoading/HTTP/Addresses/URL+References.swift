import Foundation

extension URL {
    /// Resolves a reference that a server sent, such as that of a `Location` field, against this URL (RFC
    /// 3986 §5).
    ///
    /// Percent-encoding and trailing slashes are kept. Characters that URLs must not contain are encoded, as
    /// browsers do.
    ///
    /// - Returns: The URL without user name and password; `nil` if the reference is empty, malformed, or not
    ///   of the scheme `http` or `https` with a host.
    package func resolving(_ reference: String) -> URL? {
        let text = reference.trimmingCharacters(in: .whitespacesAndNewlines)
            .withASCIIHost.encodingInvalidCharacters
        guard !text.isEmpty, let reference = URL(string: text, encodingInvalidCharacters: false),
            let url = URL(string: reference.relativeString, relativeTo: self)?.absoluteURL,
            URLOrigin(url) != nil
        else { return nil }
        return url.withoutUserInfo.withLowercaseScheme
    }

    /// The same URL with its scheme in lower case (RFC 3986 §3.1): a session on Linux accepts no other.
    var withLowercaseScheme: URL {
        guard let scheme, scheme != scheme.lowercased(),
            var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
        else { return self }
        components.scheme = scheme.lowercased()
        return components.url ?? self
    }

    /// The same URL without its fragment, which is not sent (RFC 3986 §3.5).
    package var withoutFragment: URL {
        guard fragment() != nil, var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
        else {
            return self
        }
        components.fragment = nil
        return components.url ?? self
    }

    var withoutUserInfo: URL {
        guard user() != nil || password() != nil,
            var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
        else { return self }
        components.user = nil
        components.password = nil
        return components.url ?? self
    }
}

extension URL {
    /// Makes a URL of a text in which characters that URLs must not contain are encoded, as browsers do. What
    /// is encoded already stays as it is.
    package init?(encodingInvalidCharactersOf text: String) {
        self.init(string: text.withASCIIHost.encodingInvalidCharacters, encodingInvalidCharacters: false)
    }
}

extension String {
    /// The text with each byte encoded that RFC 3986 does not allow there: brackets only in the authority, a
    /// number sign only before the fragment.
    fileprivate var encodingInvalidCharacters: String {
        let authority = authorityRange
        let fragment = utf8.firstIndex(of: UInt8(ascii: "#"))
        var result = ""
        for (index, byte) in Swift.zip(utf8.indices, utf8) {
            switch byte {
            case UInt8(ascii: "%"):
                let digits = utf8[index...].dropFirst().prefix(2)
                result += digits.count == 2 && digits.allSatisfy { $0.hexadecimalValue != nil } ? "%" : "%25"
            case UInt8(ascii: "[") where !authority.contains(index),
                UInt8(ascii: "]") where !authority.contains(index),
                UInt8(ascii: "#") where index != fragment,
                0...0x20, 0x7F..., UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
                UInt8(ascii: "\\"),
                UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            default: result.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return result
    }

    /// The text with the host of its authority, if that has other characters than ASCII, in the form that is
    /// sent (RFC 5891): `bücher.example` is `xn--bcher-kva.example`.
    fileprivate var withASCIIHost: String {
        let authority = self[authorityRange].utf8
        let start = authority.lastIndex(of: UInt8(ascii: "@")).map { authority.index(after: $0) }
        let host = Substring(authority[(start ?? authority.startIndex)...].prefix { $0 != UInt8(ascii: ":") })
        guard !host.utf8.allSatisfy({ $0 < 0x80 }),
            let ascii = URLComponents(string: "http://\(host)/")?.encodedHost,
            // Another character may stand for one that ends a host.
            ascii.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) })
        else { return self }
        return String(self[..<host.startIndex] + ascii + self[host.endIndex...])
    }

    /// The range of the authority of a reference: after two slashes that no path, query or fragment precedes.
    private var authorityRange: Range<String.Index> {
        let colon = utf8.firstIndex { ":/?#".utf8.contains($0) }
        let hasScheme = colon.map { utf8[$0] == UInt8(ascii: ":") } ?? false
        let start = hasScheme ? utf8.index(after: colon ?? startIndex) : startIndex
        guard utf8[start...].starts(with: "//".utf8) else { return startIndex..<startIndex }
        let rest = utf8[start...].dropFirst(2)
        return rest.startIndex..<(rest.firstIndex { "/?#".utf8.contains($0) } ?? endIndex)
    }
}
