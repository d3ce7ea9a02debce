import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPURLResponse {
    /// How long the server asks to wait (`Retry-After`, RFC 9110 §10.2.3), in seconds or until a date.
    ///
    /// A date is compared with the server's own clock, if it sent its time.
    var retryAfter: Duration? {
        guard let wait = value(forHTTPHeaderField: "Retry-After") else { return nil }
        let sent = value(forHTTPHeaderField: "Date").flatMap { HTTPDate.parse($0) }
        return Self.retryAfter(wait, now: sent ?? Date())
    }

    static func retryAfter(_ value: String, now: Date) -> Duration? {
        let value = value.trimmingCharacters(in: .whitespaces)
        if value.utf8.allSatisfy({ 48...57 ~= $0 }) { return Int64(value).map { .seconds($0) } }
        guard let date = HTTPDate.parse(value, now: now) else { return nil }
        return .seconds(max(0, date.timeIntervalSince(now)))
    }
}
