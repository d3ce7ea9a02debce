#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
    import LoopbackServer
    import Streams
    import TestSupport
    import Testing

    @Suite(.prompt, .timeLimit(.minutes(1)))
    struct DataTaskPublisherTests {
        private let session = URLSession(configuration: .ephemeral)

        @Test func responseIsTheOnlyValue() async throws {
            let server = try EmbeddedServer { .text($0.target) }
            let url = try server.url("/hello")
            var answers: [String] = []
            for try await (data, response) in session.dataTaskPublisher(for: url).values {
                #expect((response as? HTTPURLResponse)?.statusCode == 200)
                answers.append(String(decoding: data, as: UTF8.self))
            }
            #expect(answers == ["/hello"])
        }

        @Test func failureIsAURLError() async throws {
            let server = try EmbeddedServer { .text($0.target) }
            let url = try server.url("/")
            server.stop()
            await #expect(throws: URLError.self) {
                for try await _ in session.dataTaskPublisher(for: url).values {}
            }
        }

        @Test func nothingIsLoadedWithoutDemand() async throws {
            let server = try EmbeddedServer { .text($0.target) }
            let publisher = session.dataTaskPublisher(for: try server.url("/a"))
            let idle = AnySubscriber<URLSession.DataTaskPublisher.Output, URLError>()
            publisher.subscribe(idle)
            for try await _ in session.dataTaskPublisher(for: try server.url("/b")).values {}
            #expect(server.requests.map(\.path) == ["/b"])
        }

        /// Foundation traps if a task is cancelled while it looks for its response in the session's cache.
        @Test func loadOfASessionWithACacheEndsForDownstreamAtItsCancellation() async throws {
            let arrived = Gate()
            let server = try EmbeddedServer {
                arrived.open()
                return .text($0.target)
            }
            let url = try server.url("/a")
            #expect(session.configuration.urlCache != nil)
            var token = Optional(Token())
            let held = Weak(token!)
            let load = session.dataTaskPublisher(for: url)
                .sink(receiveCompletion: { _ in }, receiveValue: { [token] _ in _ = token!.pass(0) })
            token = nil
            load.cancel()
            #expect(held.object == nil)
            // The task is cancelled later, and others are loaded all the same.
            var count = 0
            for try await _ in session.dataTaskPublisher(for: url).values { count += 1 }
            #expect(count == 1)
            await arrived.pass()
        }
    }
#endif
