import Foundation

/// How a response marks the end of its body (RFC 9112 §6.3).
package enum Framing: Sendable, Equatable {
    /// `Content-Length`, with the length of the body.
    case length
    /// `Content-Length`, with another length. After a body that is shorter the connection closes; what a
    /// longer body has beyond the length is sent where the client expects the next response.
    case declared(Int)
    /// `Transfer-Encoding: chunked`, with chunks of the given size in bytes.
    case chunked(size: Int)
    /// Nothing: the body ends with the connection.
    case untilClose
}

extension Framing {
    /// Returns bytes of a body as they are sent.
    func encode(_ bytes: Data) -> Data {
        guard case .chunked(let size) = self else { return bytes }
        var encoded = Data()
        for start in stride(from: 0, to: bytes.count, by: max(1, size)) {
            let chunk = bytes.dropFirst(start).prefix(max(1, size))
            encoded.append(contentsOf: "\(String(chunk.count, radix: 16))\r\n".utf8)
            encoded.append(chunk)
            encoded.append(contentsOf: "\r\n".utf8)
        }
        return encoded
    }

    /// The bytes after a complete body.
    var end: Data {
        if case .chunked = self { Data("0\r\n\r\n".utf8) } else { Data() }
    }
}
