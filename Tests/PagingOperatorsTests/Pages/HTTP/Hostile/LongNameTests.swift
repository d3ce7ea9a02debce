import Foundation
import LoopbackServer
import Testing

@testable import FluxLoading
@testable import PagingOperators

/// Descriptions of errors have a limited length, whatever a server sends.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct LongNameTests {
    @Test(arguments: LongBody.all)
    func descriptionIsShort(body: LongBody) async throws {
        let server = try EmbeddedServer { _ in .text(body.text) }
        let error = await #expect(throws: HTTPPageError.self) {
            for try await _ in HTTPPages<Numbered>(server.url).items() {}
        }
        #expect(try #require(error).description.utf8.count < 2000)
        #expect("\(try #require(error).reason)".utf8.count < 2000)
    }

    @Test func listedFieldsAreTheFirstOnes() {
        let paths = (0..<100).map { JSONPath(steps: ["n\($0)"]) }
        let failure = HTTPPageError.NextPageFailure.missing(nil, candidates: paths)
        #expect(failure.description.hasPrefix("no link to the next page, but 'n0', 'n1', "))
        #expect(failure.description.hasSuffix("'n7', …"))
    }

    @Test func keyIsShort() {
        #expect("\(HTTPPageKey.cursor(LongBody.name))".utf8.count < 2000)
    }
}

struct LongBody: CustomTestStringConvertible {
    let testDescription: String
    let text: String

    static let name = String(repeating: "n", count: 100_000)
    private static let arrays = (0..<1000).map { "\"n\($0)\":[{\"id\":1}]" }.joined(separator: ",")

    static let all = [
        ("names of arrays", "{\"\(name)1\":[{\"id\":1}],\"\(name)2\":[{\"id\":2}]}"),
        ("many arrays", "{\(arrays)}"),
        ("name of a next page", "{\"items\":[{\"id\":1}],\"next\(name)\":\"abc\",\"has_more\":true}"),
        ("message", "{\"items\":[],\"status\":\"error\",\"message\":\"\(name)\"}"),
    ].map { LongBody(testDescription: $0, text: $1) }
}
