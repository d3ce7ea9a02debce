import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The request of an image: a URL, and the header fields to send.
///
/// Equal requests share one fetch and one cached image. Requests that differ in a header field, such as
/// `Authorization`, are not equal.
public struct ImageRequest: Sendable {
    /// The URL of the image; its scheme is `http`, `https`, `file` or `data`.
    public let url: URL

    /// Identifies the image in the cache and among the fetches. Made once, since every look-up needs it.
    @usableFromInline package let key: Key

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - url: The URL of the image.
    ///   - headers: The header fields to send. Names are not case-sensitive, white space around values is removed, and
    ///     the values of fields with the same name are joined (RFC 9110 §5).
    public init(url: URL, headers: [String: String] = [:]) {
        self.url = url
        key = Key(url: url, headers: headers)
    }

    /// The header fields to send, with their names in lower case.
    public var headers: [String: String] {
        Dictionary(uniqueKeysWithValues: key.headers.map { ($0.name, $0.value) })
    }

    /// The same request for a ``DataLoading``.
    var urlRequest: URLRequest {
        var request = URLRequest(url: url)
        for header in key.headers { request.setValue(header.value, forHTTPHeaderField: header.name) }
        return request
    }
}

extension ImageRequest: Hashable {
    public static func == (lhs: ImageRequest, rhs: ImageRequest) -> Bool {
        lhs.key == rhs.key
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
    }
}
