import Foundation
import TestSupport
import Testing

@testable import LoopbackServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.prompt, .timeLimit(.minutes(1)))
struct DeliveryTests {
    private let client = HTTPClient()

    private func server(_ delivery: Delivery) throws -> EmbeddedServer {
        try EmbeddedServer { request in
            request.path == "/" ? .text("hello").delivered(delivery) : .text("other")
        }
    }

    private func outcome(of url: URL) async -> Result<HTTPClient.Answer, any Error> {
        do { return .success(try await client.get(url)) } catch { return .failure(error) }
    }

    @Test(arguments: [0, 2, 5])
    func truncatedResponseFailsInTheClient(length: Int) async throws {
        let server = try server(.truncated(after: length))
        await #expect(throws: URLError.self) { try await client.get(server.url) }
        #expect(try await client.get(server.url("/other")).text == "other")
    }

    @Test func truncatedResponseSendsTheGivenNumberOfBytes() throws {
        let server = try server(.truncated(after: 2))
        let client = try #require(RawClient(port: server.port))
        client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.receiveAll().hasSuffix("Content-Length: 5\r\n\r\nhe"))
    }

    @Test func droppedResponseSendsNothing() throws {
        let server = try server(.dropped)
        let client = try #require(RawClient(port: server.port))
        client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.receiveAll().isEmpty)
        #expect(server.requests.count == 1)
    }

    @Test func droppedResponseFailsInTheClient() async throws {
        let server = try server(.dropped)
        await #expect(throws: URLError.self) { try await client.get(server.url) }
    }

    @Test func delayedResponseArrives() async throws {
        let server = try server(.delayed(.milliseconds(1)))
        #expect(try await client.get(server.url).text == "hello")
    }

    @Test(arguments: [nil, 2])
    func resetResponseFailsInTheClient(length: Int?) async throws {
        let server = try server(.reset(after: length))
        await #expect(throws: URLError.self) { try await client.get(server.url) }
        #expect(try await client.get(server.url("/other")).text == "other")
    }

    @Test func resetResponseEndsTheConnectionWithAReset() throws {
        let server = try server(.reset(after: nil))
        let raw = try #require(RawClient(port: server.port))
        raw.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(raw.lastErrorAfterReceiving() == ECONNRESET)
    }

    @Test func pausedBodyContinuesWhenItsGateOpens() async throws {
        let gate = ResponseGate()
        let server = try server(.paused(after: 2, gate))
        let raw = try #require(RawClient(port: server.port))
        raw.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(raw.receive(until: "\r\n\r\nhe").hasSuffix("\r\n\r\nhe"))
        await gate.reached()
        gate.open()
        #expect(raw.receiveAll() == "llo")
    }

    @Test func drippedBodyArrivesWhole() async throws {
        let server = try server(.dripped(size: 2, every: .milliseconds(1)))
        #expect(try await client.get(server.url).text == "hello")
    }

    @Test func endlessBodyIsSentUntilTheClientCloses() async throws {
        let server = try server(.endless(from: 4))
        let raw = try #require(RawClient(port: server.port))
        raw.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        let received = String(decoding: raw.receive(atLeast: 1_000_000).prefix(1_000), as: UTF8.self)
        #expect(received.contains("\r\n\r\nhelloooooo"))
        #expect(!received.contains("Content-Length"))
        #expect(try await client.get(server.url("/other")).text == "other")
    }

    @Test func rawBytesReplaceTheResponse() throws {
        let server = try server(.raw(Data("nonsense".utf8)))
        let raw = try #require(RawClient(port: server.port))
        raw.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(raw.receiveAll() == "nonsense")
    }

    @Test func chunkedBodyArrivesWhole() async throws {
        let server = try EmbeddedServer { _ in .text("hello").framed(.chunked(size: 2)) }
        #expect(try await client.get(server.url).text == "hello")
        #expect(try await client.get(server.url).text == "hello")
    }

    @Test func bodyUntilCloseArrivesWhole() async throws {
        let server = try EmbeddedServer { _ in .text("hello").framed(.untilClose) }
        #expect(try await client.get(server.url).text == "hello")
    }

    @Test func heldResponseWaitsForItsGateWhileOthersAreSent() async throws {
        let gate = ResponseGate()
        let server = try server(.held(gate))
        async let held = client.get(server.url)
        await gate.reached()
        #expect(try await client.get(server.url("/other")).text == "other")
        gate.open()
        #expect(try await held.text == "hello")
    }

    @Test func gateHoldsSeveralResponsesAndStaysOpen() async throws {
        let gate = ResponseGate()
        let server = try server(.held(gate))
        async let first = client.get(server.url)
        async let second = client.get(server.url)
        await gate.reached(by: 2)
        gate.open()
        #expect(try await [first.text, second.text] == ["hello", "hello"])
        #expect(try await client.get(server.url).text == "hello")
        #expect(gate.arrivals == 3)
    }

    @Test func stopEndsAHeldResponse() async throws {
        let gate = ResponseGate()
        let server = try server(.held(gate))
        async let held = outcome(of: server.url)
        await gate.reached()
        server.stop()
        let outcome = await held
        #expect(throws: URLError.self) { try outcome.get() }
        gate.open()
    }

    @Test func stopEndsADelayedResponse() throws {
        let server = try server(.delayed(.seconds(1_000_000_000)))
        let delayed = try #require(RawClient(port: server.port))
        delayed.send("GET /other HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = delayed.receive(until: "other")
        server.stop()
        #expect(delayed.receiveAll().isEmpty)
    }
}
