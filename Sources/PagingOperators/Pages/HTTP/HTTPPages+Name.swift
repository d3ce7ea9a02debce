import FluxLoading
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPPages: NamedPages {
    /// A digest of the request, of the place of the items and of the rule, by which a stored list continues:
    /// the text would contain credentials. Users with other credentials have other lists, those that the
    /// session of the loader adds included.
    package var listName: String? {
        let own = (request.allHTTPHeaderFields ?? [:]).map { ($0.key.lowercased(), $0.value) }
        // Others, such as `User-Agent`, change with the version of an app.
        let added = (loader as? any FieldAddingDataLoader)?.addedFields.values
            .filter { $0.key.namesSecret || $0.key == "cookie" }
        let fields = (added ?? [:]).merging(own) { $1 }.map { "\($0.key): \($0.value)" }.sorted()
        let body = request.httpBody?.base64EncodedString() ?? ""
        let parts = ["\(request.httpMethod ?? "GET") \(request.urlOrBlank.absoluteString)"] + fields
        return SHA256.hexDigest(
            of: (parts + [body, "\(items?.description ?? "")", "\(next)"]).joined(separator: "\n"))
    }
}
