import FluxLoading
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPPages: NamedPages {
    /// A digest of the request, of the place of the items and of the rule, by which a stored list continues:
    /// the text would contain credentials. Users with other credentials have other lists, those that the
    /// session of the loader adds included, except those of its cookie storage.
    package var listName: String? {
        let own = (request.allHTTPHeaderFields ?? [:]).map { ($0.key.lowercased(), $0.value) }
        let added = (loader as? any FieldAddingDataLoader)?.addedFields.values ?? [:]
        let fields = added.merging(own) { $1 }
            .filter { !HeaderName.selectingNothing.contains($0.key) }
            .map { "\($0.key): \($0.value)" }.sorted()
        let parts = ["\(request.httpMethod ?? "GET") \(request.urlOrBlank.absoluteString)"] + fields
        return SHA256.hexDigest(
            of: (parts + [bodyText, "\(items?.description ?? "")", "\(next)"]).joined(separator: "\n"))
    }

    private var bodyText: String {
        guard let body = request.httpBody else { return "" }
        // A larger one takes too long.
        let json = body.count <= 1 << 16 ? try? JSONText(body) : nil
        return json?.sortedText ?? body.base64EncodedString()
    }
}

extension JSONText {
    /// The text with the members of each object in the order of their names: `JSONEncoder` writes them in
    /// another order each time.
    fileprivate var sortedText: String {
        switch kind {
        case .object:
            let members = members.map { "\($0.name.jsonLiteral):\($0.value.sortedText)" }.sorted()
            return "{\(members.joined(separator: ","))}"
        case .array: return "[\(elements.map(\.sortedText).joined(separator: ","))]"
        case .null, .boolean, .number, .string: return withBytes { String(decoding: $0, as: UTF8.self) }
        }
    }
}
