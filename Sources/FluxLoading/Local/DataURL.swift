import Foundation

/// The content of a `data:` URL (RFC 2397), parsed as browsers do (WHATWG Fetch, `data:` URLs).
struct DataURL: Equatable {
    let mediaType: String?
    let body: Data

    init?(_ text: String) {
        let text = text.utf8.prefix { $0 != UInt8(ascii: "#") }
        guard String(text.prefix(5))?.lowercased() == "data:" else { return nil }
        let content = text.dropFirst(5)
        guard let comma = content.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        // A `URL` encodes the spaces that browsers keep here.
        let parameters = String(decoding: content[..<comma], as: UTF8.self).replacing("%20", with: " ")
            .split(separator: ";", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let bytes = Self.percentDecoded(content[comma...].dropFirst())
        let isBase64 = parameters.count > 1 && parameters.last?.lowercased() == "base64"
        guard let body = isBase64 ? Self.base64Decoded(bytes) : Data(bytes) else { return nil }
        let type = (isBase64 ? parameters.dropLast() : parameters[...]).joined(separator: ";")
        self.mediaType = type.isEmpty ? nil : type
        self.body = body
    }

    /// A per cent sign without two hexadecimal digits is copied unchanged.
    private static func percentDecoded(_ text: Substring.UTF8View) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let code = hexadecimal(rest.prefix(2)) {
                bytes.append(code)
                rest.removeFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    private static func hexadecimal(_ digits: Substring.UTF8View) -> UInt8? {
        guard digits.count == 2, digits.first != UInt8(ascii: "+") else { return nil }
        return UInt8(Substring(digits), radix: 16)
    }

    /// Ignores white space, and accepts missing padding.
    private static func base64Decoded(_ text: [UInt8]) -> Data? {
        var digits = text.filter { !" \t\n\u{c}\r".utf8.contains($0) }
        while digits.count % 4 != 0 { digits.append(UInt8(ascii: "=")) }
        return Data(base64Encoded: Data(digits))
    }
}
