import Flux
import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import Demo

/// The keys of rows far away, for each form of API that has numbers or offsets.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct BrowsePagesTests {
    @Test(arguments: [(ListShape.numbered, "page"), (.offset, "offset"), (.totals, "page")])
    func rowFarAwayIsLoadedWithoutThoseBefore(shape: ListShape, rule: String) async throws {
        let list = ListService(count: 1000, as: shape)
        let server = try EmbeddedServer(handler: list.respond)
        let numbers = try await numbersAfterJump(to: 777, "\(server.url)list", ["--next", rule])
        #expect(numbers?.first == 771 && numbers?.contains(778) == true)
        #expect(server.requests.count <= 4)
    }

    @Test func numbersFromZeroAreFound() async throws {
        let server = try EmbeddedServer { request in
            let page = request.query["page"].flatMap { Int($0) } ?? 0
            let items = (page * 10..<page * 10 + 10).map { "{\"id\":\($0)}" }.joined(separator: ",")
            return .json(
                text: "{\"content\":[\(items)],\"number\":\(page),\"size\":10,\"totalElements\":500}")
        }
        let numbers = try await numbersAfterJump(to: 333, "\(server.url)list?page=0", [])
        #expect(numbers?.first == 330)
    }

    /// Rows of pages without numbers can't be jumped to, so they are no placeholders.
    @Test func listWhosePagesHaveNoNumbersIsCountedWithoutPlaceholders() async throws {
        let server = try EmbeddedServer { request in
            let start = request.query["after"].flatMap { Int($0) } ?? 0
            let items = (start..<start + 10).map { "{\"id\":\($0)}" }.joined(separator: ",")
            let next = start < 90 ? "\"/list?after=\(start + 10)\"" : "null"
            return .json(text: "{\"count\":100,\"next\":\(next),\"results\":[\(items)]}")
        }
        let options = try BrowseOptions(["\(server.url)list"])
        let counts = Log<Int>()
        let feed = BrowseFeed(
            try #require(options.url), options, nil, note: { _ in }, log: { _ in },
            count: { counts.append($0) })
        for await state in feed.states.values where !state.items.isEmpty {
            #expect(state.total == nil && state.rowCount == state.items.count)
            break
        }
        #expect(counts.entries.first == 100)
    }

    /// The identifiers of the first items after a jump, and whether the list still counts.
    private func numbersAfterJump(to row: Int, _ url: String, _ arguments: [String]) async throws -> [Int]? {
        let options = try BrowseOptions([url] + arguments)
        let feed = BrowseFeed(try #require(options.url), options, nil, note: { _ in }, log: { _ in })
        var hasJumped = false
        for await state in feed.states.values {
            if !hasJumped, !state.items.isEmpty {
                hasJumped = true
                feed.send(.jump(toRow: row))
            }
            guard state.scrollTarget?.isJump == true else { continue }
            #expect(state.scrollTarget == .jump(row: row))
            #expect(state.placeholdersBefore > 0 && state.item(atRow: row) != nil)
            return state.items.compactMap { row in
                if case .identifier(let id) = row.id { Int("\(id)") } else { nil }
            }
        }
        return nil
    }
}
