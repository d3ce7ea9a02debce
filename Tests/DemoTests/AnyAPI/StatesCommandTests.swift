import Foundation
import LoopbackServer
import TestSupport
import Testing

/// `Demo states URL` as a process: its messages, its exit status and its last line.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct StatesCommandTests {
    @Test(arguments: ListShape.allCases.filter { $0 != .since })
    func everyShapeIsShownWithNothingButItsAddress(shape: ListShape) async throws {
        let server = try EmbeddedServer(handler: ListService(count: 25, as: shape).respond)
        let run = try await DemoProcess.run(["states", "\(server.url)list", "--json"])
        #expect(run.status == 0, "\(run.errors)")
        let ids = (1...25).map(String.init).joined(separator: ",")
        #expect(run.lastLine == #"{"done":true,"ids":[\#(ids)],"requests":{"images":0,"pages":3},"rows":25}"#)
        #expect(run.errors.hasPrefix("Demo: items"))
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(server.requests.count == 3)
    }

    @Test func whatIsNotUsedIsSaid() async throws {
        let server = try EmbeddedServer(handler: ListService(count: 25, as: .numbered).respond)
        let run = try await DemoProcess.run(["states", "\(server.url)list", "--items=results", "--next=none"])
        #expect(run.status == 0)
        #expect(run.errors.contains("not used: an address at 'next'"))
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func signalEndsTheRunWithItsLastLine(signal: Int32) async throws {
        let list = ListService(count: 25, as: .linked)
        let gate = ResponseGate()
        let server = try EmbeddedServer { request in
            let page = list.respond(to: request)
            return request.query["page"] == "2" ? page.delivered(.held(gate)) : page
        }
        let run = try await DemoProcess.run(["states", "\(server.url)list", "--json"]) { process in
            await gate.reached()
            kill(process.processIdentifier, signal)
        }
        #expect(run.status == 128 + signal)
        #expect(run.lastLine.hasPrefix(#"{"done":false,"error":"stopped by a signal; 10 items were shown""#))
        #expect(run.lastLine.contains(#""ids":[1,2,3,4,5,6,7,8,9,10]"#))
        #expect(run.errors.contains("stopped by a signal; 10 items were shown"))
    }

    @Test func requestsAreLimited() async throws {
        let server = try EmbeddedServer(handler: ListService(count: 25, as: .linked).respond)
        let run = try await DemoProcess.run([
            "states", "\(server.url)list", "--json", "--max-requests", "2",
        ])
        #expect(run.status == 3)
        #expect(run.lastLine.contains(#""done":true"#) && run.lastLine.contains(#""maxRequests":2"#))
        #expect(run.lastLine.contains(#""rows":20"#))
        #expect(server.requests.count == 2)
    }

    @Test func firstPageThatFailsHasItsLastLine() async throws {
        let port = try RefusingPort()
        let run = try await DemoProcess.run(["states", "\(port.url)list", "--json"])
        #expect(run.status == 1)
        #expect(run.lastLine.hasPrefix(#"{"done":false,"error":"No response from"#))
        #expect(run.lastLine.contains(#""rows":0"#))
    }

    @Test func warningsDontControlTheTerminal() async throws {
        let server = try EmbeddedServer { request in
            request.query["cursor"] == nil
                ? .json(text: #"{"items":[{"id":1}],"next_cursor":"\u001b]0;owned\u0007\u202e"}"#)
                : .json(text: #"{"items":[{"id":2}],"next_cursor":"\u001b]0;owned\u0007\u202e"}"#)
        }
        let run = try await DemoProcess.run(["states", "\(server.url)"])
        #expect(run.status == 1)
        #expect(run.errors.contains(#"\u{1B}]0;owned"#))
        let unsafe = (run.output + run.errors).unicodeScalars.filter {
            $0 != "\n" && [.control, .format].contains($0.properties.generalCategory)
        }
        #expect(unsafe.isEmpty)
    }

    /// The pages have other items each time, so that only their addresses show the circle.
    @Test(arguments: ["items", "states"], [1, 2, 3, 7])
    func circleOfAnyLengthIsFound(command: String, length: Int) async throws {
        let count = Box(0)
        let server = try EmbeddedServer { request in
            let page = request.query["cursor"].flatMap { Int($0) } ?? 0
            let id = count.increment()
            return .json(text: "{\"items\":[{\"id\":\(id)}],\"next_cursor\":\"\(page % length + 1)\"}")
        }
        let run = try await DemoProcess.run([command, "\(server.url)list"])
        #expect(run.status == 1)
        #expect(
            run.errors.contains(
                "\(server.url)list: the next page, cursor '1', is one that was loaded already"),
            "\(run.errors)")
        #expect(server.requests.count == length + 1)
    }
}

extension DemoProcess {
    var lastLine: String { output.split(separator: "\n").last.map(String.init) ?? "" }
}
