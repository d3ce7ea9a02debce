import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What is kept of an HTTP response beside its bytes: its time, and the fields that tell how long it is fresh
/// and how it is validated (RFC 9111, RFC 9110 §8.8).
struct StoredResponse: Equatable, Sendable {
    private static let names: Set<String> = [
        "age", "cache-control", "date", "etag", "expires", "last-modified", "vary",
    ]

    /// When the response was received.
    let receivedAt: Date

    /// The fields, with their names in lower case.
    private(set) var fields: [String: String]

    init(receivedAt: Date, fields: [String: String] = [:]) {
        self.receivedAt = receivedAt
        self.fields = fields
    }

    init(_ response: URLResponse?, receivedAt: Date) {
        var fields: [String: String] = [:]
        if let response = response as? HTTPURLResponse {
            for name in Self.names { fields[name] = response.value(forHTTPHeaderField: name) }
        }
        self.init(receivedAt: receivedAt, fields: fields)
    }

    /// The response that a 304 confirms: its fields replace the stored ones, and its age counts from now
    /// (RFC 9111 §4.3.4).
    func confirmed(by response: StoredResponse) -> StoredResponse {
        var merged = fields
        merged["age"] = nil
        merged["date"] = nil
        merged.merge(response.fields) { $1 }
        return StoredResponse(receivedAt: response.receivedAt, fields: merged)
    }
}

// The fields of the request.
extension StoredResponse {
    /// A digest of the request's fields that `Vary` names and that are not part of the key.
    var selection: String? { fields[Self.selectionName] }

    func with(selection: String?) -> StoredResponse {
        var copy = self
        copy.fields[Self.selectionName] = selection
        return copy
    }
}

// Metadata of a cache entry.
extension StoredResponse {
    private static let receivedName = "received"
    /// 30,000 years from 1970. Ages of farther times overflow.
    private static let farthest: TimeInterval = 1e12

    /// Reads the metadata of a cache entry; `nil` if they are not those of a response.
    init?(metadata: [String: String]) {
        guard let seconds = metadata[Self.receivedName].flatMap(Double.init), abs(seconds) < Self.farthest
        else { return nil }
        self.init(
            receivedAt: Date(timeIntervalSince1970: seconds),
            fields: metadata.filter { Self.names.contains($0.key) || $0.key == Self.selectionName })
    }

    /// The metadata of a cache entry.
    var metadata: [String: String] {
        fields.merging([Self.receivedName: "\(receivedAt.timeIntervalSince1970)"]) { $1 }
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

    /// Whether two responses may be parts of the same body: no validator that both have differs.
    func mayBeOfSameBody(as other: StoredResponse) -> Bool {
        func isSame(_ one: String?, _ other: String?) -> Bool { one == nil || other == nil || one == other }
        return isSame(entityTag, other.entityTag) && isSame(lastModified, other.lastModified)
    }

    /// The fields that validate the stored bytes, such as `If-None-Match`.
    var conditions: [String: String] {
        var conditions: [String: String] = [:]
        conditions["If-None-Match"] = entityTag
        conditions["If-Modified-Since"] = lastModified
        return conditions
    }
}
