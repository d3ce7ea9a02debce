import Foundation
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import FluxLoading

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Receivers that handle events later than they arrive.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct SlowReceiverTests {
    /// Blocks at the first bytes until the test lets it go on.
    private final class SlowReceiver: Sendable {
        let begun = Turnstile()
        let ended = Turnstile()
        private let mayGoOn = DispatchSemaphore(value: 0)
        private let body = Locked(Data())
        private let events = Locked<[String]>([])

        var received: Data { body.withLock { $0 } }

        /// The events other than bytes.
        var lines: [String] { events.withLock { $0 } }

        func goOn() { mayGoOn.signal() }

        func receive(_ event: DataEvent) {
            switch event {
            case .response: events.withLock { $0.append("response") }
            case .bytes(let bytes):
                if received.isEmpty {
                    begun.pass()
                    mayGoOn.wait()
                }
                body.withLock { $0 += bytes }
            case .finished: end("finished")
            case .failed(let error): end("\(error.reason)")
            }
        }

        private func end(_ line: String) {
            events.withLock { $0.append(line) }
            ended.pass()
        }
    }

    private static let body = {
        let part = Data(0..<251)
        var bytes = Data(capacity: 6_000_000)
        while bytes.count < 6_000_000 { bytes.append(part.prefix(6_000_000 - bytes.count)) }
        return bytes
    }()

    private let receiver = SlowReceiver()
    private let server: EmbeddedServer

    init() throws {
        server = try EmbeddedServer { request in
            switch request.path {
            case "/large": HTTPResponse(body: Self.body)
            case "/moved": .redirect(to: "/large")
            case "/endless": HTTPResponse(body: Self.body, delivery: .endless(from: 0))
            default: .text("small")
            }
        }
    }

    /// Loads a body with the slow receiver, until it blocks.
    private func begin(_ path: String, maximumBytes: Int = .max) async throws -> any Cancellable {
        let loader = URLSessionDataLoader(maximumBytes: maximumBytes)
        let url = try server.url(path)
        let load = loader.load(URLRequest(url: url)) { [receiver] in receiver.receive($0) }
        await receiver.begun.reached()
        return load
    }

    /// Whether other sessions load while the receiver blocks: more often than events fit into a queue.
    private func othersLoad() async throws {
        for _ in 0..<20 {
            let (data, _) = try await URLSessionDataLoader().data(from: server.url)
            #expect(data == Data("small".utf8))
        }
    }

    @Test(arguments: ["/large", "/moved"]) func slowReceiverStopsNoOtherSession(path: String) async throws {
        let load = try await begin(path)
        try await othersLoad()
        #expect(receiver.received.isEmpty)
        receiver.goOn()
        await receiver.ended.reached()
        #expect(receiver.lines == ["response", "finished"])
        #expect(receiver.received == Self.body)
        // Not asked for again.
        #expect(server.count { $0.path == "/large" } == 1)
        load.cancel()
    }

    @Test func cancelledLoadDeliversNothingOfWhatWaits() async throws {
        let load = try await begin("/large")
        try await othersLoad()
        load.cancel()
        receiver.goOn()
        try await othersLoad()
        #expect(receiver.lines == ["response"])
        // The chunk that was being received.
        #expect(receiver.received.count < 100_000)
    }

    @Test func endlessBodyOfASlowReceiverStopsNoOtherSession() async throws {
        let load = try await begin("/endless", maximumBytes: 3_000_000)
        try await othersLoad()
        receiver.goOn()
        await receiver.ended.reached()
        #expect(receiver.lines == ["response", "response body exceeds the limit of 3000000 bytes"])
        #expect(receiver.received.count <= 3_000_000)
        load.cancel()
    }
}
