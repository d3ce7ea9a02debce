import Foundation

/// The first bytes of a body whose transfer was interrupted, and what is necessary to request the rest.
struct PartialBody: Sendable {
    let bytes: Data
    /// A strong validator of the whole body.
    let validator: String
    /// The number of bytes of the whole body; `nil` if it is unknown.
    let total: Int?
    /// The response that the bytes belong to.
    let response: StoredResponse
}
