/// Parses the requests of one connection from chunks of bytes.
///
/// ```swift
/// var parser = HTTPRequestParser()
/// parser.append(bytes)
/// while let request = try parser.next() { answer(request) }
/// ```
///
/// A request is returned when its head is complete; its body is skipped. The parser is strict: lines end in CR LF,
/// fields are not folded, and what RFC 9112 allows a server to reject is rejected at the malformed line. After an
/// error the connection must close.
struct HTTPRequestParser {
    /// The maximum size of a request line with its header fields, in bytes.
    static let maximumHeadSize = 64 * 1024

    private var bytes: [UInt8] = []
    private var position = 0
    private var headSize = 0
    private var bodyLeft = 0
    private var head: HTTPRequestHead?

    mutating func append(_ piece: some Sequence<UInt8>) {
        bytes.removeFirst(position)
        position = 0
        bytes.append(contentsOf: piece)
    }

    /// Returns the next complete request, or `nil` while more bytes are needed.
    mutating func next() throws(HTTPParseError) -> HTTPRequest? {
        guard skipBody() else { return nil }
        while let line = try nextLine() {
            if head == nil {
                head = try HTTPRequestHead(requestLine: line)
            } else if !line.isEmpty {
                try head?.append(fieldLine: line)
            } else if let complete = head {
                let request = try complete.request()
                bodyLeft = try complete.bodyLength()
                head = nil
                headSize = 0
                return request
            }
        }
        return nil
    }

    /// Skips the last request's body, and returns whether all of it was skipped.
    private mutating func skipBody() -> Bool {
        let skipped = min(bodyLeft, bytes.count - position)
        position += skipped
        bodyLeft -= skipped
        return bodyLeft == 0
    }

    /// Returns the next line without its terminator, or `nil` while it is incomplete.
    private mutating func nextLine() throws(HTTPParseError) -> ArraySlice<UInt8>? {
        let rest = bytes[position...]
        let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        let length = end.map { $0 + 1 - position } ?? rest.count
        guard headSize + length <= Self.maximumHeadSize else { throw .headTooLarge }
        guard let end else { return nil }
        guard end > position, bytes[end - 1] == UInt8(ascii: "\r") else {
            throw head == nil ? .malformedRequestLine : .malformedHeader
        }
        headSize += length
        position = end + 1
        return rest[..<(end - 1)]
    }
}
