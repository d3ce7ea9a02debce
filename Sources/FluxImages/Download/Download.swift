import FluxLoading
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Downloads one body, unless bytes that are stored are valid, and continues a transfer that was interrupted.
///
/// A pure state machine: no I/O, no clock. A transfer after another is made of ``nextRequest()`` until one
/// ends the download.
struct Download: Sendable {
    /// What a response begins.
    enum Reply: Equatable, Sendable {
        /// The whole body.
        case whole
        /// The rest of the body, after a number of bytes.
        case rest(after: Int)
        /// The stored bytes are confirmed.
        case notModified
        /// What was received before does not belong to it: cancel this transfer, and begin the next one.
        case startOver
    }

    /// The end of a transfer.
    enum Outcome: Sendable {
        case body(Data, StoredResponse)
        /// The stored bytes are confirmed, by a response; `nil` if only its status is known.
        case notModified(StoredResponse?)
        /// Begin the next transfer.
        case startOver
        case failed(LoadingError)
    }

    private let request: URLRequest
    private let maximumBytes: Int
    private var conditions: [String: String]
    /// Where the stored bytes came from, if that was another URL.
    private let address: ResponseAddress?
    /// What an earlier transfer received.
    private var resumed: PartialBody?

    private var reply: Reply?
    private var response: StoredResponse?
    private var body = Data()
    private var total: Int?
    private var acceptsRanges = false
    /// Whether it is that of an alternative URL.
    private var isOfAlternative = false

    /// - Parameters:
    ///   - request: The plain request.
    ///   - conditions: The header fields that validate bytes that are stored.
    ///   - address: Where these came from, if that was another URL.
    ///   - resumed: What an earlier download received.
    ///   - maximumBytes: The limit of the body.
    init(
        _ request: URLRequest, conditions: [String: String] = [:], from address: ResponseAddress? = nil,
        resuming resumed: PartialBody? = nil, maximumBytes: Int = .max
    ) {
        self.request = request
        self.conditions = conditions
        self.address = address
        self.resumed = resumed
        self.maximumBytes = maximumBytes
    }

    /// Makes a download of the body at an alternative URL.
    init(ofAlternative request: URLRequest, maximumBytes: Int) {
        self.init(request, maximumBytes: maximumBytes)
        isOfAlternative = true
    }

    /// How much of the body has been received.
    var progress: ImageProgress { ImageProgress(received: body.count, expected: total) }

    /// How many bytes the last transfer has received, without those of earlier ones.
    var transferredCount: Int { isResuming ? body.count - (resumed?.bytes.count ?? 0) : body.count }

    /// The first bytes of the body, if some of it has been received.
    var received: Data? { body.isEmpty ? nil : body }

    /// What has been received, if a later download can continue it: that begins with the first URL, whose
    /// server has validators of its own.
    var partial: PartialBody? { isOfAlternative ? nil : continued }

    /// What the next transfer continues.
    private var continued: PartialBody? {
        guard reply == .whole || isResuming, let response else { return resumed }
        // A rest need not state it again.
        let first = isResuming ? resumed?.validator : nil
        guard !body.isEmpty, !isTooLong, acceptsRanges, let validator = response.strongValidator ?? first
        else { return nil }
        return PartialBody(bytes: body, validator: validator, total: total, response: response)
    }

    private var isResuming: Bool {
        if case .rest = reply { true } else { false }
    }

    /// Whether the request itself is for a part of the body, which is not continued.
    private var requestsPart: Bool { request.value(forHTTPHeaderField: "Range") != nil }

    private var isTooLong: Bool { total.map { body.count > $0 } ?? false }

    /// Begins a transfer.
    mutating func nextRequest() -> URLRequest {
        resumed = continued
        reply = nil
        response = nil
        body = Data()
        total = nil
        var next = request
        for (name, value) in resumed?.conditions ?? conditions {
            next.setValue(value, forHTTPHeaderField: name)
        }
        return next
    }

    /// Handles the head of a response.
    mutating func receive(_ head: URLResponse, at now: Date) throws(LoadingError) -> Reply {
        let status = (head as? HTTPURLResponse)?.statusCode ?? 200
        let reply = self.reply(to: head, status: status)
        switch reply {
        case .startOver:
            if status == 304 { conditions = [:] }
            resumed = nil
            acceptsRanges = false
        case .notModified:
            response = makeResponse(head, now)
        case .whole:
            guard 200...299 ~= status, status != 206 || requestsPart else {
                let retryAfter = (head as? HTTPURLResponse)?.retryAfter
                throw failure(.status(status, retryAfter: retryAfter))
            }
            response = makeResponse(head, now)
            total = head.bodyLength
            acceptsRanges = head.acceptsRanges && !requestsPart
        case .rest:
            // Its fields replace those of the first part (RFC 9110 §15.3.7.3).
            response = resumed?.response.confirmed(by: makeResponse(head, now))
            body = resumed?.bytes ?? Data()
            total = head.contentRange?.total ?? resumed?.total
            acceptsRanges = true
        }
        self.reply = reply
        if let total, total > maximumBytes { throw failure(.tooLarge(limit: maximumBytes)) }
        return reply
    }

    private func makeResponse(_ head: URLResponse, _ now: Date) -> StoredResponse {
        StoredResponse(head, to: request.urlOrBlank, receivedAt: now)
    }

    private func reply(to head: URLResponse, status: Int) -> Reply {
        if status == 304, resumed == nil, !conditions.isEmpty {
            // The validator of one image says nothing of another.
            return isFrom(address, head) ? .notModified : .startOver
        }
        guard let resumed else { return .whole }
        if status == 304, resumed.isComplete {
            return isFrom(resumed.response.address, head) ? .rest(after: resumed.bytes.count) : .startOver
        }
        if Self.refusesRange(status) { return .startOver }
        if status == 206 { return continues(resumed, head) ? .rest(after: resumed.bytes.count) : .startOver }
        return .whole
    }

    /// Whether a response comes from the address of an earlier one.
    private func isFrom(_ address: ResponseAddress?, _ head: URLResponse) -> Bool {
        address == ResponseAddress(of: head, to: request.urlOrBlank)
    }

    /// Whether a partial response is the rest of the same body.
    private func continues(_ resumed: PartialBody, _ head: URLResponse) -> Bool {
        guard let range = head.contentRange, range.range.lowerBound == resumed.bytes.count else {
            return false
        }
        // Without a length a rest that is cut short would look complete.
        guard let total = range.total ?? resumed.total, range.range.upperBound == total - 1,
            resumed.total ?? total == total, head.isPlain,
            isFrom(resumed.response.address, head)
        else { return false }
        return resumed.response.mayBeOfSameBody(as: makeResponse(head, .distantPast))
    }

    /// Handles the next bytes.
    mutating func receive(_ bytes: Data) throws(LoadingError) {
        if reply == .notModified || reply == .startOver { return }
        body.append(bytes)
        if body.count > maximumBytes { throw failure(.tooLarge(limit: maximumBytes)) }
    }

    /// Handles the end of a transfer.
    mutating func finish() -> Outcome {
        switch reply {
        case .startOver: return .startOver
        case .notModified: return .notModified(response)
        case .rest where isTooLong:
            // More than the range that was announced: perhaps the whole body.
            resumed = nil
            reply = .startOver
            return .startOver
        case .whole, .rest, nil:
            if let total, body.count < total {
                return .failed(failure(.truncated(received: body.count, expected: total)))
            }
            return outcome(body, response ?? StoredResponse(receivedAt: .distantPast))
        }
    }

    /// The body that was received.
    private func outcome(_ body: Data, _ response: StoredResponse) -> Outcome {
        .body(body, isOfAlternative ? response.ofAlternative : response)
    }

    /// Handles the failure of a transfer.
    mutating func fail(_ error: LoadingError) -> Outcome {
        switch error.reason {
        // From a loader that reports every status other than 2xx as a failure.
        case .status(304, _) where resumed == nil && !conditions.isEmpty:
            return .notModified(response)
        case .status(304, _):
            guard let resumed, resumed.isComplete else { return .failed(error) }
            return outcome(resumed.bytes, resumed.response)
        case .status(let status, _) where resumed != nil && Self.refusesRange(status):
            resumed = nil
            reply = .startOver
            return .startOver
        default:
            return .failed(error)
        }
    }

    /// Whether a server does not continue what was received before, and may send the whole: servers that know
    /// no ranges, or not of this body, answer with one of these, of which others are not worth repeating.
    private static func refusesRange(_ status: Int) -> Bool {
        [400, 405, 406, 412, 416, 422, 501, 505].contains(status)
    }

    private func failure(_ reason: LoadingError.Reason) -> LoadingError {
        LoadingError(url: request.urlOrBlank, reason: reason)
    }
}

extension URLResponse {
    private func field(_ name: String) -> String? {
        (self as? HTTPURLResponse)?.value(forHTTPHeaderField: name)
    }

    fileprivate var contentRange: ContentRange? { field("Content-Range").flatMap(ContentRange.init) }

    /// The length of the body in bytes; `nil` if it is unknown, or counts encoded bytes.
    fileprivate var bodyLength: Int? {
        expectedContentLength >= 0 && isPlain ? Int(clamping: expectedContentLength) : nil
    }

    /// Whether the bytes are not encoded.
    fileprivate var isPlain: Bool { field("Content-Encoding").map { $0.lowercased() == "identity" } ?? true }

    /// Whether a part of the body can be requested: its bytes are not encoded, and the server has not refused
    /// ranges.
    fileprivate var acceptsRanges: Bool {
        self is HTTPURLResponse && isPlain && field("Accept-Ranges")?.lowercased() != "none"
    }
}
