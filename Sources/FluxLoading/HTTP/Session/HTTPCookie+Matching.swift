import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPCookie {
    /// Returns whether the cookie is sent to a URL whose host has its domain (RFC 6265 §5.4). A storage on
    /// Linux compares the domain only.
    func isSent(to url: URL, at time: Date) -> Bool {
        if isSecure, url.scheme?.lowercased() != "https" { return false }
        if let expiry, expiry <= time { return false }
        return matches(path: url.path(percentEncoded: true))
    }

    /// The time at which the cookie expires; `nil` at the end of the session. On Linux a cookie with
    /// `Max-Age`, which precedes `Expires` (RFC 6265 §5.3), has no such date.
    private var expiry: Date? {
        guard let age = (properties?[.maximumAge] as? String).flatMap(TimeInterval.init),
            let created = properties?[HTTPCookiePropertyKey("Created")] as? TimeInterval
        else { return expiresDate }
        return Date(timeIntervalSinceReferenceDate: created + age)
    }

    /// RFC 6265 §5.1.4
    private func matches(path other: String) -> Bool {
        let other = other.isEmpty ? "/" : other
        return other == path || other.hasPrefix(path.hasSuffix("/") ? path : path + "/")
    }
}
