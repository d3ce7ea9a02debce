import Foundation

extension HTTPResponse {
    /// Returns the bytes of the message.
    ///
    /// - Parameters:
    ///   - sendsBody: Whether the body follows. It does not for HEAD, where its length is still declared.
    ///   - keepsAlive: Whether the connection stays open.
    func wireBytes(sendsBody: Bool, keepsAlive: Bool) -> Data {
        let sentLength = truncatedLength ?? body.count
        var bytes = Data(head(keepsAlive: keepsAlive).utf8)
        if sendsBody && mayHaveBody { bytes.append(body.prefix(sentLength)) }
        return bytes
    }

    private func head(keepsAlive: Bool) -> String {
        var lines = ["HTTP/1.1 \(status) \(reason)"]
        lines += headers.fields.filter { !Self.ownFields.contains($0.name.lowercased()) }
            .map { "\($0.name): \($0.value)" }
        if mayHaveBody { lines.append("Content-Length: \(declaredLength)") }
        if !keepsAlive { lines.append("Connection: close") }
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }

    private static let ownFields: Set = ["content-length", "connection"]

    /// Whether the status allows a body (RFC 9110 §6.4.1).
    private var mayHaveBody: Bool {
        status >= 200 && status != 204 && status != 304
    }

    private var declaredLength: Int {
        max(body.count, truncatedLength.map { $0 + 1 } ?? 0)
    }

    private var truncatedLength: Int? {
        guard case .truncated(let length) = delivery else { return nil }
        return min(max(length, 0), body.count)
    }

    private var reason: String {
        switch status {
        case 200: "OK"
        case 206: "Partial Content"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 416: "Range Not Satisfiable"
        case 429: "Too Many Requests"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        default: "Status"
        }
    }
}
