import Foundation

/// Decides which responses are kept on disk, and when the image of a stored response may be shown.
///
/// ``HTTPCachePolicy`` is the policy of a loader, unless its configuration has another. A policy of your own
/// implements the methods where it differs; the others are those of HTTP:
///
/// ```swift
/// /// Shows nothing stale, not even while it is validated or if no server responds.
/// struct NothingStale: CachePolicy {
///     func freshness(
///         of response: StoredResponse, for request: ImageRequest, at now: Date
///     ) -> Freshness {
///         let freshness = HTTPCachePolicy().freshness(of: response, for: request, at: now)
///         return freshness == .fresh ? .fresh : .mustRevalidate
///     }
/// }
/// ```
///
/// A policy stores nothing itself, and can be tested without a loader. A loader calls it at each look-up,
/// from several threads at the same time, without holding a lock. A policy that changes also applies to what
/// was stored before. Requests that share a fetch are represented by the first of them.
public protocol CachePolicy: Sendable {
    /// Returns what to keep of a response, whose bytes are an image.
    ///
    /// Called for each response that was decoded, and for each stored one that the server has confirmed; for
    /// an image that was inserted with its bytes, with a response without fields. It is also called for an
    /// interrupted transfer: the bytes received so far are kept in memory, to continue the transfer later,
    /// unless the result is `nil`.
    ///
    /// - Parameters:
    ///   - response: The response, with all its fields except those listed at ``StoredResponse/fields``.
    ///   - request: The request of the image.
    /// - Returns: The response with the fields to write to the disk beside the bytes; `nil` to store neither,
    ///   and to remove what is stored.
    func responseToStore(_ response: StoredResponse, for request: ImageRequest) -> StoredResponse?

    /// Returns whether the bytes of a stored response may be shown.
    ///
    /// Called once for each stored entry that is looked up, of a variant or of the original. Also called for
    /// each response that has confirmed stored bytes: if these are to be validated again before they are
    /// shown, and only the time differs, nothing is written.
    ///
    /// - Parameters:
    ///   - response: What ``responseToStore(_:for:)`` has returned, possibly in an earlier run, or in an
    ///     earlier version of the program.
    ///   - request: The request of the image.
    ///   - now: The present time.
    func freshness(of response: StoredResponse, for request: ImageRequest, at now: Date) -> Freshness

    /// Returns the header fields that make a request conditional, such as `If-None-Match`.
    ///
    /// Called before the first transfer of a fetch that has found stored bytes.
    ///
    /// - Parameters:
    ///   - response: The stored response.
    ///   - request: The request of the image.
    /// - Returns: The fields to add to the request. Without any, the bytes are downloaded again.
    func conditions(validating response: StoredResponse, for request: ImageRequest) -> [String: String]

    /// Returns a stored response that the server has confirmed with status 304.
    ///
    /// Not called for a status 304 that a ``/FluxLoading/DataLoading`` reports as a failure, without its
    /// fields: the stored response stays as it is.
    ///
    /// - Parameters:
    ///   - response: The stored response.
    ///   - confirmation: The response with status 304.
    ///   - request: The request of the image.
    /// - Returns: The stored response with its new fields and time; unchanged if its bytes are to be shown
    ///   now, and to be validated again the next time; `nil` to download them again, without a condition.
    func confirmed(
        _ response: StoredResponse, by confirmation: StoredResponse, for request: ImageRequest
    ) -> StoredResponse?
}

extension CachePolicy {
    /// Returns the response with the fields that HTTP needs; `nil` if the response or the request has
    /// `no-store`.
    public func responseToStore(_ response: StoredResponse, for request: ImageRequest) -> StoredResponse? {
        let required = CacheControl(request.headers["cache-control"] ?? "")
        if !response.isStorable || required.noStore { return nil }
        var stored = response
        stored.fields = response.fields.filter { storedFields.contains($0.key) }
        return stored
    }

    /// Returns whether HTTP permits the bytes to be shown. See ``HTTPCachePolicy``.
    public func freshness(
        of response: StoredResponse, for request: ImageRequest, at now: Date
    ) -> Freshness {
        HTTPCachePolicy().freshness(of: response, for: request, at: now)
    }

    /// Returns `If-None-Match` and `If-Modified-Since`, if the response has an entity tag or a date.
    public func conditions(
        validating response: StoredResponse, for request: ImageRequest
    ) -> [String: String] {
        var conditions: [String: String] = [:]
        conditions["If-None-Match"] = response.entityTag
        conditions["If-Modified-Since"] = response.lastModified
        return conditions
    }

    /// Returns the stored response with the fields of the confirmation in place of its own; its age counts
    /// from then. `nil` if the confirmation has another strong entity tag (RFC 9111 §4.3.4).
    public func confirmed(
        _ response: StoredResponse, by confirmation: StoredResponse, for request: ImageRequest
    ) -> StoredResponse? {
        response.mayBeConfirmed(by: confirmation) ? response.confirmed(by: confirmation) : nil
    }
}

/// The fields that freshness and validation depend on.
private let storedFields: Set<String> = [
    "age", "cache-control", "date", "etag", "expires", "last-modified", "vary",
]
