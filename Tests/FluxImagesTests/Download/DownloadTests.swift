import Foundation
import Testing

@testable import FluxImages
@testable import FluxLoading

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct DownloadTests {
    private static let now = Date(timeIntervalSince1970: 784_111_777)
    private let request = URLRequest(url: .image)

    private func head(_ status: Int, _ fields: [String: String] = [:]) -> URLResponse {
        .head(status, fields)
    }

    /// A download that received six of ten bytes.
    private func interrupted(_ fields: [String: String] = ["ETag": "\"a\""]) throws -> Download {
        var download = Download(request)
        _ = download.nextRequest()
        let fields = fields.merging(["Content-Length": "10"]) { $1 }
        #expect(try download.receive(head(200, fields), at: Self.now) == .whole)
        try download.receive(Data("012345".utf8))
        return download
    }

    private func body(_ outcome: Download.Outcome) -> String? {
        if case .body(let data, _) = outcome { String(decoding: data, as: UTF8.self) } else { nil }
    }

    private func isStartOver(_ outcome: Download.Outcome) -> Bool {
        if case .startOver = outcome { true } else { false }
    }

    @Test func interruptedTransferContinues() throws {
        var download = try interrupted()
        let next = download.nextRequest()
        #expect(next.value(forHTTPHeaderField: "Range") == "bytes=6-")
        #expect(next.value(forHTTPHeaderField: "If-Range") == "\"a\"")
        let rest = head(206, ["Content-Range": "bytes 6-9/10", "ETag": "\"a\""])
        #expect(try download.receive(rest, at: Self.now) == .rest(after: 6))
        #expect(download.progress == ImageProgress(received: 6, expected: 10))
        try download.receive(Data("6789".utf8))
        #expect(body(download.finish()) == "0123456789")
    }

    /// It has a `Range` field of its own.
    @Test func partThatTheRequestAsksForIsTheBody() throws {
        var request = request
        request.setValue("bytes=0-3", forHTTPHeaderField: "Range")
        var download = Download(request)
        _ = download.nextRequest()
        let part = ["Content-Range": "bytes 0-3/10", "Content-Length": "4", "ETag": "\"a\""]
        #expect(try download.receive(head(206, part), at: Self.now) == .whole)
        try download.receive(Data("01".utf8))
        #expect(download.partial == nil, "It is not continued.")
        try download.receive(Data("23".utf8))
        #expect(body(download.finish()) == "0123")
    }

    @Test func continuedTransferMayBeInterruptedAgain() throws {
        var download = try interrupted()
        _ = download.nextRequest()
        _ = try download.receive(head(206, ["Content-Range": "bytes 6-9/10"]), at: Self.now)
        try download.receive(Data("67".utf8))
        guard case .failed(let error) = download.finish() else {
            Issue.record("two bytes are missing")
            return
        }
        #expect(error.reason == .truncated(received: 8, expected: 10))
        #expect(download.nextRequest().value(forHTTPHeaderField: "Range") == "bytes=8-")
    }

    @Test(arguments: [
        ["ETag": "W/\"a\""], [:], ["ETag": "\"a\"", "Accept-Ranges": "none"],
        ["ETag": "\"a\"", "Content-Encoding": "gzip"], ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"],
    ])
    func transferWithoutAStrongValidatorStartsOver(fields: [String: String]) throws {
        var download = try interrupted(fields)
        #expect(download.partial == nil)
        #expect(download.nextRequest().value(forHTTPHeaderField: "Range") == nil)
    }

    @Test(arguments: [
        "bytes 5-9/10", "bytes 7-9/10", "bytes 0-9/10", "bytes 6-8/10", "bytes 6-10/11", "nonsense",
    ])
    func wrongRangeStartsOver(range: String) throws {
        var download = try interrupted()
        _ = download.nextRequest()
        #expect(try download.receive(head(206, ["Content-Range": range]), at: Self.now) == .startOver)
        try download.receive(Data("xxx".utf8))
        #expect(isStartOver(download.finish()))
        #expect(download.nextRequest().value(forHTTPHeaderField: "Range") == nil)
        _ = try download.receive(head(200, ["Content-Length": "3"]), at: Self.now)
        try download.receive(Data("new".utf8))
        #expect(body(download.finish()) == "new")
    }

    @Test func rangeOfAnotherEntityStartsOver() throws {
        var download = try interrupted()
        _ = download.nextRequest()
        let other = head(206, ["Content-Range": "bytes 6-9/10", "ETag": "\"b\""])
        #expect(try download.receive(other, at: Self.now) == .startOver)
    }

    @Test(arguments: [
        // Ignores `If-Range`: the bytes have changed.
        ["Content-Range": "bytes 6-9/10", "Last-Modified": "Sun, 06 Nov 1994 08:50:00 GMT"],
        // The loader unpacks it.
        ["Content-Range": "bytes 6-9/10", "Content-Encoding": "gzip"],
        ["Content-Range": "bytes 6-9/10", "Content-Encoding": "GZIP"],
    ])
    func restThatMayNotFitStartsOver(fields: [String: String]) throws {
        var download = try interrupted([
            "Last-Modified": "Sun, 06 Nov 1994 08:40:00 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
        ])
        #expect(download.nextRequest().value(forHTTPHeaderField: "Range") == "bytes=6-")
        #expect(try download.receive(head(206, fields), at: Self.now) == .startOver)
        #expect(download.nextRequest().value(forHTTPHeaderField: "Range") == nil)
    }

    /// A server has to state the date in a partial response, and some do not.
    @Test func validatorOfTheFirstPartCountsForARestWithoutADate() throws {
        var download = try interrupted([
            "Last-Modified": "Sun, 06 Nov 1994 08:40:00 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
        ])
        _ = download.nextRequest()
        _ = try download.receive(head(206, ["Content-Range": "bytes 6-9/10"]), at: Self.now)
        try download.receive(Data("67".utf8))
        let next = download.nextRequest()
        #expect(next.value(forHTTPHeaderField: "Range") == "bytes=8-")
        #expect(next.value(forHTTPHeaderField: "If-Range") == "Sun, 06 Nov 1994 08:40:00 GMT")
    }

    @Test func restOfABodyOfUnknownLengthStartsOver() throws {
        var download = Download(request)
        _ = download.nextRequest()
        _ = try download.receive(head(200, ["ETag": "\"a\""]), at: Self.now)
        try download.receive(Data("012345".utf8))
        _ = download.nextRequest()
        // The rest may be longer than this part.
        let part = head(206, ["ETag": "\"a\"", "Content-Range": "bytes 6-7/*", "Content-Length": "2"])
        #expect(try download.receive(part, at: Self.now) == .startOver)
    }

    @Test func restThatIsTooLongStartsOver() throws {
        var download = try interrupted()
        _ = download.nextRequest()
        _ = try download.receive(head(206, ["Content-Range": "bytes 6-9/10"]), at: Self.now)
        try download.receive(Data("0123456789".utf8))
        #expect(download.partial == nil)
        #expect(isStartOver(download.finish()))
        #expect(download.nextRequest().value(forHTTPHeaderField: "Range") == nil)
        _ = try download.receive(head(200, ["Content-Length": "3"]), at: Self.now)
        try download.receive(Data("new".utf8))
        #expect(body(download.finish()) == "new")
    }

    @Test func wholeBodyReplacesWhatWasReceived() throws {
        var download = try interrupted()
        _ = download.nextRequest()
        #expect(try download.receive(head(200, ["Content-Length": "3"]), at: Self.now) == .whole)
        try download.receive(Data("new".utf8))
        #expect(body(download.finish()) == "new")
    }

    @Test(arguments: [400, 416])
    func refusedRangeStartsOver(status: Int) throws {
        var download = try interrupted()
        _ = download.nextRequest()
        let refused = LoadingError(url: .image, reason: .status(status, retryAfter: nil))
        #expect(isStartOver(download.fail(refused)))
        #expect(download.nextRequest().value(forHTTPHeaderField: "Range") == nil)
        // Without a range it is a failure like any other.
        guard case .failed(refused) = download.fail(refused) else {
            Issue.record("it would start over for ever")
            return
        }
    }

    /// From a loader that delivers every status as a response.
    @Test(arguments: [416, 412])
    func refusedRangeInAResponseStartsOver(status: Int) throws {
        var download = try interrupted()
        _ = download.nextRequest()
        #expect(try download.receive(head(status), at: Self.now) == .startOver)
        try download.receive(Data("Range Not Satisfiable".utf8))
        #expect(isStartOver(download.finish()))
        #expect(download.nextRequest().value(forHTTPHeaderField: "Range") == nil)
        let error = LoadingError(url: .image, reason: .status(status, retryAfter: nil))
        #expect(throws: error) { try download.receive(head(status), at: Self.now) }
    }

    @Test func failureInAResponseHasItsTimeToWait() throws {
        var download = Download(request)
        _ = download.nextRequest()
        let error = LoadingError(url: .image, reason: .status(503, retryAfter: .seconds(5)))
        #expect(throws: error) { try download.receive(head(503, ["Retry-After": "5"]), at: Self.now) }
    }

    @Test func storedBytesAreConfirmed() throws {
        let stored = StoredResponse(
            receivedAt: Self.now,
            fields: ["etag": "W/\"a\"", "last-modified": "Sun, 06 Nov 1994 08:49:37 GMT"])
        let (policy, image) = (HTTPCachePolicy(defaultLifetime: .zero), ImageRequest(url: .image))
        var download = Download(request, conditions: policy.conditions(validating: stored, for: image))
        let next = download.nextRequest()
        #expect(next.value(forHTTPHeaderField: "If-None-Match") == "W/\"a\"")
        #expect(next.value(forHTTPHeaderField: "If-Modified-Since") == "Sun, 06 Nov 1994 08:49:37 GMT")
        let later = Self.now + 60
        #expect(try download.receive(head(304, ["Cache-Control": "max-age=5"]), at: later) == .notModified)
        guard case .notModified(let confirmation?) = download.finish() else {
            Issue.record("the bytes are confirmed")
            return
        }
        let response = stored.confirmed(by: confirmation)
        #expect(policy.freshness(of: response, for: image, at: later + 4) == .fresh)
        #expect(response.entityTag == "W/\"a\"")
    }

    @Test func confirmationReportedAsAFailureConfirms() {
        let confirmed = LoadingError(url: .image, reason: .status(304, retryAfter: nil))
        var download = Download(request, conditions: ["If-None-Match": "\"a\""])
        _ = download.nextRequest()
        guard case .notModified(nil) = download.fail(confirmed) else {
            Issue.record("the bytes are confirmed")
            return
        }
        // Without a condition in the request it confirms nothing.
        var plain = Download(request)
        _ = plain.nextRequest()
        guard case .failed(confirmed) = plain.fail(confirmed) else {
            Issue.record("nothing was to be confirmed")
            return
        }
    }

    @Test func sizeIsLimitedAlsoOverSeveralTransfers() throws {
        var declared = Download(request, maximumBytes: 9)
        _ = declared.nextRequest()
        let reason = LoadingError.Reason.tooLarge(limit: 9)
        let error = LoadingError(url: .image, reason: reason)
        #expect(throws: error) { try declared.receive(head(200, ["Content-Length": "10"]), at: Self.now) }

        var received = Download(request, maximumBytes: 9)
        _ = received.nextRequest()
        _ = try received.receive(head(200), at: Self.now)
        try received.receive(Data(count: 9))
        #expect(throws: error) { try received.receive(Data(count: 1)) }
    }
}
