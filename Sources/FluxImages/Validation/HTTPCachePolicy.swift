import Foundation

/// Keeps responses, and shows their images, as HTTP requires of a private cache (RFC 9111, RFC 5861).
///
/// A response is fresh for the lifetime that it states (`Cache-Control: max-age`, `Expires`, less `Age`).
/// Then it is validated by `ETag` or `Last-Modified`; with `stale-while-revalidate` it may be shown
/// meanwhile. With `no-cache` it is never shown without a validation, with `must-revalidate` not once it is
/// stale, and with `no-store` it is not kept. A request may require a validation by `Cache-Control: no-cache`
/// or `max-age=0`, and forbid to keep the response by `no-store`. A response that the server has selected by
/// other fields of the request (`Vary`) is validated. A response that came by a redirect is shown and
/// validated, since the redirect may lead to another image by now. A response with a status such as 202 is
/// kept only if it states for how long, or has `public` or `private`.
///
/// ```swift
/// configuration.cachePolicy = HTTPCachePolicy(defaultLifetime: .seconds(7 * 24 * 60 * 60))
/// ```
public struct HTTPCachePolicy: CachePolicy, Hashable {
    /// The lifetime of a response that states none (RFC 9111 §4.2.2): a day by default.
    public var defaultLifetime: Duration

    /// Creates a policy.
    ///
    /// - Parameter defaultLifetime: The lifetime of a response that states none.
    public init(defaultLifetime: Duration = .seconds(24 * 60 * 60)) {
        self.defaultLifetime = defaultLifetime
    }

    /// Returns whether the bytes may be shown; never ``Freshness/unusable``.
    public func freshness(
        of response: StoredResponse, for request: ImageRequest, at now: Date
    ) -> Freshness {
        // The request may require a validation (RFC 9111 §5.2.1).
        let headers = request.headers
        let required = CacheControl(headers["cache-control"] ?? headers["pragma"] ?? "")
        let isSelected = response.isSelected(by: headers) && !response.variesAlways
        if required.noCache || required.maxAge == .zero || !isSelected { return .mustRevalidate }
        let control = response.control
        if control.noStore || control.noCache { return .mustRevalidate }
        let excess = response.age(at: now) - (response.lifetime(by: control) ?? defaultLifetime)
        // An age before zero: the clock was set back, and nothing is known.
        if excess < .zero, now.timeIntervalSince(response.receivedAt) >= -60 {
            // The redirect may lead to another one by now.
            return response.address == nil ? .fresh : .staleWhileRevalidate
        }
        if control.mustRevalidate { return .mustRevalidate }
        if let grace = control.staleWhileRevalidate, excess < grace { return .staleWhileRevalidate }
        return .stale
    }
}
