import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPURLResponse {
    /// The time to wait before a retry: the value of `Retry-After` (RFC 9110 §10.2.3), in seconds or as a
    /// date.
    ///
    /// A date is compared with the response's own `Date`, if it has one.
    package var retryAfter: Duration? {
        guard let wait = value(forHTTPHeaderField: "Retry-After") else { return nil }
        let sent = value(forHTTPHeaderField: "Date").flatMap { HTTPDate.parse($0) }
        return Self.retryAfter(wait, now: sent ?? Date())
    }

    static func retryAfter(_ value: String, now: Date) -> Duration? {
        let value = value.trimmingCharacters(in: .whitespaces)
        if !value.isEmpty, value.utf8.allSatisfy({ 48...57 ~= $0 }) {
            return Double(value).map { .limitedSeconds($0) }
        }
        return HTTPDate.parse(value, now: now).map { .limitedSeconds($0.timeIntervalSince(now)) }
    }
}
