import Foundation
import TestSupport
import Testing

@testable import LoopbackServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.prompt, .timeLimit(.minutes(1)))
struct MisbehaviorTests {
    private let client = HTTPClient()
    private let list = ListService(count: 5, as: .totals)

    /// What a client without special handling of faults receives: a status and a body, or an error.
    private func seen(_ fault: Misbehavior) async throws -> (status: Int?, body: Data) {
        let server = try EmbeddedServer { [list] in fault.applied(to: list.respond(to: $0)) }
        do {
            let answer = try await client.get(server.url)
            return (answer.status, answer.body)
        } catch is URLError {
            return (nil, Data())
        }
    }

    @Test(arguments: Misbehavior.allCases)
    func noFaultLooksLikeThePage(fault: Misbehavior) async throws {
        let page = list.respond(to: try HTTPRequest(target: "/")).body
        let (status, body) = try await seen(fault)
        #expect(status != 200 || body != page)
    }

    @Test(arguments: [Misbehavior.emptyReply, .reset, .resetInBody, .cutBody])
    func faultOfTheConnectionFailsInTheClient(fault: Misbehavior) async throws {
        #expect(try await seen(fault).status == nil)
    }

    @Test(arguments: [
        (Misbehavior.webPage, 200), (.halfJSON, 200), (.noBody, 200), (.serverError, 500),
        (.unavailable, 503),
        (.tooManyRequests, 429), (.notFound, 404), (.unauthorized, 401), (.redirectNowhere, 302),
    ])
    func faultOfTheResponseHasItsStatus(fault: Misbehavior, status: Int) async throws {
        #expect(try await seen(fault).status == status)
    }

    @Test func scriptAppliesEachFaultOnce() async throws {
        let script = FaultScript([.unavailable, nil, .notFound])
        let server = try EmbeddedServer { _ in script.apply(to: .text("hello")) }
        var statuses: [Int] = []
        for _ in 0..<5 { statuses.append(try await client.get(server.url).status) }
        #expect(statuses == [503, 200, 404, 200, 200])
    }

    @Test func gzippedBodyArrivesDecoded() async throws {
        let text = String(repeating: "hello ", count: 20_000)
        let server = try EmbeddedServer { _ in .text(text).gzipped() }
        #expect(try await client.get(server.url).text == text)
    }

    @Test func gzipBombGrowsInTheClient() async throws {
        // A session has no limit: the body stalls after 400 KB.
        let zeros = Gzip.zeros
        let file = zeros.start + Data(Array(repeating: zeros.more, count: 200).joined())
        let stalled = ResponseGate()
        let server = try EmbeddedServer { _ in
            HTTPResponse(headers: ["Content-Encoding": "gzip"], body: file)
                .framed(.untilClose).delivered(.paused(after: file.count, stalled))
        }
        let delegate = Chunks()
        let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        session.dataTask(with: server.url).resume()
        var received = Data()
        for await chunk in delegate.chunks {
            received += chunk
            if received.count >= 100_000 { break }
        }
        #expect(received == Data(count: received.count))
        session.invalidateAndCancel()
        server.stop()
    }

    @Test func gzipBombIsSentUntilTheClientCloses() throws {
        let server = try EmbeddedServer { _ in .gzipBomb }
        let raw = try #require(RawClient(port: server.port))
        raw.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        let head = String(decoding: raw.receive(atLeast: 1_000_000).prefix(500), as: UTF8.self)
        #expect(head.contains("Content-Encoding: gzip"))
    }

    @Test func brokenHeadIsNoHTTP() throws {
        let server = try EmbeddedServer { _ in Misbehavior.brokenHead.applied(to: .text("hello")) }
        let raw = try #require(RawClient(port: server.port))
        raw.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(raw.receiveAll() == "220 smtp.example ESMTP\r\n\r\n")
    }

    @Test func redirectionHasItsLocationAsGiven() async throws {
        let server = try EmbeddedServer { request in
            request.path == "/a/to" ? .text("there") : .redirect(status: 307, to: "/a%2Fto")
        }
        let raw = try #require(RawClient(port: server.port))
        raw.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        let answer = raw.receiveAll()
        #expect(answer.hasPrefix("HTTP/1.1 307 Temporary Redirect\r\n"))
        #expect(answer.contains("\r\nLocation: /a%2Fto\r\n"))
    }

    @Test func refusalHasItsWaitAsGiven() throws {
        #expect(HTTPResponse.tooManyRequests(retryAfter: "-1").headers["Retry-After"] == "-1")
        #expect(HTTPResponse.tooManyRequests(retryAfter: nil).headers["Retry-After"] == nil)
    }
}

/// Forwards the chunks of a body.
private final class Chunks: NSObject, URLSessionDataDelegate {
    let chunks: AsyncStream<Data>
    private let sender: AsyncStream<Data>.Continuation

    override init() {
        (chunks, sender) = AsyncStream.makeStream()
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        sender.yield(data)
    }
}
