import Foundation

/// The first bytes of a body whose transfer was interrupted, and what is necessary to request the rest; or
/// all bytes, if the fetch was cancelled before they were decoded: the server confirms them.
struct PartialBody: Sendable {
    let bytes: Data
    /// A strong validator of the whole body.
    let validator: String
    /// The number of bytes of the whole body; `nil` if it is unknown.
    let total: Int?
    /// The response that the bytes belong to.
    let response: StoredResponse

    var isComplete: Bool { bytes.count == total }

    /// The fields that request the rest.
    var conditions: [String: String] {
        if isComplete { return [isTag ? "If-None-Match" : "If-Modified-Since": validator] }
        return ["Range": "bytes=\(bytes.count)-", "If-Range": validator]
    }

    /// Whether the validator is an entity tag.
    var isTag: Bool { validator.hasPrefix("\"") }
}
