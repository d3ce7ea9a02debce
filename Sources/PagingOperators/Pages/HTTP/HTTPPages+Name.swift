import FluxLoading
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPPages: NamedPages {
    /// A digest of the request, of the place of the items and of the rule, by which a stored list continues:
    /// the text would contain credentials. Users with other credentials have other lists.
    package var listName: String? {
        let fields = (request.allHTTPHeaderFields ?? [:]).map { "\($0.key.lowercased()): \($0.value)" }
            .sorted()
        let body = request.httpBody?.base64EncodedString() ?? ""
        let parts = ["\(request.httpMethod ?? "GET") \(request.urlOrBlank.absoluteString)"] + fields
        return SHA256.hexDigest(
            of: (parts + [body, "\(items?.description ?? "")", "\(next)"]).joined(separator: "\n"))
    }
}
