import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import PagingOperators

/// A list whose pages repeat ends with a failure, whatever their keys are.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct RepeatedHTTPPageTests {
    private func isRepetition(_ failure: HTTPPageError.Reason?) -> Bool {
        if case .nextPage(.repeated)? = failure { true } else { false }
    }

    @Test func lastPageThatAlwaysNamesANextOneIsReadOnce() async throws {
        let list = try await LoadedList { request in
            let page = request.number("page")
            return .text(
                "{\"results\":\(array((min(page, 5) - 1) * 20)),\"next\":\"/list?page=\(page + 1)\"}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(isRepetition(list.failure))
        #expect(list.targets.count == 6)
    }

    @Test(arguments: [1, 2, 3, 7, 40])
    func circleOfPagesUnderNewNumbersIsFound(length: Int) async throws {
        let list = try await LoadedList { request in
            let page = request.number("page")
            let items = array((page - 1) % length * 2, of: 1_000_000, size: 2)
            return .text("{\"items\":\(items),\"total\":1000000,\"page\":\(page)}")
        }
        #expect(list.ids == Array(0..<length * 2))
        #expect(isRepetition(list.failure))
    }

    @Test func itemsAreComparedByTheirIdentifiers() async throws {
        let list = try await LoadedList { request in
            let stamp = request.query["page"] ?? "0"
            return .text(
                "{\"items\":[{\"id\":1,\"at\":\(stamp)},{\"id\":2,\"at\":\(stamp)}],\"total\":1000,\"page\":1}"
            )
        }
        #expect(list.ids == [1, 2])
        #expect(isRepetition(list.failure))
    }

    /// Rows of one thing at different times have one identifier.
    @Test func identifiersThatAreAllEqualIdentifyNothing() async throws {
        let list = try await LoadedList { request in
            let page = request.number("page")
            let items = "[{\"id\":1,\"at\":\(page)},{\"id\":1,\"at\":\(page + 100)}]"
            return .text("{\"items\":\(items),\"page\":\(page),\"pages\":3}")
        }
        #expect(list.ids == [1, 1, 1, 1, 1, 1])
        #expect(list.failure == nil)
    }

    @Test func endlessPagesWithoutItemsAreAFailure() async throws {
        let list = try await LoadedList { request in
            .text("{\"items\":[],\"next_cursor\":\"\(request.number("cursor", or: 0) + 1)\"}")
        }
        #expect(list.failure == .nextPage(.empty(pages: 5)))
        #expect(list.targets.count == 5)
    }

    @Test(arguments: [1, 3, 20])
    func boundOfPagesWithoutItemsIsThatOfTheSource(bound: Int) async throws {
        let server = try EmbeddedServer { request in
            let page = request.number("cursor", or: 0)
            let items = page == bound ? array(0) : "[]"
            return .text("{\"items\":\(items),\"next_cursor\":\(page < bound ? "\"\(page + 1)\"" : "null")}")
        }
        var source = HTTPPages<Numbered>(try server.url("/list"))
        source.maximumEmptyPages = bound + 1
        var ids: [Int] = []
        for try await item in source.items() { ids.append(item.id) }
        #expect(ids == Array(0..<20))
        source.maximumEmptyPages = bound
        let error = await #expect(throws: HTTPPageError.self) {
            for try await _ in source.items() {}
        }
        #expect(error?.reason == .nextPage(.empty(pages: bound)))
    }

    @Test func trailFindsACircleOfAnyLengthInBoundedMemory() {
        Seeds.forEach(300) { random in
            let (lead, length) = (random.number(below: 200), 1 + random.number(below: 300))
            var trail = PageTrail()
            var steps = 0
            func page(_ index: Int) -> UInt64 {
                UInt64(index < lead ? index : lead + (index - lead) % length)
            }
            while !trail.contains(page(steps)) {
                trail = trail.adding(page(steps), isEmpty: false)
                steps += 1
                try Mismatch.unless(steps <= 3 * (lead + length) + 2, "\(lead) and \(length)")
            }
            try Mismatch.unless(steps >= lead + length, "\(lead) and \(length): found after \(steps)")
            let size = try JSONEncoder().encode(trail).count
            try Mismatch.unless(size < 800, "\(lead) and \(length): a trail of \(size) bytes")
        }
    }

    /// A page that left the window is loaded again from the other side.
    @Test func pagesAreLoadedForthAndBackAndForth() async throws {
        let server = try EmbeddedServer { request in
            let page = request.number("page")
            return .text("{\"items\":\(array((page - 1) * 20)),\"total\":95,\"page\":\(page)}")
        }
        let source = HTTPPages<Numbered>(try server.url("/list"))
        let first = try await source.load(nil)
        let second = try await source.load(first.next)
        let third = try await source.load(second.next)
        let back = try await source.load(third.previous)
        #expect(back.items == second.items)
        let start = try await source.load(back.previous)
        #expect(start.items == first.items)
        #expect(try await source.load(start.next).items == second.items)
        #expect(try await source.load(back.next).items == third.items)
    }
}
