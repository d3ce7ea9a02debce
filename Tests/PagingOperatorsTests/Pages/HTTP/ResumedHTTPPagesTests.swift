import Foundation
import LoopbackServer
import Streams
import Testing

@testable import PagingOperators

/// Exports of an API that continue at a checkpoint.
@Suite(.timeLimit(.minutes(1)))
struct ResumedHTTPPagesTests {
    nonisolated private struct Book: Decodable, Sendable {
        let id: Int
    }

    /// A list of three pages, whose next addresses repeat the secret of the first one.
    private static func serve() throws -> EmbeddedServer {
        try EmbeddedServer { request in
            let page = Int(request.query["page"] ?? "1") ?? 1
            let address = "http://\(request.headers["Host"] ?? "")/list?access_token=s3cr3t&page=\(page + 1)"
            let next = page < 3 ? "\"\(address)\"" : "null"
            return .text("{\"books\":[{\"id\":\(page * 2 - 1)},{\"id\":\(page * 2)}],\"next\":\(next)}")
        }
    }

    @Test func checkpointHasNoSecretAndTheNextRequestHasIt() async throws {
        let server = try Self.serve()
        let books = HTTPPages<Book>(try server.url("/list?access_token=s3cr3t"))
        var saved: Data?
        var ids: [Int] = []
        for _ in 0..<3 {
            let checkpoint = try saved.map {
                try JSONDecoder().decode(PageCheckpoint<HTTPPageKey>.self, from: $0)
            }
            for try await page in books.pages(prefetch: 1, resumingAt: checkpoint) {
                ids += page.items.map(\.id)
                saved = try JSONEncoder().encode(page.checkpoint)
                break
            }
            #expect(!String(decoding: saved ?? Data(), as: UTF8.self).contains("s3cr3t"))
        }
        #expect(ids == [1, 2, 3, 4, 5, 6])
        #expect(server.requests.allSatisfy { $0.query["access_token"] == "s3cr3t" })
        let end = try JSONDecoder().decode(PageCheckpoint<HTTPPageKey>.self, from: saved ?? Data())
        #expect(end.isEnd)
    }

    @Test func addressWithAnotherSecretIsNotSaved() async throws {
        let server = try Self.serve()
        let books = HTTPPages<Book>(try server.url("/list"))
        for try await page in books.pages() {
            let error = #expect(throws: (any Error).self) { try JSONEncoder().encode(page.checkpoint) }
            #expect("\(String(describing: error))".contains("access_token"))
            break
        }
    }
}
