import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import Demo

/// What `items` shows on standard error besides failures.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct ItemsProgressTests {
    private let list = ListService(count: 25, as: .linked)

    private func server() throws -> EmbeddedServer { try EmbeddedServer(handler: list.respond) }

    @Test(arguments: ["items", "states"])
    func quietRunWritesNothingButFailures(command: String) async throws {
        let server = try server()
        let whole = try await DemoProcess.run([command, "\(server.url)list", "--quiet"])
        #expect(whole.status == 0)
        #expect(whole.errors.isEmpty)
        let cut = try await DemoProcess.run([command, "\(server.url)list", "--quiet", "--limit=3"])
        #expect(cut.status == 3)
        #expect(cut.errors.isEmpty)
        let port = try RefusingPort()
        let failed = try await DemoProcess.run([command, "\(port.url)", "--quiet", "--retries=0"])
        #expect(failed.status == 1)
        #expect(failed.errors.contains("connection refused"))
    }

    @Test func progressIsWrittenOnLinesWhereThereIsNoTerminal() async throws {
        let server = try server()
        let run = try await DemoProcess.run(["items", "\(server.url)list", "--progress"])
        let lines = run.errors.split(separator: "\n")
        #expect(lines.first == "Demo: waiting for page 1")
        #expect(lines.last?.wholeMatch(of: /Demo: 3 pages, 25 items, [0-9]+ a second/) != nil)
        #expect(!run.errors.contains("\u{1B}"))
        let cut = try await DemoProcess.run(
            ["items", "\(server.url)list", "--progress", "--limit=10"])
        #expect(cut.errors.contains(/Demo: 1 page, 10 items, [0-9]+ a second\n/))
        #expect(!cut.errors.contains("waiting for page 2"))
    }

    @Test(arguments: [
        ["--select", "id", "--raw"], ["--raw", "--select=id"], ["--select", "id", "--pages"],
        ["--pages", "--raw"],
        ["--quiet", "--progress"], ["--resume", ""], ["--resume", "/nowhere/at/all"], ["--progress=1"],
    ])
    func optionsThatCannotBeCombinedAreRefused(arguments: [String]) throws {
        #expect(throws: UsageError.self) {
            _ = try ItemsRun(options: ItemsOptions(["http://127.0.0.1:9/"] + arguments))
        }
    }

    #if os(Linux)
        private static let hasTerminals = FileManager.default.fileExists(atPath: "/dev/ptmx")

        @Test(.enabled(if: hasTerminals))
        func progressIsShownOnATerminal() async throws {
            let server = try server()
            let terminal = try PseudoTerminal()
            let run = try await DemoProcess.run(["items", "\(server.url)list"], errors: terminal.device)
            let screen = try terminal.close()
            #expect(run.status == 0)
            #expect(run.output == list.items.map { $0 + "\n" }.joined())
            #expect(screen.contains("\u{1B}[Jwaiting for page 1\r"))
            #expect(screen.contains(/1 page, 10 items, [0-9]+ a second; waiting for page 2\r/))
            #expect(screen.contains(/2 pages, 20 items, [0-9]+ a second; waiting for page 3\r/))
            // The line is erased at the end.
            #expect(screen.hasSuffix("\r\u{1B}[J"))
        }

        @Test(.enabled(if: hasTerminals), arguments: ["[1]", "[1]\n"])
        func progressDoesNotEraseABodyThatIsShownAsReceived(body: String) async throws {
            let server = try EmbeddedServer { _ in .json(text: body) }
            let terminal = try PseudoTerminal()
            let run = try await DemoProcess.run(
                ["items", "\(server.url)", "--raw"], output: terminal.device, errors: terminal.device)
            let screen = try terminal.close()
            #expect(run.status == 0)
            #expect(screen.contains("\r\u{1B}[J[1]\r\n\r\u{1B}[J1 page, 1 item, "))
        }

        @Test(.enabled(if: hasTerminals))
        func messageReplacesTheProgressOnATerminal() async throws {
            let server = try EmbeddedServer { [list] request in
                request.query["page"] == "2"
                    ? .failure(status: 503, message: "busy") : list.respond(to: request)
            }
            let terminal = try PseudoTerminal()
            let run = try await DemoProcess.run(
                ["items", "\(server.url)list", "--retries", "1"], errors: terminal.device)
            let screen = try terminal.close()
            #expect(run.status == 1)
            #expect(
                screen.contains(/1 page, 10 items, [0-9]+ a second; page 2 failed, waiting for its retry/))
            #expect(screen.contains("\u{1B}[JDemo: "))
            // Each message begins a line of its own.
            let messages = screen.split(separator: "Demo: ").dropLast()
            #expect(messages.allSatisfy { $0.hasSuffix("\r\u{1B}[J") || $0.hasSuffix("\n") })
        }

        /// A pager has the terminal to itself.
        @Test(.enabled(if: hasTerminals), arguments: ["items", "states"])
        func nothingIsShownWhereAPagerMayReadTheOutput(command: String) async throws {
            let server = try server()
            let terminal = try PseudoTerminal()
            let pager = Pipe()
            let run = try await DemoProcess.run(
                [command, "\(server.url)list"], output: pager.fileHandleForWriting, errors: terminal.device)
            #expect(run.status == 0)
            #expect(try terminal.close() == "")
        }

        @Test(.enabled(if: hasTerminals))
        func progressIsShownBesideAPipeIfThatIsAnOption() async throws {
            let server = try server()
            let pipe = Pipe()
            let terminal = try PseudoTerminal()
            let run = try await DemoProcess.run(
                ["items", "\(server.url)list", "--progress"], output: pipe.fileHandleForWriting,
                errors: terminal.device)
            #expect(run.status == 0)
            #expect(try terminal.close().contains("; waiting for page 3\r"))
        }

        @Test(.enabled(if: hasTerminals), arguments: [1, 2, 3, 10, 40, 79])
        func progressFitsAnyWidth(width: UInt16) async throws {
            let server = try server()
            let terminal = try PseudoTerminal()
            terminal.setWidth(width)
            let run = try await DemoProcess.run(
                ["items", "\(server.url)list"],
                output: try FileHandle(forWritingTo: URL(filePath: "/dev/null")), errors: terminal.device)
            #expect(run.status == 0)
            let texts = try terminal.close().matches(of: /\e\[J([^\r\n\e]*)\r/).map(\.output.1).filter {
                !$0.isEmpty
            }
            #expect(texts.isEmpty == (width == 1))
            #expect(texts.allSatisfy { $0.count < Int(width) }, "\(texts)")
            #expect(texts.contains { $0.hasSuffix("…") } == (2...40).contains(width))
        }

        @Test(.enabled(if: hasTerminals), arguments: [SIGWINCH, SIGCONT])
        func progressIsDrawnAgainAsWideAsTheTerminalIs(signal: Int32) async throws {
            let gate = ResponseGate()
            let server = try EmbeddedServer { [list] request in
                let page = list.respond(to: request)
                return request.query["page"] == "2" ? page.delivered(.held(gate)) : page
            }
            let terminal = try PseudoTerminal()
            terminal.setWidth(100)
            let screen = Box("")
            let run = try await DemoProcess.run(["items", "\(server.url)list"], errors: terminal.device) {
                process in
                await gate.reached()
                _ = await terminal.read(until: "waiting for page 2\r")
                terminal.setWidth(12)
                kill(process.processIdentifier, signal)
                screen.value = await terminal.read(until: "…\r")
                gate.open()
            }
            #expect(run.status == 0)
            #expect(screen.value == "\r\u{1B}[J1 page, 10…\r")
            _ = try terminal.close()
        }
    #endif
}
