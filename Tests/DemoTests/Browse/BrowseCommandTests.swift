import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import Demo

/// `Demo browse` as a process.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct BrowseCommandTests {
    @Test func withoutATerminalThereIsAClearMessage() async throws {
        let run = try await DemoProcess.run(["browse"], input: .nullDevice)
        #expect(run.status == 2)
        #expect(run.errors.contains("browse needs a terminal, but standard input is none"))
        #expect(run.output.isEmpty)
    }

    #if os(Linux)
        private static let hasTerminals = FileManager.default.fileExists(atPath: "/dev/ptmx")
        /// A sanitizer has no stack for the handler of a crash, and calls it while it holds its own locks.
        private static let isSanitized = ProcessInfo.processInfo.environment["FLUX_SANITIZE"] != nil

        /// Runs the browser in a terminal of 80 columns.
        private func browse(
            _ terminal: PseudoTerminal, while running: @escaping @Sendable (Process) async -> Void
        ) async throws -> DemoProcess {
            let list = ListService(count: 500, as: .totals, pageSize: 50)
            let server = try EmbeddedServer(handler: list.respond)
            terminal.setWidth(80)
            return try await DemoProcess.run(
                ["browse", "\(server.url)list"], environment: ["TERM": "xterm", "NO_COLOR": ""],
                input: terminal.device, output: terminal.device, errors: terminal.device, while: running)
        }

        @Test(.enabled(if: hasTerminals))
        func listIsScrolledResizedAndStopped() async throws {
            let terminal = try PseudoTerminal()
            let modes = terminal.modes
            let screen = Box(TerminalScreen(ScreenSize(lines: 24, columns: 80)))
            let rawModes = Box(modes)
            let run = try await browse(terminal) { process in
                await terminal.show(on: screen) {
                    $0.text.contains("500 items") && $0.text.hasSuffix("1/500")
                }
                rawModes.value = terminal.modes
                terminal.press("G")
                await terminal.show(on: screen) { $0.lines[22].hasPrefix("500 item 500") }
                terminal.setWidth(40, lines: 10)
                screen.value = TerminalScreen(ScreenSize(lines: 10, columns: 40))
                kill(process.processIdentifier, SIGWINCH)
                await terminal.show(on: screen) { $0.lines[8].hasPrefix("500 item 500") }
                kill(process.processIdentifier, SIGTSTP)
                await terminal.show(on: screen) { $0.returns == 1 }
                // It may be stopped, or not be: a program without a shell is not. A signal that precedes the
                // stop has no effect, so that one is not enough.
                let resuming = DispatchSource.makeTimerSource()
                resuming.setEventHandler { kill(process.processIdentifier, SIGCONT) }
                resuming.schedule(deadline: .now(), repeating: .milliseconds(20))
                resuming.activate()
                await terminal.show(on: screen) { $0.isSecondScreen && $0.text.hasSuffix("500/500") }
                resuming.cancel()
                terminal.press("q")
            }
            #expect(run.status == 0)
            #expect(rawModes.value != modes)
            #expect(terminal.modes == modes)
            var last = screen.value
            last.receive(try terminal.close().utf8)
            #expect(!last.isSecondScreen && last.showsCursor && last.wrapsLines)
            #expect(last.unknown.isEmpty)
        }

        /// Answers that arrive late and in parts are no keys. Pictures are deleted at the end.
        @Test(.enabled(if: hasTerminals))
        func answersOfTheTerminalSelectItsGraphics() async throws {
            let terminal = try PseudoTerminal()
            let screen = Box(TerminalScreen(ScreenSize(lines: 24, columns: 80)))
            let run = try await browse(terminal) { process in
                // It is shown before the terminal has answered.
                await terminal.show(on: screen) { $0.questionCount == 3 && $0.text.hasSuffix("1/500") }
                terminal.press("j")
                await terminal.show(on: screen) { $0.text.hasSuffix("2/500") }
                for part in ["\u{1B}_Gi=31;", "OK\u{1B}\\\u{1B}[6;", "18;9t\u{1B}[?62;", "4c"] {
                    terminal.press(part)
                    // The browser is woken between them.
                    kill(process.processIdentifier, SIGWINCH)
                }
                terminal.press("j")
                await terminal.show(on: screen) { $0.text.hasSuffix("3/500") }
                terminal.press("q")
            }
            #expect(run.status == 0)
            #expect(try terminal.close().contains(KittyGraphics.ending))
        }

        @Test(.enabled(if: hasTerminals && !isSanitized))
        func overflowOfTheStackRestoresTheTerminal() async throws {
            let terminal = try PseudoTerminal()
            let modes = terminal.modes
            let end = Box("")
            let run = try await browse(terminal) { process in
                let screen = Box(TerminalScreen(ScreenSize(lines: 24, columns: 80)))
                await terminal.show(on: screen) { $0.text.hasSuffix("1/500") }
                kill(process.processIdentifier, SIGUSR2)
                // A terminal that is not read does not accept output without limit.
                end.value = await terminal.read(until: "\u{1B}[?1049l")
            }
            #expect(run.status == SIGSEGV)
            #expect(terminal.modes == modes)
            _ = try terminal.close()
            #expect(end.value.contains("\u{1B}[?25h\u{1B}[?1049l"))
        }

        @Test(
            .enabled(if: hasTerminals), arguments: [SIGTERM, SIGHUP] + (isSanitized ? [] : [SIGABRT]))
        func signalRestoresTheTerminal(signal: Int32) async throws {
            let terminal = try PseudoTerminal()
            let modes = terminal.modes
            let end = Box("")
            let run = try await browse(terminal) { process in
                let screen = Box(TerminalScreen(ScreenSize(lines: 24, columns: 80)))
                await terminal.show(on: screen) { $0.text.hasSuffix("1/500") }
                kill(process.processIdentifier, signal)
                end.value = await terminal.read(until: "\u{1B}[?1049l")
            }
            #expect(run.status == (signal == SIGABRT ? SIGABRT : 128 + signal))
            #expect(terminal.modes == modes)
            _ = try terminal.close()
            #expect(end.value.contains("\u{1B}[?25h\u{1B}[?1049l"))
        }
    #endif
}
