import FluxLoading
import Foundation

/// The fields of the request by which the server selected the response (RFC 9111 §4.1).
///
/// Most are part of the key of the bytes. Those that describe the client are not: of these, the ones that
/// `Vary` names are kept as a digest.
extension StoredResponse {
    /// Whether a server would select the same response for a request, according to `Vary`.
    func isSelected(by headers: [String: String]) -> Bool {
        selection == selection(in: headers)
    }

    /// Whether `Vary` names a field.
    func varies(by name: String) -> Bool { namesThatVary.contains(name) }

    /// A digest of the fields that `Vary` names of those that a session adds; `nil` if it names none.
    func selection(bySession fields: [String: String]) -> String? {
        if fields.isEmpty || self.fields["vary"] == nil { return nil }
        return Self.digest(of: Set(fields.keys).intersection(namesThatVary), in: fields)
    }

    private var namesThatVary: [String] {
        (fields["vary"]?.lowercased() ?? "").split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// A digest of the fields that `Vary` names of those of the request; `nil` if none of them counts.
    func selection(in headers: [String: String]) -> String? {
        if fields["vary"] == nil { return nil }
        let counted = HeaderName.selectingNothing.intersection(namesThatVary)
        return Self.digest(of: counted, in: headers)
    }

    /// The image is the same, however its bytes are encoded.
    private static func digest(of names: Set<String>, in headers: [String: String]) -> String? {
        let names = names.subtracting(["accept-encoding"]).sorted()
        let parts = names.flatMap { name in headers[name].map { [name, $0] } ?? [] }
        if parts.isEmpty { return nil }
        return SHA256.hexDigest(of: parts.map { "\($0.utf8.count):\($0)" }.joined())
    }
}
