import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import PagingOperators

/// Lists without a rule that start at a key, and not at their first page.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct StartedHTTPPagesTests {
    // MARK: Offsets

    /// The items before the start are one fewer than its offset.
    @Test func offsetFromOneReadsTheLastItem() async throws {
        let respond = { @Sendable (request: HTTPRequest) in
            let start = request.number("startIndex")
            return HTTPResponse.text(
                "{\"totalResults\":101,\"itemsPerPage\":20,\"startIndex\":\(start),"
                    + "\"Resources\":\(array(start - 1, of: 101))}")
        }
        let list = try await LoadedList(from: .offset(41), respond: respond)
        #expect(list.ids == Array(40..<101))
        #expect(list.failure == nil)
        let server = try EmbeddedServer(handler: respond)
        let page = try await HTTPPages<Numbered>(server.url).load(.offset(41))
        #expect(page.itemsBefore == 40)
    }
}
