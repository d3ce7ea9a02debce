import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Which image is wanted: an address, and the header fields to ask for it with.
///
/// Requests with the same ``key-swift.property`` are the same request: they share one fetch and one cached image.
public struct ImageRequest: Sendable {
    /// Where the image is: an `http:`, `https:`, `file:` or `data:` address.
    public let url: URL

    /// What tells this request from others. Made once, since every look-up needs it.
    public let key: Key

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - url: Where the image is.
    ///   - headers: Header fields to send. Their names are the same in any case, white space around values does
    ///     not count, and of fields given twice the values are joined (RFC 9110 §5).
    public init(url: URL, headers: [String: String] = [:]) {
        self.url = url
        key = Key(url: url, headers: headers)
    }

    /// The header fields to send, with their names in lower case.
    public var headers: [String: String] {
        Dictionary(uniqueKeysWithValues: key.headers.map { ($0.name, $0.value) })
    }

    /// The request to give to a ``DataLoading``.
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
