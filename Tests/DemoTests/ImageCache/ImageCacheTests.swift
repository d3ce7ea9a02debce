import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import Demo

/// Runs of the command that keep their images in a folder.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct ImageCacheTests {
    /// A folder of its own, which is deleted with the object.
    private final class Folder: Sendable {
        let path = FileManager.default.temporaryDirectory.appending(path: "demo-images-\(UUID().uuidString)")
            .path

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private let folder = Folder()

    private func run(_ arguments: String...) async throws -> DemoProcess {
        try await DemoProcess.run(arguments + ["--image-cache", folder.path])
    }

    private func lastLine(_ run: DemoProcess) throws -> [String: Any] {
        #expect(run.status == 0, "\(run.errors)")
        return try JSONLine.read(run.lastLine)
    }

    private func hits(_ line: [String: Any]) throws -> [String: Int] {
        let images = try #require(line["images"] as? [String: Any])
        return try #require(images["hits"] as? [String: Int])
    }

    private func imageRequests(_ line: [String: Any]) -> Int? {
        (line["requests"] as? [String: Int])?["images"]
    }

    /// The broken avatar is not an image, is not stored, and is requested again.
    @Test func secondRunShowsStoredAvatars() async throws {
        let first = try lastLine(try await run("--json"))
        #expect(imageRequests(first) == 95)
        #expect(try hits(first) == ["memory": 0, "disk": 0, "network": 94, "revalidated": 0])

        let second = try lastLine(try await run("--json"))
        #expect(imageRequests(second) == 1)
        #expect(try hits(second) == ["memory": 0, "disk": 94, "network": 0, "revalidated": 0])
        #expect((second["images"] as? [String: Any])?["failed"] as? Int == 1)

        let third = try await run()
        #expect(third.lastLine == "95 avatars: 0 memory, 94 disk, 0 network, 1 failed")
    }

    @Test func expiredAvatarsAreLoadedAgain() async throws {
        _ = try lastLine(try await run("--json", "--users=5"))
        let second = try lastLine(try await run("--json", "--users=5", "--image-cache-expiry=0"))
        #expect(imageRequests(second) == 5)
        #expect(try hits(second)["network"] == 5)
    }

    @Test func staleImagesOfAnAPIAreConfirmedByTheServer() async throws {
        let service = UsersService(users: UserDirectory(count: 12))
        let server = try EmbeddedServer { request in
            let response = service.respond(to: request)
            return request.path.hasPrefix("/avatars/")
                ? response.with("Cache-Control", "max-age=0") : response
        }
        let url = "\(server.url)users?since=0&per_page=5"
        let first = try lastLine(try await run("states", url, "--json"))
        #expect(try hits(first) == ["memory": 0, "disk": 0, "network": 12, "revalidated": 0])
        let second = try lastLine(try await run("states", url, "--json"))
        #expect(try hits(second) == ["memory": 0, "disk": 12, "network": 0, "revalidated": 12])
        #expect(server.requests.count { $0.headers["If-None-Match"] != nil } == 12)
    }

    @Test func fileInTheWayOfTheFolderEndsWithOneAndOneLine() async throws {
        try Data().write(to: URL(filePath: folder.path))
        for path in [folder.path, folder.path + "/below"] {
            let run = try await DemoProcess.run(["--image-cache", path])
            #expect(run.status == 1)
            #expect(run.output.isEmpty)
            #expect(run.errors.hasPrefix("Demo: --image-cache: \(path): "))
            #expect(run.errors.split(separator: "\n").count == 1)
        }
    }

    @Test func invalidOptionsEndWithTwo() async throws {
        let run = try await run("--image-cache-size=-1")
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(
            run.errors
                == "Demo: --image-cache-size takes a whole number from 1 to 1000000, not '-1'; see --help\n")
    }
}
