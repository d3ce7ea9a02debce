/// A response whose times are known by each clock.
package struct MeasuredResponse: Sendable {
    let address: String
    let status: Int?
    let bytes: Int
    let origin: PageResponse.Origin
    let start: ClockTimes
    /// When the head arrived.
    let head: ClockTimes?
    let end: ClockTimes
    /// The time from the head to the end, if it was measured by other means.
    var bodyDuration: Duration?

    /// The response with the times of a clock. Its observer may have been added after the request: then they
    /// are those of the system's clock.
    package func response(by clock: EventClock) -> PageResponse {
        let clock = start[clock] != nil && end[clock] != nil ? clock : .system
        let duration = time(from: start, to: end, by: clock) ?? .zero
        return PageResponse(
            address: address, status: status, bytes: bytes,
            timeToResponse: head.flatMap { time(from: start, to: $0, by: clock) }
                ?? bodyDuration.map { max(.zero, duration - $0) },
            duration: duration, origin: origin)
    }

    private func time(from first: ClockTimes, to last: ClockTimes, by clock: EventClock) -> Duration? {
        guard let first = first[clock], let last = last[clock] else { return nil }
        return last - first
    }
}
