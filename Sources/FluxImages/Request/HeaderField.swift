import FluxLoading
import Foundation

/// A header field of a request, normalized.
struct HeaderField: Hashable, Sendable {
    let name: String
    let value: String

    /// Whether a server may select another image by this field.
    ///
    /// All fields count, such as `Authorization`, `Cookie`, `Accept` and a project's own, except those that
    /// describe the client or the connection.
    var selectsContent: Bool { !HeaderName.selectingNothing.contains(name) }

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
