import Foundation
import TestSupport
import Testing

@testable import LoopbackServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The code in the documentation of the server.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct DemoCommentTests {
    private let client = HTTPClient()

    @Test func serverWithAClosure() async throws {
        // snippet: begin
        let server = try EmbeddedServer { request in
            request.path == "/hello" ? .text("hello") : .failure(status: 404, message: "Not Found")
        }
        let (data, _) = try await URLSession.shared.data(from: server.url.appending(path: "hello"))
        let paths = server.requests.map(\.path)  // ["/hello"]
        server.stop()
        // snippet: end
        #expect(data == Data("hello".utf8))
        #expect(paths == ["/hello"])
    }

    @Test func bodyThatCanBeRevalidated() async throws {
        let bytes = Data("picture".utf8)
        // snippet: begin
        let picture = Representation(bytes, tag: "\"v1\"", cacheControl: "max-age=60")
        let server = try EmbeddedServer(handler: picture.respond)
        // snippet: end
        let answer = try await client.get(server.url)
        #expect(answer.body == bytes)
        #expect(answer.header("ETag") == "\"v1\"")
    }

    @Test func usersServiceAndAnAvatar() async throws {
        // snippet: begin
        let service = UsersService(users: UserDirectory(count: 95), faults: .demo)
        let server = try EmbeddedServer(handler: service.respond)
        // snippet: end
        let data = try await client.get(server.url("/avatars/\(service.users.id(at: 0)).png")).body
        var printed = ""
        let print: (String) -> Void = { printed = $0 }
        // snippet: begin
        let avatar = try PNG(decoding: data)
        print("\(avatar.width)×\(avatar.height)")
        // snippet: end
        #expect(printed == "40×40")
        server.stop()
    }

    @Test func heldResponse() async throws {
        // snippet: begin
        let gate = ResponseGate()
        let server = try EmbeddedServer { _ in .text(status: 200, "late").delivered(.held(gate)) }
        async let response = client.get(server.url)
        await gate.reached()  // the request has arrived, and its response is held
        gate.open()
        // snippet: end
        #expect(try await response.text == "late")
        server.stop()
    }

    @Test func requestsParsedFromBytes() throws {
        let bytes = Array("GET /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
        var answered: [String] = []
        func answer(_ request: HTTPRequest) { answered.append(request.path) }
        // snippet: begin
        var parser = HTTPRequestParser()
        parser.append(bytes)
        while let request = try parser.next() { answer(request) }
        // snippet: end
        #expect(answered == ["/a", "/b"])
    }

    @Test func misbehavior() async throws {
        // snippet: begin
        let server = try EmbeddedServer { _ in Misbehavior.cutBody.applied(to: .text("hello")) }
        // snippet: end
        await #expect(throws: (any Error).self) { try await client.get(server.url) }
        server.stop()
    }

    @Test func listWithFaults() async throws {
        // snippet: begin
        let list = ListService(count: 95, as: .numbered)
        let server = try EmbeddedServer(handler: list.respond)
        // snippet: end
        #expect(try await client.get(server.url).text.contains("item 1"))
        server.stop()
    }

    @Test func scriptOfFaults() async throws {
        let list = ListService(count: 95, as: .numbered)
        // snippet: begin
        let script = FaultScript([.cutBody, nil, .serverError])
        let server = try EmbeddedServer { request in script.apply(to: list.respond(to: request)) }
        // snippet: end
        await #expect(throws: (any Error).self) { try await client.get(server.url) }
        #expect(try await client.get(server.url).text.contains("item 1"))
        server.stop()
    }
}
