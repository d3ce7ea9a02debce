import Foundation
import LoadingTestSupport
import LoopbackServer
import TestSupport
import Testing

@testable import FluxImages

/// Cache policies and a shared memory cache, with a real server and a real folder.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct ImagePolicyOverHTTPTests {
    private let folder = TemporaryFolder()
    private let clock = Box(0.0)
    private let server: PictureServer

    init() throws {
        server = try PictureServer()
    }

    /// A new launch of the app.
    private func launch(_ policy: any CachePolicy = HTTPCachePolicy()) -> PictureLoads {
        PictureLoads(in: folder, at: clock) { $0.cachePolicy = policy }
    }

    @Test func imagesOfAHostAreNeverValidated() async throws {
        server.setCacheControl("no-cache")
        let url = try server.url("/a")
        let policy = ImmutableImages(host: try #require(url.host()))
        let other = try server.url("/other")
        for _ in 0..<3 {
            _ = await launch(policy).load(url)
            _ = await launch(ImmutableImages(host: "images.test")).load(other)
            clock.value += 1_000_000
        }
        #expect(server.requests.count { $0.path == "/a" } == 1)
        #expect(
            server.requests.filter { $0.path == "/other" }.map { $0.headers["If-None-Match"] }
                == [nil, "\"v1\"", "\"v1\""])
        // It applies to what was stored before, and HTTP does again without it.
        #expect(await launch().load(url) == ["loaded /a v1 from disk"])
        #expect(server.requests.last?.headers["If-None-Match"] == "\"v1\"")
    }

    @Test func everythingIsKeptForAWeek() async throws {
        server.setCacheControl("no-store")
        let url = try server.url("/a")
        #expect(await launch(EverythingForAWeek()).load(url) == ["loaded /a v1 from network"])
        server.publishVersion(2)
        clock.value = 7 * 86_400 - 1
        #expect(await launch(EverythingForAWeek()).load(url) == ["loaded /a v1 from disk"])
        clock.value = 7 * 86_400
        #expect(await launch(EverythingForAWeek()).load(url) == ["loaded /a v2 from network"])
        #expect(server.requests.map { $0.headers["If-None-Match"] } == [nil, nil])
        // The new one has replaced it.
        clock.value += 1
        #expect(await launch(EverythingForAWeek()).load(url) == ["loaded /a v2 from disk"])
    }

    @Test func nothingStaleIsShown() async throws {
        server.setCacheControl("max-age=60, stale-while-revalidate=600")
        let url = try server.url("/a")
        _ = await launch(NothingStale()).load(url)
        clock.value = 100
        server.publishVersion(2)
        #expect(await launch(NothingStale()).load(url) == ["loaded /a v2 from network"])
        clock.value = 200
        #expect(await launch(NothingStale()).load(url) == ["loaded /a v2 from disk"])
        #expect(server.requests.map { $0.headers["If-None-Match"] } == [nil, "\"v1\"", "\"v2\""])
        clock.value = 300
        server.answerNext { _ in HTTPResponse(status: 404) }
        #expect(await launch(NothingStale()).load(url) == ["failed"])
    }

    @Test func confirmationThatIsNotAcceptedDownloadsTheImage() async throws {
        let url = try server.url("/a")
        let policy = ScriptedPolicy(confirm: { _, _ in nil })
        _ = await launch(policy).load(url)
        clock.value = 60
        #expect(await launch(policy).load(url) == ["loaded /a v1 from network"])
        #expect(server.requests.map { $0.headers["If-None-Match"] } == [nil, "\"v1\"", nil])
        clock.value = 119
        #expect(await launch(policy).load(url) == ["loaded /a v1 from disk"])
        #expect(server.requests.count == 3)
    }

    @Test func conditionOfItsOwnIsConfirmed() async throws {
        let url = try server.url("/a")
        let policy = ScriptedPolicy(conditions: {
            ["If-None-Match": $0.fields["etag", default: ""], "X-Seen": "\($0.fields.count)"]
        })
        _ = await launch(policy).load(url)
        clock.value = 60
        #expect(await launch(policy).load(url) == ["loaded /a v1 from disk"])
        #expect(server.requests.last?.headers["X-Seen"] != nil)
        #expect(server.requests.last?.headers["If-None-Match"] == "\"v1\"")
    }

    @Test func loadersThatShareACacheMakeOneRequest() async throws {
        let cache = MemoryCache<Picture>()
        let loads = (0..<2).map { _ in
            PictureLoads(in: folder, at: clock) {
                $0.memoryCache = cache
                $0.diskCache = nil
            }
        }
        let url = try server.url("/a")
        #expect(await loads[0].load(url) == ["loaded /a v1 from network"])
        #expect(await loads[1].load(url) == ["loaded /a v1 from memory"])
        #expect(server.requests.count == 1)
    }
}
