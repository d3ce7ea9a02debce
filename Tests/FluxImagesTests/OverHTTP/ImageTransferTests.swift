import Foundation
import LoadingTestSupport
import LoopbackServer
import Streams
import TestSupport
import Testing

/// Transfers that are interrupted or refused, with a real server and a real folder.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct ImageTransferTests {
    private let folder = TemporaryFolder()
    private static let body = Data((0..<200_000).map { UInt8(ascii: "a") + UInt8($0 % 26) })

    private var body: Data { Self.body }
    private var text: String { String(decoding: body, as: UTF8.self) }

    private func loads() -> PictureLoads {
        PictureLoads(in: folder) { $0.retry = .constant(.seconds(1), attempts: 1) }
    }

    /// A server of the body, whose first transfer is interrupted in the middle.
    private func server(then answer: @escaping PictureServer.Answer = { $0 }) throws -> PictureServer {
        let server = try PictureServer([{ Misbehavior.cutBody.applied(to: $0) }, answer])
        server.setBody(body, of: "/a")
        return server
    }

    /// Loads an image whose first transfer fails, and lets the time of the retry pass.
    ///
    /// - Parameter change: Called before the retry.
    private func load(
        _ url: URL, with loads: PictureLoads, after delay: Duration = .seconds(1),
        change: @Sendable () -> Void = {}
    ) async -> [String] {
        async let lines = loads.load(url)
        for await scheduled in loads.retries.delays {
            #expect(scheduled == delay)
            break
        }
        change()
        loads.retries.advance(by: delay)
        return await lines
    }

    @Test func interruptedTransferIsResumed() async throws {
        let server = try server()
        let url = try server.url("/a")
        #expect(await load(url, with: loads()) == ["loaded \(text) from network"])
        #expect(server.requests.map { $0.headers["Range"] } == [nil, "bytes=100000-"])
        #expect(server.requests.map { $0.headers["If-Range"] } == [nil, "\"v1\""])
        // And stored as a whole.
        #expect(await loads().load(url) == ["loaded \(text) from disk"])
    }

    @Test func bodyThatHasChangedMeanwhileIsTransferredAsAWhole() async throws {
        let server = try server()
        let url = try server.url("/a")
        let lines = await load(url, with: loads()) {
            server.publishVersion(2)
            server.setBody(Data("changed".utf8), of: "/a")
        }
        #expect(lines == ["loaded changed from network"])
        #expect(server.requests.map { $0.headers["If-Range"] } == [nil, "\"v1\""])
        #expect(await loads().load(url) == ["loaded changed from disk"])
    }

    /// What a server answers to the request of the rest.
    enum Answer: CaseIterable {
        case notSatisfiable, preconditionFailed, wrongStart, wrongTotal, otherTag
    }

    @Test(arguments: Answer.allCases)
    func wrongRestStartsOver(answer: Answer) async throws {
        let server = try server { [body] response in
            switch answer {
            case .notSatisfiable: HTTPResponse(status: 416)
            case .preconditionFailed: HTTPResponse(status: 412)
            case .wrongStart:
                HTTPResponse(status: 206, body: body).with("Content-Range", "bytes 0-199999/200000")
            case .wrongTotal: response.with("Content-Range", "bytes 100000-199999/200001")
            case .otherTag: response.with("ETag", "\"other\"")
            }
        }
        let url = try server.url("/a")
        #expect(await load(url, with: loads()) == ["loaded \(text) from network"])
        #expect(server.requests.map { $0.headers["Range"] } == [nil, "bytes=100000-", nil])
        #expect(await loads().load(url) == ["loaded \(text) from disk"])
    }

    @Test func serverSaysWhenToRetry() async throws {
        let server = try PictureServer([{ _ in .tooManyRequests(retryAfter: "30") }])
        let url = try server.url("/a")
        #expect(await load(url, with: loads(), after: .seconds(30)) == ["loaded /a v1 from network"])
        #expect(server.requests.count == 2)
    }

    @Test func serverThatRequiresALongDelayFailsTheImage() async throws {
        let server = try PictureServer([{ _ in .tooManyRequests(retryAfter: "3600") }])
        #expect(await loads().load(try server.url("/a")) == ["failed"])
        #expect(folder.names == [])
    }

    @Test func webPageIsNeitherShownNorStored() async throws {
        let server = try PictureServer([{ Misbehavior.webPage.applied(to: $0) }])
        let url = try server.url("/a")
        #expect(await loads().load(url) == ["failed"])
        #expect(folder.names == [])
        #expect(await loads().load(url) == ["loaded /a v1 from network"])
    }
}
