import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPURLResponse {
    /// The time to wait before a retry: the value of `Retry-After` (RFC 9110 §10.2.3), in seconds or as a date.
    ///
    /// A date is compared with the response's own `Date`, if it has one.
    var retryAfter: Duration? {
        guard let wait = value(forHTTPHeaderField: "Retry-After") else { return nil }
        let sent = value(forHTTPHeaderField: "Date").flatMap { HTTPDate.parse($0) }
        return Self.retryAfter(wait, now: sent ?? Date())
    }

    /// A century: longer times are as good, and overflow where they are added.
    private static let longest: Int64 = 3_155_760_000

    static func retryAfter(_ value: String, now: Date) -> Duration? {
        let value = value.trimmingCharacters(in: .whitespaces)
        if value.utf8.allSatisfy({ 48...57 ~= $0 }) { return Int64(value).map { .seconds(min($0, longest)) } }
        guard let date = HTTPDate.parse(value, now: now) else { return nil }
        return .seconds(max(0, date.timeIntervalSince(now)))
    }
}
