import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Computes the request that a redirect leads to (RFC 9110 §15.4).
///
/// The proposal of a session is not used: on Linux it loses trailing slashes and percent-encoding, and
/// resolves relative references against the root.
enum HTTPRedirect {
    /// Returns the next request, or `nil` if a response is not a redirect.
    ///
    /// - Parameters:
    ///   - response: The response to a request.
    ///   - request: The request.
    ///   - home: The URL of the first request, to whose origin the credentials belong.
    /// - Throws: The reason if the redirect must not be followed.
    static func request(
        after response: HTTPURLResponse, to request: URLRequest, home: URL
    ) throws(LoadingError) -> URLRequest? {
        guard [301, 302, 303, 307, 308].contains(response.statusCode),
            let location = response.value(forHTTPHeaderField: "Location")
        else { return nil }
        let url = request.urlOrBlank
        func refusal(_ description: String) -> LoadingError {
            LoadingError(url: url, reason: .refusedRedirect(description: description))
        }
        guard let target = url.resolving(location) else { throw refusal("malformed location") }
        if target.isInsecure(after: url) { throw refusal("from https to \(target.redacted)") }
        var next = request.directed(to: target, home: home)
        let method = request.httpMethod ?? "GET"
        switch response.statusCode {
        case 301, 302: if method == "POST" { next.becomeGet() }
        case 303: if method != "HEAD" { next.becomeGet() }
        default: break
        }
        // A stream has been read.
        if next.httpBodyStream != nil { throw refusal("of a request with a stream to \(target.redacted)") }
        if next.httpBody != nil, let origin = URLOrigin(home),
            !origin.shares(credentialsWith: URLOrigin(target))
        {
            throw refusal("of a request with a body to \(target.redacted)")
        }
        return next
    }
}

extension URLRequest {
    fileprivate mutating func becomeGet() {
        httpMethod = "GET"
        httpBody = nil
        httpBodyStream = nil
        for field in ["Content-Type", "Content-Length", "Content-Encoding"] {
            setValue(nil, forHTTPHeaderField: field)
        }
    }
}
