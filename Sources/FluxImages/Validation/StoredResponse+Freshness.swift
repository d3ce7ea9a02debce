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

    /// The directives of the response.
    var control: CacheControl { CacheControl(fields["cache-control"] ?? "") }

    /// Whether the server selects by more than the fields of the request.
    var variesAlways: Bool { fields["vary"]?.contains("*") ?? false }

    private var date: Date? { fields["date"].flatMap { HTTPDate.parse($0) } }

    /// The lifetime that the response states; `nil` if it states none.
    func lifetime(by control: CacheControl) -> Duration? {
        if let maxAge = control.maxAge { return maxAge }
        guard let expires = fields["expires"] else { return nil }
        // A malformed date, in particular 0, is in the past.
        guard let expires = HTTPDate.parse(expires) else { return .zero }
        return max(.zero, Self.duration(expires.timeIntervalSince(date ?? receivedAt)))
    }

    /// The age of the response: the time since the server made or validated it (RFC 9111 §4.2.3).
    func age(at now: Date) -> Duration {
        let apparent = date.map { max(0, receivedAt.timeIntervalSince($0)) } ?? 0
        // Of several the first counts (RFC 9111 §5.1).
        let first = fields["age"]?.prefix { $0 != "," }.trimmingCharacters(in: .whitespaces)
        let stated = CacheControl.seconds(first)
        let resident = max(0, now.timeIntervalSince(receivedAt))
        return max(Self.duration(apparent), stated) + Self.duration(resident)
    }

    /// A time of at most 30,000 years: a `Duration` of a longer one may overflow.
    private static func duration(_ seconds: TimeInterval) -> Duration {
        .seconds(min(farthest, max(-farthest, seconds)))
    }
}
