import Foundation

/// The first bytes of a body whose transfer was interrupted, and what is necessary to request the rest; or
/// all bytes, if the fetch was cancelled before their image was stored: the server confirms them. Those that
/// it cannot confirm are used while they are fresh, if they are known to be an image.
struct PartialBody: Sendable {
    let bytes: Data
    /// A strong validator of the whole body; `nil` if the bytes are those of an image, which cannot be
    /// confirmed.
    let validator: String?
    /// The number of bytes of the whole body; `nil` if it is unknown.
    let total: Int?
    /// The response that the bytes belong to.
    let response: StoredResponse

    var isComplete: Bool { bytes.count == total }

    /// The fields that request the rest.
    var conditions: [String: String] {
        guard let validator else { return [:] }
        if isComplete { return [isTag ? "If-None-Match" : "If-Modified-Since": validator] }
        return ["Range": "bytes=\(bytes.count)-", "If-Range": validator]
    }

    /// Whether the validator is an entity tag.
    var isTag: Bool { validator?.hasPrefix("\"") == true }
}
