import Foundation
import LoopbackServer
import Testing

/// `--timeline` of the commands as processes.
@Suite(.prompt, .timeLimit(.minutes(1)))
final class TimelineOptionTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "timeline-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func file(_ name: String) -> String { folder.appending(path: name).path }

    private func text(of name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    @Test func everyCommandWritesTheFile() async throws {
        let server = try EmbeddedServer(handler: ListService(count: 25, as: .linked).respond)
        let commands = [[], ["states", "\(server.url)list"], ["items", "\(server.url)list"]]
        for (number, command) in commands.enumerated() {
            for name in ["\(number).html", "\(number).svg", "\(number).json"] {
                let run = try await DemoProcess.run(command + ["--timeline", file(name)])
                #expect(run.status == 0, "\(run.errors)")
            }
            #expect(try text(of: "\(number).html").contains("<h1>\(number)</h1>"))
            #expect(try text(of: "\(number).svg").hasPrefix("<svg"))
            let trace = try JSONSerialization.jsonObject(with: Data(text(of: "\(number).json").utf8))
            let events = try #require((trace as? [String: Any])?["traceEvents"] as? [[String: Any]])
            #expect(events.count { $0["ph"] as? String == "X" } >= 3)
        }
        // Images are described in words.
        #expect(try text(of: "0.html").contains("loaded from the network"))
    }

    private func items(timeline: String) async throws -> DemoProcess {
        let server = try EmbeddedServer(handler: ListService(count: 3, as: .linked).respond)
        return try await DemoProcess.run(["items", "\(server.url)list", "--timeline", timeline])
    }

    @Test func fileThatALinkNamesIsWritten() async throws {
        try Data("old".utf8).write(to: folder.appending(path: "real.html"))
        let link = file("link.html")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real.html")
        #expect(try await items(timeline: link).status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real.html")
        #expect(try text(of: "real.html").contains("<h1>"))
    }

    @Test func pipeReceivesThePicture() async throws {
        let run = try await items(timeline: "/dev/stdout")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("<h1>stdout</h1>"))
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func runWhoseTimelineCannotBeWrittenFails() async throws {
        let run = try await items(timeline: "/dev/full")
        #expect(run.status == 1)
        #expect(run.errors.hasSuffix("Demo: --timeline: /dev/full: No space left on device\n"))
    }

    @Test(arguments: ["missing/run.html", "."])
    func fileThatCannotBeWrittenFailsBeforeTheRun(name: String) async throws {
        let run = try await DemoProcess.run(["--timeline", file(name)])
        #expect(run.status == 1)
        #expect(run.output.isEmpty)
        let reason = name == "." ? "Is a directory" : "No such file or directory"
        #expect(run.errors == "Demo: --timeline: \(file(name)): \(reason)\n")
    }
}
