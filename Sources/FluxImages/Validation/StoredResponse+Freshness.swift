import FluxLoading
import Foundation

extension StoredResponse {
    /// Whether the bytes may be kept on a disk: not those of a status such as 202, whose body another one
    /// follows, unless the response states for how long (RFC 9111 §3, §4.2.2).
    var isStorable: Bool {
        let control = control
        if control.noStore { return false }
        guard let status, ![200, 203, 206].contains(status) else { return true }
        return lifetime(by: control) != nil || control.mayBeStored
    }

    /// Whether the bytes may be shown to a request at a time.
    ///
    /// - Parameters:
    ///   - headers: The header fields of the request, with their names in lower case. They may require a
    ///     validation (RFC 9111 §5.2.1).
    ///   - now: The time.
    ///   - defaultLifetime: The lifetime of a response that states none (RFC 9111 §4.2.2).
    func freshness(
        for headers: [String: String] = [:], at now: Date, defaultLifetime: Duration
    ) -> Freshness {
        let request = CacheControl(headers["cache-control"] ?? headers["pragma"] ?? "")
        if request.noCache || request.maxAge == .zero || !isSelected(by: headers) { return .mustRevalidate }
        let control = control
        if control.noStore || control.noCache || variesAlways { return .mustRevalidate }
        let excess = age(at: now) - (lifetime(by: control) ?? defaultLifetime)
        // An age before zero: the clock was set back, and nothing is known.
        if excess < .zero, now.timeIntervalSince(receivedAt) >= -60 {
            // The redirect may lead to another one by now.
            return address == nil ? .fresh : .staleWhileRevalidate
        }
        if control.mustRevalidate { return .mustRevalidate }
        if let grace = control.staleWhileRevalidate, excess < grace { return .staleWhileRevalidate }
        return .stale
    }

    private var control: CacheControl { CacheControl(fields["cache-control"] ?? "") }

    private var variesAlways: Bool { fields["vary"]?.contains("*") ?? false }

    private var date: Date? { fields["date"].flatMap { HTTPDate.parse($0) } }

    /// The lifetime that the response states; `nil` if it states none.
    private func lifetime(by control: CacheControl) -> Duration? {
        if let maxAge = control.maxAge { return maxAge }
        guard let expires = fields["expires"] else { return nil }
        // A malformed date, in particular 0, is in the past.
        guard let expires = HTTPDate.parse(expires) else { return .zero }
        return max(.zero, Self.duration(expires.timeIntervalSince(date ?? receivedAt)))
    }

    /// The age of the response: the time since the server made or validated it (RFC 9111 §4.2.3).
    private func age(at now: Date) -> Duration {
        let apparent = date.map { max(0, receivedAt.timeIntervalSince($0)) } ?? 0
        let stated = CacheControl.seconds(fields["age"])
        let resident = max(0, now.timeIntervalSince(receivedAt))
        return max(Self.duration(apparent), stated) + Self.duration(resident)
    }

    /// A time of at most 30,000 years: a `Duration` of a longer one may overflow.
    private static func duration(_ seconds: TimeInterval) -> Duration {
        .seconds(min(farthest, max(-farthest, seconds)))
    }
}
