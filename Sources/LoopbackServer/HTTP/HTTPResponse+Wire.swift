import Foundation

extension HTTPResponse {
    /// Returns the steps that send the response.
    ///
    /// - Parameters:
    ///   - sendsBody: Whether the body follows. It does not for HEAD, where its length is still declared.
    ///   - keepsAlive: Whether the connection stays open.
    func wireSteps(sendsBody: Bool, keepsAlive: Bool) -> [WireStep] {
        let head = Data(head(keepsAlive: keepsAlive).utf8)
        let body = sendsBody && mayHaveBody ? body : Data()
        let end = sendsBody && mayHaveBody ? sentFraming.end : Data()
        let whole = WireStep.send(joined(head, sentFraming.encode(body), end))
        func send(_ start: Data, _ bytes: Data) -> WireStep {
            .send(joined(start, sentFraming.encode(bytes)))
        }
        let steps: [WireStep] =
            switch delivery {
            case .normal: [whole]
            case .delayed(let delay): [.pause(delay), whole]
            case .held(let gate): [.hold(gate), whole]
            case .truncated(let length): [send(head, body.prefix(max(0, length))), .close]
            case .paused(let length, let gate):
                [
                    send(head, body.prefix(max(0, length))), .hold(gate),
                    .send(joined(sentFraming.encode(body.dropFirst(max(0, length))), end)),
                ]
            case .dripped(let size, let pause):
                [.send(head)] + drips(of: body, size: max(1, size), pause) + [.send(end)]
            case .endless(let first):
                [send(head, body), .sendForever(sentFraming.encode(endless(body.dropFirst(max(0, first)))))]
            case .reset(after: nil): [.reset]
            case .reset(let length?): [send(head, body.prefix(max(0, length))), .reset]
            case .dropped: [.close]
            case .raw(let bytes): [.send(bytes), .close]
            }
        return closesEarly ? steps + [.close] : steps
    }

    /// Whether the response allows further ones on its connection.
    var allowsReuse: Bool {
        !delivery.endsConnection && sentFraming != .untilClose
            && !headers.list("Connection", contains: "close")
    }

    private func drips(of body: Data, size: Int, _ pause: Duration) -> [WireStep] {
        stride(from: 0, to: body.count, by: size).flatMap { start -> [WireStep] in
            [.pause(pause), .send(sentFraming.encode(body.dropFirst(start).prefix(size)))]
        }
    }

    // Not `+`: appending to an empty slice of other data traps in Foundation on Linux.
    private func joined(_ parts: Data...) -> Data {
        var bytes = Data()
        for part in parts { bytes.append(part) }
        return bytes
    }

    /// Returns repeated bytes of some length, so that few calls send many of them.
    private func endless(_ bytes: Data) -> Data {
        guard !bytes.isEmpty else { return bytes }
        var result = bytes
        while result.count <= 65_536 { result.append(result) }
        return result
    }

    private func head(keepsAlive: Bool) -> String {
        var lines = ["HTTP/1.1 \(status) \(Self.reasons[status] ?? "Status")"]
        lines += headers.fields.filter { !Self.ownFields.contains($0.name.lowercased()) }
            .map { "\($0.name): \($0.value)" }
        if mayHaveBody {
            switch sentFraming {
            case .length: lines.append("Content-Length: \(declaredLength)")
            case .declared(let length): lines.append("Content-Length: \(length)")
            case .chunked: lines.append("Transfer-Encoding: chunked")
            case .untilClose: break
            }
        }
        if !keepsAlive, !isCut { lines.append("Connection: close") }
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }

    private static let ownFields: Set = ["content-length", "connection", "transfer-encoding"]

    /// Whether the status allows a body (RFC 9110 §6.4.1).
    private var mayHaveBody: Bool {
        status >= 200 && status != 204 && status != 304
    }

    /// The framing of the body; an endless one has no length.
    private var sentFraming: Framing {
        if case .endless = delivery, framing == .length { .untilClose } else { framing }
    }

    /// Whether the connection ends within the body, which the head must not announce.
    private var isCut: Bool {
        switch delivery {
        case .truncated, .reset: true
        default: closesEarly
        }
    }

    /// Whether the declared length exceeds the body, so that only the end of the connection ends the body.
    private var closesEarly: Bool {
        if case .declared(let length) = framing { length > body.count } else { false }
    }

    private var declaredLength: Int {
        guard case .truncated(let length) = delivery else { return body.count }
        return max(body.count, min(length, body.count) + 1)
    }

    private static let reasons = [
        200: "OK", 201: "Created", 204: "No Content", 206: "Partial Content", 301: "Moved Permanently",
        302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
        308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
        404: "Not Found", 405: "Method Not Allowed", 410: "Gone", 416: "Range Not Satisfiable",
        422: "Unprocessable Content", 429: "Too Many Requests", 500: "Internal Server Error",
        502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    ]
}
