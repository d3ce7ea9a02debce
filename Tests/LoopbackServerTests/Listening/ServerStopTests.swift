import Foundation
import Streams
import TestSupport
import Testing

@testable import LoopbackServer

@Suite(.prompt, .timeLimit(.minutes(1)))
struct ServerStopTests {
    private final class Token: Sendable {}

    @Test func stopReleasesThePortAndTheHandler() throws {
        var token: Token? = Token()
        weak let released = token
        let server = try EmbeddedServer { [token] _ in .text("\(token == nil)") }
        token = nil
        let client = try #require(RawClient(port: server.port))
        client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.receive(until: "false").hasSuffix("false"))
        #expect(released != nil)

        server.stop()

        #expect(released == nil)
        #expect(client.receiveAll().isEmpty)
        #expect(RawClient(port: server.port) == nil)
        #expect(server.requests.count == 1)
    }

    @Test func stopMayBeCalledRepeatedlyAndConcurrently() throws {
        let server = try EmbeddedServer { _ in .text("") }
        DispatchQueue.concurrentPerform(iterations: 8) { _ in server.stop() }
        server.stop()
        #expect(RawClient(port: server.port) == nil)
    }

    @Test func handlerMayStopTheServer() throws {
        let box = Locked<EmbeddedServer?>(nil)
        let server = try EmbeddedServer { _ in
            box.withLock { $0 }?.stop()
            return .text("")
        }
        box.withLock { $0 = server }
        let client = try #require(RawClient(port: server.port))
        client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.receiveAll().isEmpty)
    }

    @Test func releasingTheServerStopsIt() throws {
        func portOfAServerLetGo() throws -> (UInt16, RawClient) {
            let server = try EmbeddedServer { _ in .text("") }
            return (server.port, try #require(RawClient(port: server.port)))
        }
        let (port, client) = try portOfAServerLetGo()
        #expect(client.receiveAll().isEmpty)
        #expect(RawClient(port: port) == nil)
    }

    @Test func portIsFreeAfterAStop() throws {
        let first = try EmbeddedServer { _ in .text("first") }
        first.stop()
        let second = try EmbeddedServer(port: first.port) { _ in .text("second") }
        let client = try #require(RawClient(port: second.port))
        client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.receive(until: "second").hasSuffix("second"))
    }
}
