import Foundation
import LoopbackServer
import TestSupport
import Testing

@Suite(.prompt, .timeLimit(.minutes(1)))
struct ItemsCommandTests {
    private func run(_ service: ListService, _ path: String = "list", _ arguments: [String] = []) async throws
        -> (run: DemoProcess, requests: [HTTPRequest])
    {
        let server = try EmbeddedServer(handler: service.respond)
        let run = try await DemoProcess.run(["items", "\(server.url)\(path)"] + arguments)
        return (run, server.requests)
    }

    private func lines(_ items: some Sequence<String>) -> String { items.map { $0 + "\n" }.joined() }

    @Test(arguments: ListShape.allCases.filter { $0 != .since })
    func everyShapeIsReadWithNothingButItsAddress(shape: ListShape) async throws {
        let service = ListService(count: 25, as: shape)
        let (run, requests) = try await run(service)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output == lines(service.items))
        #expect(requests.count == 3)
    }

    @Test func listWithoutAnyLinksIsReadByItsLastId() async throws {
        let service = ListService(count: 25, as: .since)
        let (run, requests) = try await run(service, "list", ["--next", "since"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output == lines(service.items))
        #expect(requests.count <= 4)
    }

    @Test func limitRequestsNoPageTooMany() async throws {
        let service = ListService(count: 25, as: .linked)
        let (run, requests) = try await run(service, "list", ["--limit=20"])
        #expect(run.status == 3)
        #expect(run.output == lines(service.items.prefix(20)))
        #expect(requests.count == 2)
    }

    @Test func pageLimitEndsTheRun() async throws {
        let service = ListService(count: 25, as: .linked)
        let (run, requests) = try await run(service, "list", ["--max-requests", "1"])
        #expect(run.status == 3)
        #expect(requests.count == 1)
        #expect(run.errors.contains("stopped after 1 request;"))
    }

    /// A process that shares the descriptor may have set it not to wait.
    @Test func allItemsAreWrittenToAPipeThatDoesNotWait() async throws {
        let text = String(repeating: "x", count: 20_000)
        let list = ListService(
            (0..<100).map { #"{"id":\#($0),"text":"\#(text)"}"# }, as: .linked, pageSize: 100)
        let server = try EmbeddedServer(handler: list.respond)
        var ends: [Int32] = [-1, -1]
        let result = pipe(&ends)
        try #require(result == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        let (reading, writing) = (ends[0], ends[1])
        let output = Box(Data())
        let run = try await DemoProcess.run(
            ["items", "\(server.url)list"],
            output: FileHandle(fileDescriptor: writing, closeOnDealloc: false)
        ) { _ in
            close(writing)
            output.value = await Self.content(of: reading)
        }
        close(reading)
        #expect(run.status == 0, "\(run.errors)")
        let isWhole = output.value == Data(lines(list.items).utf8)
        #expect(isWhole)
    }

    /// Reads a pipe up to its end, on a thread of its own.
    private static func content(of descriptor: Int32) async -> Data {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var content = Data()
                var bytes = [UInt8](repeating: 0, count: 1 << 16)
                while true {
                    let count = read(descriptor, &bytes, bytes.count)
                    guard count > 0 else { break }
                    content.append(contentsOf: bytes.prefix(count))
                }
                continuation.resume(returning: content)
            }
        }
    }

    /// As `jq` ends then: `head -3` needs no message.
    @Test(arguments: ["items", "states"])
    func closedPipeEndsTheRunQuietlyBySIGPIPE(command: String) async throws {
        let server = try EmbeddedServer(handler: ListService(count: 25, as: .linked).respond)
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let run = try await DemoProcess.run(
            [command, "\(server.url)list"], output: pipe.fileHandleForWriting)
        #expect(run.status == SIGPIPE)
        // A state may precede the first page.
        #expect(["", "Demo: items: the body; next page: Link header\n"].contains(run.errors))
        let shell = try await DemoProcess.run(
            [command, "\(server.url)list", "--quiet"], script: #"{ "$0" "$@"; echo "status $?" >&2; } | true"#
        )
        #expect(shell.errors == "status 141\n")
    }

    @Test func selectedFieldsArePrinted() async throws {
        let service = ListService([#"{"id":1,"a":{"b":[true]},"c":"x"}"#], as: .linked)
        let (run, _) = try await run(service, "list", ["--select", "a.b.0,id,z"])
        #expect(run.output == #"{"a.b.0":true,"id":1,"z":null}"# + "\n")
    }

    /// As the help says. RFC 8259 §4 leaves open which one counts.
    @Test func firstOfSeveralMembersWithTheSameNameIsSelected() async throws {
        let service = ListService([#"{"id":1,"v":"a","v":"b"}"#], as: .linked)
        let (run, _) = try await run(service, "list", ["--select", "v"])
        #expect(run.output == #"{"v":"a"}"# + "\n")
        #expect(try await self.run(service).run.output == #"{"id":1,"v":"a","v":"b"}"# + "\n")
    }

    @Test func bodiesArePrintedInsteadOfItems() async throws {
        let service = ListService([#"{"id":1,"x":1.50}"#], as: .totals)
        let body = #"{"items":[{"id":1,"x":1.50}],"total":1,"page":1,"size":10,"pages":1}"#
        #expect(try await run(service, "list", ["--pages"]).run.output == body + "\n")
        #expect(try await run(service, "list", ["--raw"]).run.output == body)
    }

    @Test func fieldsMethodAndBodyAreSent() async throws {
        let server = try EmbeddedServer(methods: ["POST"]) { _ in .json(text: "[]") }
        let run = try await DemoProcess.run([
            "items", "\(server.url)", "--header", "X-One: 1", "--header=X-Two: a=b", "--data", "{\"a\":1}",
        ])
        #expect(run.status == 0, "\(run.errors)")
        let request = try #require(server.requests.first)
        #expect(request.headers["X-One"] == "1")
        #expect(request.headers["X-Two"] == "a=b")
        #expect(String(decoding: request.body, as: UTF8.self) == #"{"a":1}"#)
    }

    @Test func failurePrintsWhatWasReadBefore() async throws {
        let list = ListService(count: 25, as: .linked)
        let script = FaultScript([nil, .notFound])
        let server = try EmbeddedServer { script.apply(to: list.respond(to: $0)) }
        let run = try await DemoProcess.run(["items", "\(server.url)list"])
        #expect(run.status == 1)
        #expect(run.output == lines(list.items.prefix(10)))
        #expect(run.errors.contains("10 items of 1 page were printed"))
    }

    @Test(arguments: [
        [], ["ftp://h/"], ["http://h/", "--limit", "0"], ["http://h/", "--strict=1"],
        ["http://h/", "--header", "x"], ["http://h/", "--bearer-env", "FLUX_TEST_NO_SUCH_NAME"],
        ["http://h/", "more"],
    ])
    func invalidOptionsAreRefused(arguments: [String]) async throws {
        let run = try await DemoProcess.run(["items"] + arguments)
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
    }

    @Test func charactersThatControlATerminalAreEscapes() async throws {
        let service = ListService(["{\"id\":1,\t\"a\":\"\u{7F}\u{9B}\u{202E}é\"}"], as: .linked)
        let (run, _) = try await run(service)
        #expect(run.output == "{\"id\":1,\t\"a\":\"\\u007F\\u009B\\u202Eé\"}\n")
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func signalEndsTheRunWithALineThatSaysHowFarItCame(signal: Int32) async throws {
        let list = ListService(count: 25, as: .linked)
        let gate = ResponseGate()
        let server = try EmbeddedServer { request in
            let page = list.respond(to: request)
            return request.query["page"] == "2" ? page.delivered(.held(gate)) : page
        }
        let run = try await DemoProcess.run(["items", "\(server.url)list"]) { process in
            await gate.reached()
            kill(process.processIdentifier, signal)
        }
        #expect(run.status == 128 + signal)
        #expect(run.output == lines(list.items.prefix(10)))
        #expect(run.errors.contains("10 items of 1 page were printed"))
    }

    #if os(Linux)
        @Test func fullDiskIsNoticed() async throws {
            let list = ListService(count: 25, as: .linked)
            let server = try EmbeddedServer(handler: list.respond)
            let full = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
            let run = try await DemoProcess.run(["items", "\(server.url)list"], output: full)
            #expect(run.status == 1)
            #expect(run.errors.contains("standard output: No space left on device"))
            #expect(server.requests.count == 1)
        }
    #endif
}
