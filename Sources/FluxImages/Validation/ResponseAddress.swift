import FluxLoading
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Where a response came from, if redirects led away from the URL that was requested.
///
/// Digests, because it is kept on disk, and addresses that servers redirect to are often signed.
struct ResponseAddress: Hashable, Sendable {
    /// Of the address without its query.
    private let place: String
    private let query: String

    /// - Returns: `nil` if the response is that of the URL itself. A signature that was added to its query, a
    ///   slash at its end, and `https` in place of `http` make no other URL.
    init?(of response: URLResponse, to url: URL) {
        guard let final = response.url, final != url, !final.isForm(of: url) else { return nil }
        place = Self.digest(final.place.joined(separator: " "))
        query = Self.digest(final.unsignedParameters.sorted().joined(separator: "&"))
    }

    /// Reads what ``text`` has written.
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return nil }
        (place, query) = (parts[0], parts[1])
    }

    var text: String { "\(place) \(query)" }

    private static func digest(_ text: String) -> String { String(SHA256.hexDigest(of: text).prefix(32)) }
}

extension URL {
    /// The scheme, the host, the port and the path.
    fileprivate var place: [String] {
        let scheme = scheme?.lowercased() ?? ""
        let path = path(percentEncoded: false)
        return [
            // A redirect from http to https leads to the same server.
            scheme == "http" ? "https" : scheme, host(percentEncoded: false)?.lowercased() ?? "",
            port.map { "\($0)" } ?? "", path.hasSuffix("/") ? String(path.dropLast()) : path,
        ]
    }

    private var parameters: Set<Substring> {
        Set((query(percentEncoded: true) ?? "").split(separator: "&"))
    }

    /// The parameters of the query without those of a signature, which differ for the same image.
    fileprivate var unsignedParameters: Set<Substring> {
        let parameters = parameters
        let names = Set(parameters.map(\.parameterName))
        let signature = Self.signatures.filter { $0.marks.isSubset(of: names) }
            .reduce(into: Set<String>()) { $0.formUnion($1.marks.union($1.others)) }
        return parameters.filter { !$0.parameterName.isOfSignature && !signature.contains($0.parameterName) }
    }

    /// The parameters of signatures whose names have other meanings where they are alone: of Azure, nginx,
    /// Qiniu, Facebook and Discord.
    private static let signatures: [(marks: Set<String>, others: Set<String>)] = [
        (["sig"], ["se", "si", "ske", "skoid", "sks", "skt", "sktid", "skv", "sp", "spr", "sr", "st", "sv"]),
        (["md5", "expires"], []), (["e", "st"], []), (["e", "token"], []), (["oe", "oh"], []),
        (["ex", "hm", "is"], []),
    ]

    /// Whether this is another URL with, at most, a signature in addition.
    fileprivate func isForm(of url: URL) -> Bool {
        place == url.place && url.parameters.isSubset(of: parameters)
            && unsignedParameters.isSubset(of: url.parameters)
    }
}

extension Substring {
    /// The name of a parameter of a query, in lower case, without punctuation.
    fileprivate var parameterName: String {
        let name = prefix { $0 != "=" }
        return (name.removingPercentEncoding ?? String(name)).lowercased()
            .filter { $0.isLetter || $0.isNumber }
    }
}

extension String {
    /// Whether a parameter of this name is a part of the signature of an address: of Amazon S3 and
    /// CloudFront, Google, Akamai, Alibaba and Tencent Cloud, and servers of one's own.
    fileprivate var isOfSignature: Bool {
        [
            "auth", "authorization", "exp", "expire", "expires", "expirationtimestamp", "expiry",
            "googleaccessid", "hdnea", "hdnts", "hmac", "jwt", "keypairid", "policy", "sig", "xexpires",
        ].contains(self)
            || ["qak", "qheader", "qkey", "qsign", "qurlparam", "xamz", "xgoog", "xoss"].contains {
                hasPrefix($0)
            }
            || ["accesskey", "credential", "signature", "token"].contains { contains($0) }
    }
}
