import Foundation

/// A header field of a request, normalized.
struct HeaderField: Hashable, Sendable {
    let name: String
    let value: String

    /// Whether a server may select another image by this field.
    ///
    /// All fields count, such as `Authorization`, `Cookie`, `Accept` and a project's own, except those that
    /// describe the client or the connection.
    var selectsContent: Bool { !Self.fieldsThatSelectNothing.contains(name) }

    /// The names of the fields that select nothing, as far as is known without the response.
    static let fieldsThatSelectNothing: Set<String> = [
        "accept-encoding", "baggage", "cache-control", "connection", "dnt", "keep-alive", "pragma",
        "priority",
        "referer", "traceparent", "tracestate", "user-agent", "x-correlation-id", "x-request-id",
    ]

    /// Returns fields with lower-case names, sorted; the values of equal names are joined.
    static func normalized(_ headers: [String: String]) -> [HeaderField] {
        if headers.isEmpty { return [] }
        var values: [String: [String]] = [:]
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            values[name.lowercased(), default: []].append(
                value.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        return values.map { HeaderField(name: $0.key, value: $0.value.joined(separator: ", ")) }
            .sorted { $0.name < $1.name }
    }
}
