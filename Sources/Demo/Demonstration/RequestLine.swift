import Flux

/// What a request for a page did, for a line of JSON.
struct RequestLine: Encodable, Equatable {
    /// The number of the load, which begins with `started`, and ends with `loaded`, `failed` or `cancelled`.
    let load: Int
    let event: String
    /// The time since the start, in seconds.
    let time: Double
    var direction: String?
    /// The page; omitted for the first one.
    var key: String?
    var attempt: Int?
    var status: Int?
    var items: Int?
    var error: String?

    /// - Parameter timed: An event of a list; `nil` is returned if it is not that of a request.
    init?(_ timed: TimedEvent) {
        guard let load = timed.event.load else { return nil }
        self.load = load
        time = timed.time.seconds
        switch timed.event.kind {
        case .started(let key, let direction, let attempt):
            event = "started"
            self.key = key
            self.direction = "\(direction)"
            self.attempt = attempt
        case .responded(let response):
            event = "responded"
            status = response.status
        case .retrying(let attempt, _, let error):
            event = "retrying"
            self.attempt = attempt
            self.error = error.shellText
        case .loaded(let items, _, _):
            event = "loaded"
            self.items = items
        case .failed(let error):
            event = "failed"
            self.error = error.shellText
        case .cancelled: event = "cancelled"
        default: return nil
        }
    }
}

extension Duration {
    /// The duration in seconds, rounded to a thousandth of a millisecond.
    var seconds: Double { (self / .microseconds(1)).rounded() / 1_000_000 }
}
