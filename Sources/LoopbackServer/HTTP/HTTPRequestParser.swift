import Foundation

/// Parses the requests of one connection from chunks of bytes.
///
/// ```swift
/// var parser = HTTPRequestParser()
/// parser.append(bytes)
/// while let request = try parser.next() { answer(request) }
/// ```
///
/// A request is returned when its body is complete. The parser is strict: lines end in CR LF, fields are not
/// folded, and what RFC 9112 allows a server to reject is rejected at the malformed line. After an error the
/// connection must close.
struct HTTPRequestParser {
    /// The maximum size of a request line with its header fields, in bytes.
    static let maximumHeadSize = 64 * 1024
    /// The maximum size of a body, in bytes.
    static let maximumBodySize = 16 * 1024 * 1024

    private var bytes: [UInt8] = []
    private var position = 0
    private var headSize = 0
    private var head: HTTPRequestHead?
    /// A request whose head is complete, and the length of its body.
    private var awaitingBody: (request: HTTPRequest, length: Int)?

    mutating func append(_ piece: some Sequence<UInt8>) {
        bytes.removeFirst(position)
        position = 0
        bytes.append(contentsOf: piece)
    }

    /// Returns the next complete request, or `nil` while more bytes are needed.
    mutating func next() throws(HTTPParseError) -> HTTPRequest? {
        while awaitingBody == nil, let line = try nextLine() {
            if head == nil {
                head = try HTTPRequestHead(requestLine: line)
            } else if !line.isEmpty {
                try head?.append(fieldLine: line)
            } else if let complete = head {
                awaitingBody = (try complete.request(), try complete.bodyLength())
                head = nil
                headSize = 0
            }
        }
        return completeRequest()
    }

    /// Returns the request whose body has arrived.
    private mutating func completeRequest() -> HTTPRequest? {
        guard let (head, length) = awaitingBody, bytes.count - position >= length else { return nil }
        var request = head
        request.body = Data(bytes[position..<position + length])
        position += length
        awaitingBody = nil
        return request
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
