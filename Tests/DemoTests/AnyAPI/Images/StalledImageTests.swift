import Flux
import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import Demo

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Images that stall, and where images may come from.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct StalledImageTests {
    /// A list of items with an image each, whose images have a delivery of their own.
    private func run(_ delivery: Delivery, count: Int = 25) throws -> APIRun {
        let items = (1...count).map { #"{"id":\#($0),"avatar":"/covers/\#($0).png"}"# }
        let list = ListService(items, as: .linked)
        return try APIRun { request in
            request.path.hasPrefix("/covers/")
                ? .png(Identicon(id: 1).png()).delivered(delivery) : list.respond(to: request)
        }
    }

    @Test func pagesDontWaitForStalledImages() async throws {
        let gate = ResponseGate()
        let run = try run(.held(gate), count: 100)
        run.imageGrace = .milliseconds(200)
        try await run.scroll("list")
        #expect(run.summary?.ids.count == 100)
        #expect(run.pages.count == 10)
        #expect(run.rows.allSatisfy { $0.image.isLoading })
        #expect(run.summary?.imageRequests == 8)
        #expect(gate.arrivals <= 8)
    }

    @Test func stalledImagesFailAtTheirDeadline() async throws {
        let run = try run(.held(ResponseGate()), count: 20)
        run.imageDeadline = .milliseconds(150)
        try await run.scroll("list")
        #expect(run.rows.count == 20)
        #expect(run.rows.allSatisfy { $0.image.error != nil })
        #expect(run.summary?.imageRequests == 20)
    }

    @Test func imagesAreAwaitedAfterTheLastPage() async throws {
        let run = try run(.delayed(.milliseconds(20)))
        try await run.scroll("list")
        #expect(run.rows.count == 25)
        #expect(run.rows.allSatisfy { $0.image.image?.format == .png })
        #expect(run.summary?.imageRequests == 25)
    }

    @Test func noImagesAreLoadedWithoutThem() async throws {
        let run = try run(.normal)
        try await run.scroll("list", ["--no-images"])
        #expect(run.rows.count == 25)
        #expect(run.summary?.imageRequests == 0)
        #expect(run.server.requests.count == run.pages.count)
    }

    @Test func imageThatRedirectsToAPrivateHostIsRefusedUnlessTheAPIIsThere() async throws {
        let server = try EmbeddedServer { request in
            request.path == "/a" ? .redirect(to: "/b.png") : .png(Identicon(id: 1).png())
        }
        func data(ofAPIAt api: String) async throws -> Data {
            let loads = ImageLoads(
                requests: Tally(), api: try #require(URL(string: api)), deadline: .seconds(10))
            return try await loads.base.data(for: URLRequest(url: server.url("/a"))).0
        }
        #expect(try await Picture(decoding: data(ofAPIAt: "\(server.url)")).format == .png)
        let error = await #expect(throws: LoadingError.self) {
            try await data(ofAPIAt: "https://example.org/")
        }
        #expect(error?.description.contains("refused redirect: to \(server.url)b.png") == true)
        #expect(server.requests.count == 3)
    }
}
