import Foundation
import LoopbackServer
import TestSupport
import Testing

/// `Demo items URL --resume FILE` as a process.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct ResumeTests {
    private let file = FileManager.default.temporaryDirectory.appending(path: "flux-\(UUID().uuidString)")
    private let list = ListService(count: 25, as: .linked)

    private var path: String { file.path(percentEncoded: false) }

    private var content: String? { try? String(contentsOf: file, encoding: .utf8) }

    private func lines(_ items: some Sequence<String>) -> String { items.map { $0 + "\n" }.joined() }

    private func run(_ url: String, _ arguments: String...) async throws -> DemoProcess {
        try await DemoProcess.run(["items", url, "--resume", path] + arguments)
    }

    private func withFile(_ test: () async throws -> Void) async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        try await test()
    }

    /// Limits within a page, at its end, and over several pages. Each run is a process.
    @Test(arguments: ListShape.allCases.filter { $0 != .since }, [(1, 12), (7, 25), (10, 25), (20, 25)])
    func runsThatAreCutByALimitPrintEachItemOnce(shape: ListShape, limits: (limit: Int, count: Int))
        async throws
    {
        let (limit, count) = limits
        try await withFile {
            let list = ListService(count: count, as: shape)
            let server = try EmbeddedServer(handler: list.respond)
            var output = ""
            var statuses: [Int32] = []
            while statuses.last != 0, statuses.count < 30 {
                let run = try await run("\(server.url)list", "--limit", "\(limit)")
                output += run.output
                statuses.append(run.status)
                #expect((content != nil) == (run.status == 3), "\(run.errors)")
                if ![0, 3].contains(run.status) { break }
            }
            #expect(output == lines(list.items))
            #expect(statuses == Array(repeating: 3, count: (count - 1) / limit) + [0])
        }
    }

    @Test func nextRunBeginsWithTheNextPage() async throws {
        try await withFile {
            let server = try EmbeddedServer(handler: list.respond)
            let first = try await run("\(server.url)list", "--max-requests", "1")
            #expect(first.status == 3)
            let second = try await run("\(server.url)list")
            #expect(second.status == 0)
            #expect(second.output == lines(list.items.dropFirst(10)))
            #expect(second.errors.hasPrefix("Demo: continuing after 10 items\n"))
            #expect(server.requests.map { $0.query["page"] } == [nil, "2", "3"])
        }
    }

    @Test func fileKeepsItsPermissionsBehindALink() async throws {
        try await withFile {
            let server = try EmbeddedServer(handler: list.respond)
            let real = file.appendingPathExtension("real")
            defer { try? FileManager.default.removeItem(at: real) }
            func permissions() throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: real.path)[.posixPermissions] as? Int
            }
            #expect(try await run("\(server.url)list", "--max-requests", "1").status == 3)
            try FileManager.default.moveItem(at: file, to: real)
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: real)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: real.path)
            #expect(try await run("\(server.url)list", "--max-requests", "1").status == 3)
            #expect(try permissions() == 0o600)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == real.path)
        }
    }

    /// The link may be there before the file.
    @Test func fileBehindALinkIsMadeWhereTheLinkNamesIt() async throws {
        try await withFile {
            let server = try EmbeddedServer(handler: list.respond)
            let real = file.appendingPathExtension("real")
            defer { try? FileManager.default.removeItem(at: real) }
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: real.lastPathComponent)
            #expect(try await run("\(server.url)list", "--max-requests", "1").status == 3)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == real.lastPathComponent)
            let permissions = try FileManager.default.attributesOfItem(atPath: real.path)[.posixPermissions]
            #expect((permissions as? Int).map { $0 & 0o111 } == 0)
            let second = try await run("\(server.url)list")
            #expect(second.output == lines(list.items.dropFirst(10)))
        }
    }

    @Test(arguments: ["--raw", "--pages"])
    func bodiesGoOnWithTheNextOne(output: String) async throws {
        try await withFile {
            let server = try EmbeddedServer(handler: list.respond)
            let whole = try await DemoProcess.run(["items", "\(server.url)list", output])
            let parts = [
                try await run("\(server.url)list", output, "--max-requests", "1"),
                try await run("\(server.url)list", output, "--max-requests", "1"),
                try await run("\(server.url)list", output),
            ]
            #expect(parts.map(\.status) == [3, 3, 0])
            #expect(parts.map(\.output).joined() == whole.output)
        }
    }

    /// A body that has more items than the limit allows is printed as a whole.
    @Test(arguments: ["--raw", "--pages"])
    func bodyInWhichALimitIsReachedIsPrintedOnce(output: String) async throws {
        try await withFile {
            let server = try EmbeddedServer(handler: list.respond)
            let whole = try await DemoProcess.run(["items", "\(server.url)list", output])
            let parts = [
                try await run("\(server.url)list", output, "--limit", "12"),
                try await run("\(server.url)list", output, "--limit", "2"),
            ]
            #expect(parts.map(\.status) == [3, 0])
            #expect(parts.map(\.output).joined() == whole.output)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func runThatASignalHasEndedIsContinued(signal: Int32) async throws {
        try await withFile {
            let gate = ResponseGate()
            let server = try EmbeddedServer { [list] request in
                let page = list.respond(to: request)
                return request.query["page"] == "2" ? page.delivered(.held(gate)) : page
            }
            let first = try await DemoProcess.run(["items", "\(server.url)list", "--resume", path]) {
                process in
                await gate.reached()
                kill(process.processIdentifier, signal)
            }
            #expect(first.status == 128 + signal)
            gate.open()
            let second = try await run("\(server.url)list")
            #expect(first.output + second.output == lines(list.items))
            #expect(content == nil)
        }
    }

    /// The page is larger than a pipe, whose reader has stopped within it.
    @Test func signalWhileAPipeIsNotReadKeepsWhatIsNotInThePipe() async throws {
        try await withFile {
            let text = String(repeating: "x", count: 970)
            let list = ListService(
                (0..<250).map { #"{"id":\#($0),"text":"\#(text)"}"# }, as: .linked, pageSize: 200)
            let server = try EmbeddedServer(handler: list.respond)
            let pipe = Pipe()
            let descriptor = pipe.fileHandleForReading.fileDescriptor
            let start = Box(Data())
            let first = try await DemoProcess.run(
                ["items", "\(server.url)list", "--resume", path], output: pipe.fileHandleForWriting
            ) { process in
                start.value = await Self.firstByte(of: descriptor)
                kill(process.processIdentifier, SIGTERM)
            }
            #expect(first.status == 128 + SIGTERM)
            let printed = start.value + Self.unread(of: pipe.fileHandleForReading)
            let second = try await run("\(server.url)list")
            #expect(second.status == 0, "\(second.errors)")
            #expect(String(decoding: printed, as: UTF8.self) + second.output == lines(list.items))
            #expect(content == nil)
        }
    }

    /// Waits for the first byte of a pipe, on a thread of its own.
    private static func firstByte(of descriptor: Int32) async -> Data {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var byte: UInt8 = 0
                let count = read(descriptor, &byte, 1)
                continuation.resume(returning: count == 1 ? Data([byte]) : Data())
            }
        }
    }

    /// Returns what a pipe has, without waiting for more.
    private static func unread(of reader: FileHandle) -> Data {
        let descriptor = reader.fileDescriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var found = Data()
        while true {
            let count = read(descriptor, &bytes, 1 << 16)
            guard count > 0 else { return found }
            found.append(contentsOf: bytes.prefix(count))
        }
    }

    @Test func failedPageIsRequestedAgain() async throws {
        try await withFile {
            let script = FaultScript([nil, .notFound])
            let server = try EmbeddedServer { [list] in script.apply(to: list.respond(to: $0)) }
            let first = try await run("\(server.url)list")
            #expect(first.status == 1)
            let second = try await run("\(server.url)list")
            #expect(second.status == 0)
            #expect(first.output + second.output == lines(list.items))
        }
    }

    @Test func deadlineOfTheRunKeepsTheNextPage() async throws {
        try await withFile {
            let gate = ResponseGate()
            let server = try EmbeddedServer { [list] request in
                let page = list.respond(to: request)
                return request.query["page"] == "3" ? page.delivered(.held(gate)) : page
            }
            let first = try await run("\(server.url)list", "--deadline", "1")
            #expect(first.status == 1)
            gate.open()
            let second = try await run("\(server.url)list")
            #expect(first.output + second.output == lines(list.items))
        }
    }

    /// A page whose next one must not be loaded is read again, as the reason may be gone, but not printed
    /// again.
    @Test func pageBeforeAnUnusableAddressIsReadAgain() async throws {
        try await withFile {
            let next = Box("http://localhost:9/x")
            let server = try EmbeddedServer { request in
                .json(
                    text: request.query["page"] == "2"
                        ? #"{"results":[{"id":2}],"next":null}"#
                        : #"{"results":[{"id":1}],"next":"\#(next.value)"}"#)
            }
            let first = try await run("\(server.url)")
            #expect(first.status == 1)
            #expect(first.output == "{\"id\":1}\n")
            next.value = "/?page=2"
            let second = try await run("\(server.url)")
            #expect(second.status == 0, "\(second.errors)")
            #expect(second.output == "{\"id\":2}\n")
        }
    }

    @Test func closedPipeKeepsThePageThatWasNotWritten() async throws {
        try await withFile {
            let server = try EmbeddedServer(handler: list.respond)
            _ = try await run("\(server.url)list", "--max-requests", "1")
            let pipe = Pipe()
            try pipe.fileHandleForReading.close()
            let cut = try await DemoProcess.run(
                ["items", "\(server.url)list", "--resume", path], output: pipe.fileHandleForWriting)
            #expect(cut.status == SIGPIPE)
            #expect(try await run("\(server.url)list").output == lines(list.items.dropFirst(10)))
        }
    }

    /// Further pages were in the pipe, and in the reader's buffer: none of them may be lost.
    @Test(arguments: [nil, "10"])
    func readerThatStopsAfterSomeLinesKeepsTheBeginningOfTheRun(limit: String?) async throws {
        try await withFile {
            let text = String(repeating: "x", count: 970)
            let list = ListService(
                (0..<250).map { #"{"id":\#($0),"text":"\#(text)"}"# }, as: .linked, pageSize: 10)
            let server = try EmbeddedServer(handler: list.respond)
            if let limit { _ = try await run("\(server.url)list", "--limit", limit) }
            let kept = content
            let rest = list.items.dropFirst(limit == nil ? 0 : 10)
            let cut = try await DemoProcess.run(
                ["items", "\(server.url)list", "--resume", path, "--quiet"],
                script: #"{ "$0" "$@"; echo "status $?" >&2; } | head -n 3"#)
            #expect(cut.errors == "status 141\n")
            #expect(cut.output == lines(rest.prefix(3)))
            #expect(content == kept)
            #expect(try await run("\(server.url)list").output == lines(rest))
        }
    }

    /// The last page fits in part. A limit of the shell, in blocks of 512 or 1,024 bytes, acts as a full
    /// disk.
    @Test(arguments: [">>", ">"])
    func fileOnAFullDiskHasTheItemsBeforeTheKeptPlace(redirection: String) async throws {
        try await withFile {
            let text = String(repeating: "x", count: 970)
            let list = ListService(
                (0..<250).map { #"{"id":\#($0),"text":"\#(text)"}"# }, as: .linked, pageSize: 10)
            let server = try EmbeddedServer(handler: list.respond)
            let output = file.appendingPathExtension("output")
            defer { try? FileManager.default.removeItem(at: output) }
            func printed() throws -> String { try String(contentsOf: output, encoding: .utf8) }
            func run(_ script: String) async throws -> DemoProcess {
                try await DemoProcess.run(
                    ["items", "\(server.url)list", "--resume", path, "--quiet"],
                    environment: ["OUTPUT": output.path], script: script)
            }
            let cut = try await run(
                #"trap '' XFSZ; ulimit -f 75; { "$0" "$@"; echo "status $?" >&2; echo; } "#
                    + redirection + #" "$OUTPUT""#)
            #expect(cut.errors == "Demo: standard output: File too large\nstatus 1\n")
            let first = try printed()
            // The line break of the shell is where the removed bytes began.
            #expect(first.hasSuffix("}\n\n"))
            #expect(first.utf8.count < 75 * 1024)
            let rest = try await run(#""$0" "$@" >> "$OUTPUT""#)
            #expect(rest.status == 0, "\(rest.errors)")
            #expect(try printed().replacing("\n\n", with: "\n") == lines(list.items))
        }
    }

    @Test func fileHasNoSecrets() async throws {
        try await withFile {
            let server = try EmbeddedServer { request in
                request.query["page"] == nil
                    ? .json(text: #"{"results":[{"id":1}],"next":"/list?api_key=s3cr3t&page=2"}"#)
                    : .json(text: #"{"results":[{"id":2}],"next":null}"#)
            }
            let url = "\(server.url)list?api_key=s3cr3t"
            let first = try await run(url, "--limit=1", "--header=X-Token: s3cr3t")
            #expect(first.status == 3)
            #expect(content?.contains("page=2") == true)
            #expect(content?.contains("s3cr3t") == false)
            #expect(try await run(url).output == "{\"id\":2}\n")
            #expect(server.requests.last?.query["api_key"] == "s3cr3t")
        }
    }

    @Test func secretOfANextAddressIsNotKept() async throws {
        try await withFile {
            let server = try EmbeddedServer { _ in
                .json(text: #"{"results":[{"id":1}],"next":"/list?signature=s3cr3t&page=2"}"#)
            }
            let run = try await run("\(server.url)list", "--limit=1")
            #expect(run.status == 1)
            #expect(content == nil)
            #expect(
                run.errors.contains(
                    "the next page was not kept: the address of a page has a secret 'signature'"))
        }
    }

    @Test(arguments: [
        (#""printed":0"#, #""printed":-1"#), (#""items":10"#, #""items":9223372036854775807"#),
        (#""pages":1"#, #""pages":9223372036854775807"#), (#""_0":2"#, #""_0":9223372036854775807"#),
        (#""itemsBefore":10"#, #""itemsBefore":9223372036854775807"#),
    ])
    func fileWithANumberThatNoListHasIsRefused(part: String, other: String) async throws {
        try await withFile {
            let server = try EmbeddedServer(handler: ListService(count: 25, as: .totals).respond)
            #expect(try await run("\(server.url)list", "--max-requests", "1").status == 3)
            let kept = try #require(content)
            #expect(kept.contains(part), "\(kept)")
            try Data(kept.replacing(part, with: other).utf8).write(to: file)
            let next = try await run("\(server.url)list")
            #expect(next.status == 2)
            #expect(next.errors.contains("is not a file that --resume has written"))
        }
    }

    /// A folder is a file that cannot be read, for every user.
    @Test func fileThatCannotBeReadIsNamedBeforeTheFirstRequest() async throws {
        try await withFile {
            let server = try EmbeddedServer(handler: list.respond)
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            let run = try await run("\(server.url)list")
            #expect(run.status == 2)
            #expect(run.errors.contains("--resume: '\(path)' cannot be read: Is a directory"))
            #expect(server.requests.isEmpty)
        }
    }

    /// The folder is that of the file which a link names.
    @Test func folderThatCannotBeWrittenIsNamedBeforeTheFirstRequest() async throws {
        try await withFile {
            let server = try EmbeddedServer(handler: list.respond)
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: "/no such folder/file")
            let run = try await run("\(server.url)list")
            #expect(run.status == 2)
            #expect(run.errors.contains("--resume: '\(path)' cannot be written to its folder"))
            #expect(server.requests.isEmpty)
        }
    }

    /// A file is replaced, for which its folder has to be writable. Nothing is read-only for the superuser.
    @Test(.enabled(if: geteuid() != 0))
    func fileInAFolderThatIsReadOnlyIsRefusedBeforeTheFirstRequest() async throws {
        let folder = file.appendingPathExtension("folder")
        let kept = folder.appending(path: "place").path
        let manager = FileManager.default
        try manager.createDirectory(at: folder, withIntermediateDirectories: false)
        defer {
            try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
            try? manager.removeItem(at: folder)
        }
        let server = try EmbeddedServer(handler: list.respond)
        let arguments = ["items", "\(server.url)list", "--max-requests", "1", "--resume", kept]
        #expect(try await DemoProcess.run(arguments).status == 3)
        try manager.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
        let run = try await DemoProcess.run(arguments)
        #expect(run.status == 2)
        #expect(run.errors.contains("cannot be written to its folder"))
        #expect(server.requests.count == 1)
    }

    @Test func fileOfAnotherListIsRefused() async throws {
        try await withFile {
            let server = try EmbeddedServer(handler: list.respond)
            #expect(try await run("\(server.url)list", "--limit=3").status == 3)
            let kept = content
            let other = try await run("\(server.url)other")
            #expect(other.status == 2)
            #expect(other.errors.contains("is of another list: GET \(server.url)list"))
            #expect(content == kept)
            try Data("x".utf8).write(to: file)
            #expect(try await run("\(server.url)list").status == 2)
            #expect(content == "x")
        }
    }
}
