import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking

    extension URLRequest {
        /// The same request with a percent-encoded host, if that is an IPv6 address without a zone.
        ///
        /// A session of Swift 6.3 compares the host with that of curl before it connects. It takes the
        /// brackets from the one and not from the other, so that they are equal only if the brackets are
        /// encoded, and the address is in the form of RFC 5952. See
        /// https://github.com/swiftlang/swift-corelibs-foundation/issues/5496.
        var withEncodedAddress: URLRequest? {
            guard let host = url?.host(), host.utf8.contains(UInt8(ascii: ":")),
                let address = Self.canonicalAddress(host)
            else { return nil }
            var text = urlOrBlank.absoluteString
            guard let start = text.firstIndex(of: "["), let end = text[start...].firstIndex(of: "]") else {
                return nil
            }
            text.replaceSubrange(start...end, with: "%5B\(address.replacing(":", with: "%3A"))%5D")
            guard let url = URL(string: text) else { return nil }
            var copy = self
            copy.url = url
            return copy
        }

        /// The form of RFC 5952 of an IPv6 address.
        private static func canonicalAddress(_ text: String) -> String? {
            var address = in6_addr()
            guard inet_pton(AF_INET6, text, &address) == 1 else { return nil }
            var bytes = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            guard inet_ntop(AF_INET6, &address, &bytes, socklen_t(bytes.count)) != nil else { return nil }
            return bytes.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
        }
    }
#else
    extension URLRequest {
        /// A session loads from every address.
        var withEncodedAddress: URLRequest? { nil }
    }
#endif

extension URLResponse {
    /// The same response with another URL.
    func located(at url: URL) -> URLResponse {
        guard let response = self as? HTTPURLResponse else { return self }
        let fields = response.allHeaderFields.compactMap { name, value in
            (name as? String).flatMap { name in (value as? String).map { (name, $0) } }
        }
        return HTTPURLResponse(
            url: url, statusCode: response.statusCode, httpVersion: nil,
            headerFields: Dictionary(fields, uniquingKeysWith: { first, _ in first })) ?? response
    }
}
