/// Makes requests of the bytes of one connection, however they are cut into pieces.
///
/// ```swift
/// var parser = HTTPRequestParser()
/// parser.append(bytes)
/// while let request = try parser.next() { answer(request) }
/// ```
///
/// A request is handed out when its head is complete; its body is skipped as it comes. The parser is strict:
/// lines end in CR LF, fields are not folded, and what RFC 9112 lets a server reject it rejects, at the
/// line that is wrong. After an error nothing that follows can be trusted, so the connection must close.
struct HTTPRequestParser {
    /// The most a request line and its header fields may take together, in bytes.
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

    /// The next complete request, or nil while more bytes are needed.
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

    /// Whether all of the last request's body has gone by.
    private mutating func skipBody() -> Bool {
        let skipped = min(bodyLeft, bytes.count - position)
        position += skipped
        bodyLeft -= skipped
        return bodyLeft == 0
    }

    /// The next line without its end, or nil while its end has not come.
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
