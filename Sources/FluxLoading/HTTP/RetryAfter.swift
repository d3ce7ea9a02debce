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
        // Some servers send a fraction, such as `2.0`.
        let isNumber = value.utf8.allSatisfy { 48...57 ~= $0 || $0 == UInt8(ascii: ".") }
        if isNumber, let seconds = Double(value) { return .limitedSeconds(seconds) }
        return HTTPDate.parse(value, now: now).map { .limitedSeconds($0.timeIntervalSince(now)) }
    }
}
