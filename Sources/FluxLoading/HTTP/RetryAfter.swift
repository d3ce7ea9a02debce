import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPURLResponse {
    /// The time to wait before a retry: the value of `Retry-After` (RFC 9110 §10.2.3), in seconds or as a
    /// date. Without that field, the time until a limit of requests, none of which remains, is reset.
    ///
    /// A date is compared with the response's own `Date`, if it has one.
    package var retryAfter: Duration? {
        let now = value(forHTTPHeaderField: "Date").flatMap { HTTPDate.parse($0) } ?? Date()
        if let wait = value(forHTTPHeaderField: "Retry-After") { return Self.retryAfter(wait, now: now) }
        return resetOfLimit(now: now)
    }

    /// The time until the limit that a refused request has exceeded is reset: GitHub and others respond with
    /// status 403 or 429, the number 0 of remaining requests, and the reset as a number of seconds, from now
    /// or since 1970. While requests remain, status 429 means by itself that a retry may succeed, often long
    /// before the reset.
    private func resetOfLimit(now: Date) -> Duration? {
        guard statusCode == 403 || statusCode == 429 else { return nil }
        for prefix in ["X-RateLimit-", "RateLimit-"] {
            guard value(forHTTPHeaderField: prefix + "Remaining") == "0",
                let seconds = value(forHTTPHeaderField: prefix + "Reset").flatMap({ Double($0) }),
                seconds >= 0
            else { continue }
            // As numbers of seconds from now, these would be 3,000 years, or 30.
            if seconds > 1e11 { return nil }
            let isTime = seconds > 1_000_000_000
            return .limitedSeconds(isTime ? max(0, seconds - now.timeIntervalSince1970) : seconds)
        }
        return nil
    }

    /// A number of seconds. Some servers send a fraction, such as `2.0`.
    private static func number(in text: String) -> Double? {
        text.utf8.allSatisfy { 48...57 ~= $0 || $0 == UInt8(ascii: ".") } ? Double(text) : nil
    }

    static func retryAfter(_ value: String, now: Date) -> Duration? {
        let value = value.trimmingCharacters(in: .whitespaces)
        // Several fields are joined: of an application and of a proxy. A date has a comma, too.
        let members = value.split(separator: ",")
        let numbers = members.map { number(in: $0.trimmingCharacters(in: .whitespaces)) }.prefix { $0 != nil }
        let date = HTTPDate.parse(members.dropFirst(numbers.count).joined(separator: ","), now: now)
        let waits = numbers.compactMap(\.self) + (date.map { [$0.timeIntervalSince(now)] } ?? [])
        return waits.max().map { .limitedSeconds($0) }
    }
}
