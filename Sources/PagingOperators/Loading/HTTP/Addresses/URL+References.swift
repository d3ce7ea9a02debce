import Foundation

extension URL {
    /// Resolves a reference that a server sent, such as that of a `Location` field, against this URL (RFC 3986 §5).
    ///
    /// Percent-encoding and trailing slashes are kept. Characters that URLs must not contain are encoded, as browsers do.
    ///
    /// - Returns: The URL without user name and password; `nil` if the reference is empty, malformed, or not of the scheme
    ///   `http` or `https` with a host.
    package func resolving(_ reference: String) -> URL? {
        let text = reference.trimmingCharacters(in: .whitespaces).encodingInvalidCharacters
        guard !text.isEmpty, let url = URL(string: text, relativeTo: self)?.absoluteURL, URLOrigin(url) != nil
        else { return nil }
        return url.withoutUserInfo
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

extension String {
    /// The text with each byte encoded that RFC 3986 does not allow there.
    fileprivate var encodingInvalidCharacters: String {
        var result = ""
        for (index, byte) in Swift.zip(utf8.indices, utf8) {
            switch byte {
            case UInt8(ascii: "%"):
                let digits = utf8[index...].dropFirst().prefix(2)
                result += digits.count == 2 && digits.allSatisfy { $0.hexadecimalValue != nil } ? "%" : "%25"
            case 0...0x20, 0x7F..., UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
                UInt8(ascii: "\\"),
                UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            default: result.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return result
    }
}
