/// Collects the head of a request, and checks each line by the grammar of RFC 9112.
struct HTTPRequestHead {
    private let method: String
    private let target: String
    private let version: String
    private var headers = HTTPHeaders()

    /// Parses the request line.
    ///
    /// - Parameter requestLine: The bytes of `GET /users HTTP/1.1`, without the line terminator.
    init(requestLine: ArraySlice<UInt8>) throws(HTTPParseError) {
        let words = requestLine.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count == 3, Self.isToken(words[0]), words[1].allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .malformedRequestLine }
        method = String(decoding: words[0], as: UTF8.self)
        target = String(decoding: words[1], as: UTF8.self)
        version = String(decoding: words[2], as: UTF8.self)
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else { throw .unsupportedVersion }
    }

    mutating func append(fieldLine: ArraySlice<UInt8>) throws(HTTPParseError) {
        guard let colon = fieldLine.firstIndex(of: UInt8(ascii: ":")), Self.isToken(fieldLine[..<colon])
        else { throw .malformedHeader }
        let value = fieldLine[(colon + 1)...]
        guard value.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }),
            let text = String(validating: value, as: UTF8.self)
        else { throw .malformedHeader }
        headers.append(String(decoding: fieldLine[..<colon], as: UTF8.self), text.trimmingWhitespace())
    }

    func request() throws(HTTPParseError) -> HTTPRequest {
        let hosts = headers.values(of: "Host").count
        guard hosts == 1 || (hosts == 0 && version == "HTTP/1.0") else { throw .missingHost }
        return try HTTPRequest(method: method, target: target, version: version, headers: headers)
    }

    /// Returns the length of the body in bytes (RFC 9112 §6). Transfer codings are not supported.
    func bodyLength() throws(HTTPParseError) -> Int {
        guard headers["Transfer-Encoding"] == nil else { throw .malformedBodyLength }
        let lengths = headers.values(of: "Content-Length")
        guard let text = lengths.first else { return 0 }
        guard lengths.count == 1, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let length = Int(text)
        else { throw .malformedBodyLength }
        guard length <= HTTPRequestParser.maximumBodySize else { throw .bodyTooLarge }
        return length
    }

    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { tokenBytes.contains($0) }
    }

    private static let tokenBytes = Set(
        "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8
    )
}
