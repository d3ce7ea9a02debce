import FluxLoading
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The parts of an HTTP response that are kept beside its bytes: its time, and header fields.
///
/// The input of a ``CachePolicy``.
public struct StoredResponse: Hashable, Sendable {
    /// The time at which the response was received, or last confirmed by the server.
    public var receivedAt: Date

    /// The header fields, with their names in lower case.
    ///
    /// A response of a server has all of them except those that belong to the connection or to one message
    /// (RFC 9111 §3.1), such as `Connection` and `Content-Length`, and `Set-Cookie`, which is not to be
    /// written to a disk. A stored one has those that ``CachePolicy/responseToStore(_:for:)`` has returned.
    public var fields: [String: String]

    /// A digest of the request's fields that `Vary` names and that are not part of the key.
    var selection: String?

    /// A digest of the fields that `Vary` names and that the session adds to all requests.
    var sessionSelection: String?

    /// Where the response came from, if it was redirected.
    var address: ResponseAddress?

    /// Identifies the body: the same for the original and what was made of it for variants. `nil` if it is
    /// not known.
    var body: String?

    /// Whether the response is that of an alternative URL, whose server has images of its own.
    var isOfAlternative = false

    /// The status; of a stored response it is not known.
    var status: Int?

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - receivedAt: When it was received.
    ///   - fields: The header fields; names are not case-sensitive.
    public init(receivedAt: Date, fields: [String: String] = [:]) {
        self.receivedAt = receivedAt
        self.fields = [:]
        for (name, value) in fields { self.fields[name.lowercased()] = value }
    }

    /// The response to a request for a URL.
    init(_ response: URLResponse, to url: URL, receivedAt: Date) {
        self.receivedAt = receivedAt
        fields = (response as? HTTPURLResponse)?.storableFields ?? [:]
        status = (response as? HTTPURLResponse)?.statusCode
        address = ResponseAddress(of: response, to: url)
    }

    /// The response that a 304 confirms: its fields replace the stored ones, and its age counts from now
    /// (RFC 9111 §4.3.4).
    func confirmed(by response: StoredResponse) -> StoredResponse {
        var merged = fields
        merged["age"] = nil
        merged["date"] = nil
        merged.merge(response.fields) { $1 }
        var confirmed = self
        confirmed.receivedAt = response.receivedAt
        confirmed.fields = merged
        return confirmed
    }
}

extension StoredResponse {
    /// The response without what differs each time that the server confirms it.
    var withoutTimes: StoredResponse {
        var response = self
        response.receivedAt = .distantPast
        response.status = nil
        for name in ["age", "date", "expires"] { response.fields[name] = nil }
        return response
    }
}

extension HTTPURLResponse {
    /// Names of fields that are not stored with a response. The last six name metadata of a cache entry.
    private static let excludedFields: Set<String> = [
        "connection", "content-length", "content-range", "keep-alive", "proxy-authenticate",
        "proxy-authentication-info", "proxy-authorization", "proxy-connection", "set-cookie", "set-cookie2",
        "te", "trailer", "transfer-encoding", "upgrade",
        StoredResponse.receivedName, StoredResponse.selectionName, StoredResponse.addressName,
        StoredResponse.bodyName, StoredResponse.sessionSelectionName, StoredResponse.alternativeName,
    ]

    fileprivate var storableFields: [String: String] {
        var fields: [String: String] = [:]
        for case let name as String in allHeaderFields.keys {
            let lowercased = name.lowercased()
            if Self.excludedFields.contains(lowercased) { continue }
            fields[lowercased] = value(forHTTPHeaderField: name)
        }
        return fields
    }
}

// Metadata of a cache entry.
extension StoredResponse {
    fileprivate static let receivedName = "received"
    fileprivate static let selectionName = "selection"
    fileprivate static let addressName = "redirected-to"
    fileprivate static let bodyName = "body"
    fileprivate static let sessionSelectionName = "session-selection"
    fileprivate static let alternativeName = "of-alternative"
    /// 30,000 years, from 1970 or from another time. Ages of farther times overflow.
    static let farthest: TimeInterval = 1e12

    /// Reads the metadata of a cache entry; `nil` if they are not those of a response.
    init?(metadata: [String: String]) {
        guard let seconds = metadata[Self.receivedName].flatMap(Double.init), abs(seconds) < Self.farthest
        else { return nil }
        receivedAt = Date(timeIntervalSince1970: seconds)
        fields = metadata
        // Most responses have none of the others, and a comparison costs less than a look-up.
        for (name, value) in metadata {
            switch name {
            case Self.receivedName: break
            case Self.selectionName: selection = value
            case Self.addressName: address = ResponseAddress(value)
            case Self.bodyName: body = value
            case Self.sessionSelectionName: sessionSelection = value
            case Self.alternativeName: isOfAlternative = true
            default: continue
            }
            fields[name] = nil
        }
    }

    /// The metadata of a cache entry.
    var metadata: [String: String] {
        var metadata = fields
        metadata[Self.receivedName] = "\(receivedAt.timeIntervalSince1970)"
        metadata[Self.selectionName] = selection
        metadata[Self.addressName] = address?.text
        metadata[Self.bodyName] = body
        metadata[Self.sessionSelectionName] = sessionSelection
        metadata[Self.alternativeName] = isOfAlternative ? "yes" : nil
        return metadata
    }
}

// Validators.
extension StoredResponse {
    /// The entity tag, strong or weak.
    var entityTag: String? { fields["etag"].flatMap { $0.isEmpty ? nil : $0 } }

    var lastModified: String? { fields["last-modified"].flatMap { $0.isEmpty ? nil : $0 } }

    /// The validator for `If-Range`: a strong entity tag, or a date of the last change if the response is at
    /// least a minute younger, so that the bytes cannot have changed twice within that second (RFC 9110
    /// §8.8.2.2).
    var strongValidator: String? {
        if let entityTag { return entityTag.hasPrefix("\"") ? entityTag : nil }
        guard let lastModified, let changed = HTTPDate.parse(lastModified),
            let date = fields["date"].flatMap({ HTTPDate.parse($0) }),
            date.timeIntervalSince(changed) >= 60
        else { return nil }
        return lastModified
    }

    /// The response as that of an alternative URL. It is validated at the first one, whose server knows
    /// nothing of an entity tag of this one, or a date of the last change (RFC 9110 §8.8).
    var ofAlternative: StoredResponse {
        var response = self
        response.isOfAlternative = true
        response.fields["etag"] = nil
        response.fields["last-modified"] = nil
        return response
    }

    /// Whether a response with status 304 may confirm this one: not if it has another strong entity tag (RFC
    /// 9111 §4.3.4).
    func mayBeConfirmed(by response: StoredResponse) -> Bool {
        guard let tag = entityTag, let other = response.entityTag else { return true }
        return tag == other || !tag.hasPrefix("\"") || !other.hasPrefix("\"")
    }

    /// Whether two responses may be parts of the same body: no validator that both have differs.
    func mayBeOfSameBody(as other: StoredResponse) -> Bool {
        func isSame(_ one: String?, _ other: String?) -> Bool { one == nil || other == nil || one == other }
        return isSame(entityTag, other.entityTag) && isSame(lastModified, other.lastModified)
    }
}
