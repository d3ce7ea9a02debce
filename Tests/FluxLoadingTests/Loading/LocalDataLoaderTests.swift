import FluxLoading
import Foundation
import Streams
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct LocalDataLoaderTests {
    private enum Outcome: Equatable {
        case body(Data, length: Int64)
        case failure(LoadingError.Reason)
        case none
    }

    private func outcome(of url: URL, maximumBytes: Int = .max) -> Outcome {
        let loader = LocalDataLoader(maximumBytes: maximumBytes, scheduler: ImmediateScheduler.shared)
        let outcome = Locked(Outcome.none)
        let load = DataLoader(local: loader).load(URLRequest(url: url)) { event in
            outcome.withLock { outcome in
                switch (event, outcome) {
                case (.response(let head), _): outcome = .body(Data(), length: head.expectedContentLength)
                case (.bytes(let data), .body(let body, let length)):
                    outcome = .body(body + data, length: length)
                case (.failed(let error), _): outcome = .failure(error.reason)
                default: break
                }
            }
        }
        load.cancel()
        return outcome.withLock { $0 }
    }

    private func withFile(_ content: Data, _ body: (URL) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "flux-\(UUID().uuidString)")
        try content.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try body(url)
    }

    @Test func fileIsReadInPieces() throws {
        let content = Data((0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try withFile(content) { #expect(outcome(of: $0) == .body(content, length: 600_000)) }
    }

    @Test(.timeLimit(.minutes(1))) func pipeIsRefusedAndDoesNotBlock() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "flux-\(UUID().uuidString)")
        try #require(mkfifo(url.path, 0o600) == 0)
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(outcome(of: url) == .failure(.unreadableFile(description: "not a regular file")))
    }

    @Test func emptyFileIsRead() throws {
        try withFile(Data()) { #expect(outcome(of: $0) == .body(Data(), length: 0)) }
    }

    @Test func fileBeyondTheLimitIsRefused() throws {
        try withFile(Data(count: 11)) {
            #expect(outcome(of: $0, maximumBytes: 10) == .failure(.tooLarge(limit: 10)))
        }
    }

    /// The system would open the file whose name is before the null character.
    @Test func nullCharacterInAPathIsRefused() throws {
        try withFile(Data(count: 1)) { url in
            let other = try #require(URL(string: url.absoluteString + "%00.png"))
            guard case .failure(.unreadableFile) = outcome(of: other) else {
                Issue.record("another file was read")
                return
            }
        }
    }

    @Test(arguments: ["/nowhere/nothing.png", "/tmp"])
    func missingFileOrFolderFails(path: String) {
        guard case .failure(.unreadableFile) = outcome(of: URL(filePath: path)) else {
            Issue.record("\(path) was read")
            return
        }
    }

    @Test func dataURLIsRead() throws {
        let url = try #require(URL(string: "data:text/plain;base64,aGVsbG8="))
        #expect(outcome(of: url) == .body(Data("hello".utf8), length: 5))
    }

    @Test func malformedDataURLIsRefused() throws {
        let url = try #require(URL(string: "data:hello"))
        #expect(outcome(of: url) == .failure(.malformedDataURL))
    }

    @Test func unsupportedSchemeIsRefused() throws {
        let url = try #require(URL(string: "gopher://host/1"))
        #expect(outcome(of: url) == .failure(.unsupportedScheme("gopher")))
    }

    @Test func nothingIsSentAfterACancellation() {
        let time = VirtualTimeScheduler()
        let loader = LocalDataLoader(scheduler: time)
        let load = loader.load(URLRequest(url: URL(filePath: "/nowhere"))) { event in
            Issue.record("\(event)")
        }
        load.cancel()
        time.run()
    }
}
