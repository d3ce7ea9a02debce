import FluxLoading
import Foundation

/// The fields of the request by which the server selected the response (RFC 9111 §4.1).
///
/// Most are part of the key of the bytes. Those that describe the client are not: of these, the ones that
/// `Vary` names are kept as a digest.
extension StoredResponse {
    /// The same response with the fields of the request that it was selected by.
    func selected(by headers: [String: String]) -> StoredResponse {
        var copy = self
        copy.selection = selection(in: headers)
        return copy
    }

    /// Whether a server would select the same response for a request, according to `Vary`.
    func isSelected(by headers: [String: String]) -> Bool {
        selection == selection(in: headers)
    }

    /// Whether `Vary` names one of these fields, which are sent and not known.
    func varies(by names: Set<String>) -> Bool {
        !names.isEmpty && !names.isDisjoint(with: namesThatVary)
    }

    private var namesThatVary: [String] {
        (fields["vary"]?.lowercased() ?? "").split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// `nil` if no field of the request counts.
    private func selection(in headers: [String: String]) -> String? {
        if fields["vary"] == nil { return nil }
        // The image is the same, however its bytes are encoded.
        let counted = HeaderField.fieldsThatSelectNothing.subtracting(["accept-encoding"])
            .intersection(namesThatVary)
        let parts = counted.sorted().flatMap { name in headers[name].map { [name, $0] } ?? [] }
        if parts.isEmpty { return nil }
        return SHA256.hexDigest(of: parts.map { "\($0.utf8.count):\($0)" }.joined())
    }
}
