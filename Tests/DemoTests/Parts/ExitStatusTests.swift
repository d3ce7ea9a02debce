import Foundation
import LoopbackServer
import TestSupport
import Testing

@Suite(.prompt, .timeLimit(.minutes(1)))
struct ExitStatusTests {
    private let list = ListService(count: 25, as: .linked)

    private func server() throws -> EmbeddedServer { try EmbeddedServer(handler: list.respond) }

    @Test func statesOfAWholeListEndWithZero() async throws {
        let server = try server()
        let run = try await DemoProcess.run(["states", "\(server.url)list", "--json"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors == "Demo: items: the body; next page: Link header\n")
        #expect(run.lastLine.hasPrefix(#"{"done":true,"#))
        #expect(run.lastLine.contains(#""rows":25"#))
    }

    @Test func listCutByALimitEndsWithThree() async throws {
        let server = try server()
        let run = try await DemoProcess.run(["states", "\(server.url)list", "--json", "--limit=12"])
        #expect(run.status == 3)
        #expect(run.lastLine.contains(#""limit":12"#))
        #expect(server.requests.count == 2)
    }

    @Test func failureAfterPagesEndsWithOneAndItsReason() async throws {
        let script = FaultScript([nil, .notFound])
        let server = try EmbeddedServer { [list] in script.apply(to: list.respond(to: $0)) }
        let run = try await DemoProcess.run(["states", "\(server.url)list", "--json"])
        #expect(run.status == 1)
        #expect(run.lastLine.hasPrefix(#"{"done":false,"error":"#))
        #expect(run.lastLine.contains("404"))
        #expect(run.lastLine.contains(#""rows":10"#))
        #expect(run.errors.contains("404"))
    }

    @Test func invalidOptionsEndWithTwo() async throws {
        for arguments in [["states"], ["states", "ftp://h/"], ["--unknown"], ["--no-images"]] {
            let run = try await DemoProcess.run(arguments)
            #expect(run.status == 2)
            #expect(run.output.isEmpty)
            #expect(run.errors.hasSuffix("see --help\n"))
        }
    }

    #if os(Linux)
        @Test func fullDiskIsNoticed() async throws {
            let server = try server()
            let full = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
            let run = try await DemoProcess.run(["states", "\(server.url)list", "--json"], output: full)
            #expect(run.status == 1)
            #expect(run.errors.contains("standard output: No space left on device"))
        }
    #endif

    @Test func nothingOfAServerControlsTheTerminal() async throws {
        let server = try EmbeddedServer { request in
            request.query["next"] == nil
                ? .json(
                    text: #"{"items":[{"id":"a\u001b]0;owned","name":"\u009b31m"}],"next":"x\u001b]0;owned"}"#
                )
                : .failure(status: 400, message: "\u{1B}[2J")
        }
        let arguments = ["states", "\(server.url)", "--items", "items", "--next", "cursor:next=next"]
        for format in [[], ["--json"]] {
            let run = try await DemoProcess.run(arguments + format)
            #expect(run.status == 1)
            let controls = (run.output + run.errors).unicodeScalars
                .filter { $0 != "\n" && $0.properties.generalCategory == .control }
            #expect(controls.isEmpty)
        }
    }
}
