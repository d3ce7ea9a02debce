import FluxLoading
import Foundation
import LoadingTestSupport
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import PagingOperators

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The responses of a JSON API, among the events.
struct HTTPEventTests {
    /// Answers each request with one body, after a time.
    private struct Loader: DataLoading {
        let time: VirtualTimeScheduler
        let status: Int
        /// Whether an error status is a failure, as the protocol asks for, or a response.
        var failsByStatus = true
        /// What is known of the body of an error.
        var errorBody = ErrorBody()

        func load(
            _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
        ) -> any Cancellable {
            guard let url = request.url else { return Subscriptions.empty }
            time.advance(by: .milliseconds(100))
            if status >= 400, failsByStatus {
                var error = LoadingError(url: url, reason: .status(status, retryAfter: nil))
                error.body = errorBody
                receive(.failed(error))
                return Subscriptions.empty
            }
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: nil, headerFields: ["Age": "30"])
            if let response { receive(.response(response)) }
            time.advance(by: .milliseconds(50))
            receive(.bytes(Data("[1,2,3]".utf8)))
            receive(.finished)
            return Subscriptions.empty
        }
    }

    private let url = URL(string: "https://me:pw@example.org/users?api_key=abc&page=1")!  // a valid URL

    @Test(.timeLimit(.minutes(1))) func responseWithItsTimes() async throws {
        let time = VirtualTimeScheduler()
        let log = Log<String>()
        let source = HTTPPages<Int>(url, next: .link, loader: Loader(time: time, status: 200))
            .handleEvents(scheduler: time) { log.append("\($0)") }
        for try await _ in source.items() {}
        #expect(
            log.entries == [
                "first page requested (refresh, load 1)",
                "load 1: status 200, 7 bytes, head after 0.1 s, 0.15 s in all, from a cache, 30 s old, "
                    + "https://example.org/users?api_key=…&page=1",
                "load 1: 3 items loaded, the last page",
            ])
    }

    @Test(arguments: [("page 3", "page 3"), ("30", "page 30"), ("cursor 'x'", "page cursor 'x'")])
    func pageIsNamedOnce(key: String, name: String) {
        let started = PageEvent(.started(key: key, direction: .append, attempt: 1), load: 2, session: 1)
        #expect("\(started)".hasPrefix("\(name) requested"))
        let removed = PageEvent(.removed(key: key, rows: 10, .append), load: nil, session: 1)
        #expect("\(removed)" == "\(name) removed at the end, 10 rows")
    }

    /// The first page is loaded before, to detect how others are addressed.
    @Test(.timeLimit(.minutes(1))) func pageThatTheRuleIsDetectedInIsAResponseOfTheLoad() async throws {
        let time = VirtualTimeScheduler()
        let log = Log<String>()
        let source = HTTPPages<Int>(url, loader: Loader(time: time, status: 200))
            .handleEvents(scheduler: time) { log.append("\($0)") }
        // The loader ignores the number, which is a failure.
        await #expect(throws: HTTPPageError.self) {
            for try await _ in source.items(startingAt: .page(2)) {}
        }
        #expect(log.entries.filter { $0.contains("load 1: status 200") }.count == 2)
    }

    @Test(.timeLimit(.minutes(1))) func errorStatus() async throws {
        let time = VirtualTimeScheduler()
        let log = Log<String>()
        let source = HTTPPages<Int>(url, next: .link, loader: Loader(time: time, status: 503))
            .handleEvents(scheduler: time) { log.append("\($0)") }
        await #expect(throws: (any Error).self) { for try await _ in source.items() {} }
        #expect(log.entries.count == 3)
        #expect(
            log.entries[1]
                == "load 1: status 503, 0.1 s in all, https://example.org/users?api_key=…&page=1")
        #expect(!log.entries.joined().contains("abc"))
        #expect(!log.entries.joined().contains("pw@"))
    }

    @Test(.timeLimit(.minutes(1))) func eachObserverMeasuresAResponseByItsOwnClock() async throws {
        let (time, other) = (VirtualTimeScheduler(), VirtualTimeScheduler())
        let log = Log<String>()
        let source = HTTPPages<Int>(url, next: .link, loader: Loader(time: time, status: 200))
            .handleEvents(scheduler: time) { log.append("inner \($0)") }
            .handleEvents(scheduler: other) { log.append("outer \($0)") }
        for try await _ in source.items() {}
        let lines = log.entries.filter { $0.contains("in all") }
        #expect(lines.count == 2)
        #expect(lines.contains { $0.hasPrefix("inner ") && $0.contains("head after 0.1 s, 0.15 s in all") })
        #expect(lines.contains { $0.hasPrefix("outer ") && $0.contains("head after 0 s, 0 s in all") })
    }

    @Test func observersOfAFeedMeasureAResponseByTheirOwnClocks() throws {
        let clocks = (0..<3).map { _ in VirtualTimeScheduler() }
        let durations = (0..<4).map { _ in Log<[Duration?]>() }
        func record(_ log: Log<[Duration?]>) -> @Sendable (PageEvent) -> Void {
            { event in
                if case .responded(let response) = event.kind {
                    log.append([response.timeToResponse, response.duration])
                }
            }
        }
        let feed = PageEventHub()
        feed.observe(scheduler: clocks[0], by: record(durations[0]))
        feed.observe(scheduler: clocks[1], by: record(durations[1]))
        let logged = PageEventHub(feed, scheduler: clocks[2], receive: record(durations[2]))
        func advance(by seconds: Int) {
            for (index, clock) in clocks.enumerated() { clock.advance(by: .seconds(seconds * (index + 1))) }
        }
        let timer = ResponseTimer(
            logged.observer(ofLoad: 1, session: 1, key: nil, direction: .refresh, next: nil),
            of: URLRequest(url: url))
        advance(by: 1)
        timer.receive(
            .response(URLResponse(url: url, mimeType: nil, expectedContentLength: 1, textEncodingName: nil)))
        // An observer that was added meanwhile does not know when the request was sent.
        let late = VirtualTimeScheduler()
        late.advance(by: .seconds(1000))
        feed.observe(scheduler: late, by: record(durations[3]))
        advance(by: 2)
        timer.receive(.finished)
        for (index, log) in durations.prefix(3).enumerated() {
            #expect(log.entries == [[.seconds(index + 1), .seconds(3 * (index + 1))]])
        }
        let measured = try #require(durations[3].entries.first)
        #expect(measured.allSatisfy { $0.map { $0 >= .zero && $0 < .seconds(500) } == true })
    }

    /// Returns the event of a failed response.
    private func failedResponse(_ loader: Loader) async -> String? {
        let log = Log<String>()
        let source = HTTPPages<Int>(url, next: .link, loader: loader)
            .handleEvents(scheduler: loader.time) { log.append("\($0)") }
        await #expect(throws: (any Error).self) { for try await _ in source.items() {} }
        return log.entries.first { $0.contains("status") }
    }

    @Test(.timeLimit(.minutes(1))) func errorStatusWithWhatWasReceived() async {
        let body = ErrorBody(size: 40, duration: .milliseconds(30))
        #expect(
            await failedResponse(Loader(time: VirtualTimeScheduler(), status: 500, errorBody: body))
                == "load 1: status 500, 40 bytes, head after 0.07 s, 0.1 s in all, "
                + "https://example.org/users?api_key=…&page=1")
    }

    @Test(.timeLimit(.minutes(1))) func errorStatusThatIsAResponse() async {
        #expect(
            await failedResponse(Loader(time: VirtualTimeScheduler(), status: 500, failsByStatus: false))?
                .hasPrefix("load 1: status 500, 7 bytes, head after 0.1 s, 0.15 s in all") == true)
    }

    @Test(.timeLimit(.minutes(1))) func errorStatusOfAServer() async throws {
        let server = try EmbeddedServer { _ in
            HTTPResponse(status: 500, body: Data(#"{"message":"Out of order"}"#.utf8))
        }
        let responses = Log<PageResponse>()
        let source = HTTPPages<Int>(try server.url("/users"), next: .link).handleEvents { event in
            if case .responded(let response) = event.kind { responses.append(response) }
        }
        await #expect(throws: HTTPPageError.self) { for try await _ in source.items() {} }
        let response = try #require(responses.entries.first)
        #expect(responses.count == 1)
        #expect(response.status == 500)
        #expect(response.bytes == 26)
        let head = try #require(response.timeToResponse)
        #expect(head > .zero && head <= response.duration)
    }
}
