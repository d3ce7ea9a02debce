import Foundation
import TestSupport
import Testing

@testable import LoopbackServer

@Suite(.prompt, .timeLimit(.minutes(1)))
struct EmbeddedServerTests {
    private let client = HTTPClient()

    private func echo() throws -> EmbeddedServer {
        try EmbeddedServer { request in
            request.path == "/missing"
                ? .failure(status: 404, message: "Not Found") : .text(request.target)
        }
    }

    @Test func serverRespondsAndLogsRequests() async throws {
        let server = try echo()
        let answer = try await client.get(server.url("/a?b=c"), headers: ["X-Test": "1"])
        #expect(answer.status == 200)
        #expect(answer.text == "/a?b=c")
        #expect(try await client.get(server.url("/missing")).status == 404)
        #expect(server.requests.map(\.path) == ["/a", "/missing"])
        #expect(server.count { $0.headers["x-test"] == "1" } == 1)
    }

    @Test func serverRespondsToConcurrentRequests() async throws {
        let server = try echo()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask { [client] in
                    let answer = try await client.get(server.url("/\(number)"))
                    #expect(answer.text == "/\(number)")
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(server.requests.map(\.path)).count == 200)
    }

    @Test func serverKeepsManyConnectionsAlive() throws {
        let server = try echo()
        let clients = try (0..<50).map { _ in try #require(RawClient(port: server.port)) }
        for round in 0..<3 {
            for client in clients { client.send("GET /\(round) HTTP/1.1\r\nHost: h\r\n\r\n") }
            for client in clients {
                #expect(client.receive(until: "\r\n\r\n/\(round)").hasSuffix("\r\n\r\n/\(round)"))
            }
        }
        #expect(server.requests.count == 150)
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() throws {
        let server = try echo()
        let client = try #require(RawClient(port: server.port))
        client.send(
            "GET /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        let answers = client.receiveAll()
        #expect(answers.contains("\r\n\r\n/1HTTP/1.1 200 OK"))
        #expect(answers.hasSuffix("Connection: close\r\n\r\n/2"))
    }

    @Test func responseToHeadHasNoBody() async throws {
        let server = try echo()
        let answer = try await client.get(server.url("/four"), method: "HEAD")
        #expect(answer.body.isEmpty)
        #expect(answer.header("Content-Length") == "5")
    }

    @Test func otherMethodsAreRefusedAndTheirBodiesSkipped() throws {
        let server = try echo()
        let client = try #require(RawClient(port: server.port))
        client.send(
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbodyGET /next HTTP/1.1\r\nHost: h\r\n\r\n"
        )
        let answers = client.receive(until: "/next")
        #expect(answers.hasPrefix("HTTP/1.1 405 Method Not Allowed\r\n"))
        #expect(answers.contains("Allow: GET, HEAD\r\n"))
        #expect(answers.hasSuffix("/next"))
    }

    @Test func handlerReceivesTheBodiesOfItsMethods() throws {
        let server = try EmbeddedServer(methods: ["POST"]) { request in
            .text("\(request.method) \(String(decoding: request.body, as: UTF8.self))")
        }
        let client = try #require(RawClient(port: server.port))
        client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbo")
        client.send("dyGET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        let answers = client.receiveAll()
        #expect(answers.contains("\r\n\r\nPOST bodyHTTP/1.1 405"))
        #expect(answers.contains("Allow: POST\r\n"))
        #expect(server.requests.map(\.body) == [Data("body".utf8), Data()])
    }

    /// A text that is not a request.
    struct MalformedRequest: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
    }

    @Test(arguments: [
        MalformedRequest(testDescription: "a word", text: "nonsense\r\n"),
        MalformedRequest(testDescription: "no Host field", text: "GET / HTTP/1.1\r\n\r\n"),
        MalformedRequest(
            testDescription: "a head of 200,000 bytes",
            text: "GET / HTTP/1.1\r\nHost: h\r\nA: " + String(repeating: "a", count: 200_000)),
    ])
    func malformedRequestIsRefusedAndTheConnectionClosed(request: MalformedRequest) throws {
        let server = try echo()
        let client = try #require(RawClient(port: server.port))
        client.send(request.text)
        let answer = client.receiveAll()
        #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(answer.contains("Connection: close\r\n"))
        #expect(server.requests.isEmpty)
    }

    @Test func serverSurvivesAClientThatClosesDuringALargeResponse() async throws {
        let server = try EmbeddedServer { request in
            request.path == "/large" ? HTTPResponse(body: Data(count: 20_000_000)) : .text("here")
        }
        for _ in 0..<4 {
            let rude = try #require(RawClient(port: server.port))
            rude.send("GET /large HTTP/1.1\r\nHost: h\r\n\r\n")
            _ = rude.receive(until: "\r\n\r\n")
        }
        #expect(try await client.get(server.url).text == "here")
    }

    @Test func portInUseIsReported() throws {
        let server = try echo()
        #expect(throws: ServerError(step: .bind, code: EADDRINUSE)) {
            try EmbeddedServer(port: server.port) { _ in .text("") }
        }
    }
}
