import Foundation

/// A body with a validator, which a client may revalidate and request in parts (RFC 9110 §8.8, §13, §14).
///
/// ```swift
/// let picture = Representation(bytes, tag: "\"v1\"", cacheControl: "max-age=60")
/// let server = try EmbeddedServer(handler: picture.respond)
/// ```
package struct Representation: Sendable {
    package var body: Data
    /// The entity tag, with its quotation marks; `W/` before it makes it a weak one.
    package var tag: String
    package var cacheControl: String

    package init(_ body: Data, tag: String, cacheControl: String = "max-age=3600") {
        self.body = body
        self.tag = tag
        self.cacheControl = cacheControl
    }

    /// Responds with the whole body, with a part of it (206), with 304 if the client has it, or with 416 if
    /// the part does not exist.
    package func respond(to request: HTTPRequest) -> HTTPResponse {
        response(to: request)
            .with("ETag", tag).with("Cache-Control", cacheControl).with("Accept-Ranges", "bytes")
    }

    private func response(to request: HTTPRequest) -> HTTPResponse {
        if request.headers.list("If-None-Match", contains: tag) { return HTTPResponse(status: 304) }
        guard let first = firstByte(of: request) else { return HTTPResponse(body: body) }
        guard first < body.count else {
            return HTTPResponse(status: 416).with("Content-Range", "bytes */\(body.count)")
        }
        return HTTPResponse(status: 206, body: Data(body.dropFirst(first)))
            .with("Content-Range", "bytes \(first)-\(body.count - 1)/\(body.count)")
    }

    /// The start of `bytes=7-`, unless the client continues another body. Other forms of ranges are ignored.
    private func firstByte(of request: HTTPRequest) -> Int? {
        if let condition = request.headers["If-Range"], condition != tag || tag.hasPrefix("W/") { return nil }
        guard let range = request.headers["Range"], range.hasPrefix("bytes="), range.hasSuffix("-") else {
            return nil
        }
        return Int(range.dropFirst("bytes=".count).dropLast())
    }
}
