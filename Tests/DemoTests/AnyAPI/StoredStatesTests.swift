import Foundation
import LoopbackServer
import TestSupport
import Testing

/// `Demo states URL --store DIR` as a process: what the next run shows, also with the server gone.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct StoredStatesTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "flux-\(UUID().uuidString)")

    private func run(_ url: URL, _ arguments: String...) async throws -> DemoProcess {
        try await DemoProcess.run(
            ["states", url.absoluteString, "--store", folder.path(percentEncoded: false)] + arguments)
    }

    private func withFolder(_ test: () async throws -> Void) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await test()
    }

    @Test func secondRunShowsTheListWithTheServerGoneAndFails() async throws {
        try await withFolder {
            let server = try EmbeddedServer(handler: ListService(count: 25, as: .linked).respond)
            let url = try server.url("/list")
            let first = try await run(url, "--json")
            #expect(first.status == 0, "\(first.errors)")
            #expect(!first.output.contains("stored"))
            server.stop()

            let second = try await run(url, "--json", "--retries", "0")
            #expect(second.status == 1)
            let ids = (1...25).map(String.init).joined(separator: ",")
            #expect(second.lastLine.hasPrefix(#"{"done":false,"error":"No response from http://127.0.0.1"#))
            #expect(second.lastLine.contains(#""ids":[\#(ids)]"#))
            #expect(second.lastLine.hasSuffix(#""rows":25,"stored":true}"#))
            let states = second.output.split(separator: "\n").filter {
                $0.contains(#""rows":25"#) && $0.contains(#""seq""#)
            }
            #expect(!states.isEmpty)
            #expect(states.allSatisfy { $0.contains(#""stored":true"#) })
            let failed = second.output.split(separator: "\n").filter { $0.contains(#""refresh":"failed""#) }
            #expect(!failed.isEmpty)
            #expect(failed.allSatisfy { $0.contains(#""rows":25"#) })
            #expect(second.errors.contains("Demo: showed 25 stored items, loaded 2"))

            let text = try await run(url, "--retries=0")
            #expect(text.status == 1)
            #expect(text.output.contains("stored; "))
        }
    }

    @Test func secondRunEndsWithWhatTheServerHasNow() async throws {
        try await withFolder {
            let count = Box(25)
            let server = try EmbeddedServer { ListService(count: count.value, as: .linked).respond(to: $0) }
            let url = try server.url("/list")
            #expect(try await run(url).status == 0)
            count.value = 12
            let second = try await run(url, "--json")
            #expect(second.status == 0, "\(second.errors)")
            let ids = (1...12).map(String.init).joined(separator: ",")
            #expect(second.lastLine.hasPrefix(#"{"done":true,"ids":[\#(ids)]"#))
            #expect(!second.lastLine.contains("stored"))
            #expect(second.output.contains(#""stored":true"#))
            #expect(!second.errors.contains("stored items"))
        }
    }

    @Test func otherOptionsAndAddressesHaveOtherLists() async throws {
        try await withFolder {
            let server = try EmbeddedServer(handler: ListService(count: 5, as: .linked).respond)
            let url = try server.url("/list")
            #expect(try await run(url).status == 0)
            server.stop()
            for other in [
                try await run(
                    url.appending(queryItems: [URLQueryItem(name: "q", value: "1")]), "--retries=0", "--json"),
                try await run(url, "--header", "Authorization: Bearer one", "--retries=0", "--json"),
                try await run(url, "--id=name", "--retries=0", "--json"),
            ] {
                #expect(other.status == 1)
                #expect(other.lastLine.contains(#""rows":0"#))
            }
        }
    }

    @Test func identifiersKeepAllTheirDigits() async throws {
        try await withFolder {
            let server = try EmbeddedServer { _ in
                .json(text: #"[{"id":123456789012345678901234567890},{"id":"1"},{"id":1}]"#)
            }
            let url = try server.url("/list")
            let first = try await run(url, "--json")
            #expect(first.status == 0, "\(first.errors)")
            server.stop()
            let second = try await run(url, "--json", "--retries=0")
            #expect(second.lastLine.contains(#""ids":[123456789012345678901234567890,"1",1]"#))
        }
    }

    @Test func folderThatCannotBeWrittenEndsTheRunBeforeTheFirstRequest() async throws {
        try await withFolder {
            try Data().write(to: folder)
            let server = try EmbeddedServer(handler: ListService(count: 5, as: .linked).respond)
            let run = try await run(try server.url("/list"), "--json")
            #expect(run.status == 1)
            #expect(run.output.isEmpty)
            #expect(run.errors.hasPrefix("Demo: --store: \(folder.path(percentEncoded: false))"))
            #expect(run.errors.split(separator: "\n").count == 1)
            #expect(server.requests.isEmpty)
        }
    }

    @Test func folderIsRequired() async throws {
        let run = try await DemoProcess.run(["states", "http://127.0.0.1:1/", "--store="])
        #expect(run.status == 2)
        #expect(run.errors.contains("--store takes a folder"))
    }
}
