import Foundation
import Streams
import TestSupport
import Testing

@testable import PagingOperators

@Suite(.timeLimit(.minutes(1)))
struct LinkedPagesTests {
    private let first = URL(string: "https://example.com/rows?page=0")

    @Test func linksAreFollowedToTheLast() async throws {
        let first = try #require(first)
        let requested = Log<String?>()
        let state = await walk(
            LinkedPages(first: first) { url in
                requested.append(url.query)
                let number = number(of: url)
                let header = number < 3 ? #"<?page=\#(number + 1)>; rel="next""# : nil
                return LinkedItems([number], links: PageLinks(header: header, relativeTo: url), total: 4)
            })
        #expect(Array(state.items) == [0, 1, 2, 3])
        #expect(state.append.isEnd)
        #expect(state.total == 4)
        #expect(requested.entries == ["page=0", "page=1", "page=2", "page=3"])
    }

    @Test func emptyPageWithALinkIsNotTheEnd() async throws {
        let first = try #require(first)
        let second = try #require(URL(string: "?page=1", relativeTo: first)?.absoluteURL)
        let state = await walk(
            LinkedPages(first: first) { url in
                url == first
                    ? LinkedItems([], links: PageLinks(next: second))
                    : LinkedItems([1], links: PageLinks(next: nil))
            })
        #expect(Array(state.items) == [1])
    }

    @Test func linkToTheSamePageIsAnError() async throws {
        let first = try #require(first)
        let state = await walk(
            LinkedPages(first: first) { url in LinkedItems([1], links: PageLinks(next: first)) })
        #expect(state.append.error as? PagingError == .repeatedKey("https://example.com/rows?page=0"))
    }

    @Test func listLoadsInBothDirectionsFromTheMiddle() throws {
        let first = try #require(first)
        let middle = try #require(URL(string: "https://example.com/rows?page=2"))
        let list = ScrolledList(over: LinkedPages.tens(from: first, linksBack: true), startingAt: middle)
        #expect(list.numbers == 20..<30)
        list.scrollToStart()
        list.scrollToEnd()
        #expect(list.numbers == 0..<50)
    }

    @Test func errorIsAState() async throws {
        let first = try #require(first)
        let source = LinkedPages(first: first) { (_) async throws(TestError) -> LinkedItems<Int> in
            throw TestError.offline
        }
        #expect(await walk(source).refresh.error as? TestError == .offline)
    }
}

private func number(of url: URL) -> Int {
    url.query.flatMap { Int($0.dropFirst("page=".count)) } ?? -1
}

extension LinkedPages<Int, Never> {
    /// Fifty numbers in five pages.
    static func tens(from first: URL, linksBack: Bool) -> Self {
        LinkedPages(first: first) { url in
            let index = number(of: url)
            var links: [String] = []
            if index < 4 { links.append("<?page=\(index + 1)>; rel=next") }
            if index > 0, linksBack { links.append("<?page=\(index - 1)>; rel=prev") }
            return Just(
                LinkedItems(
                    Array(index * 10..<index * 10 + 10),
                    links: PageLinks(header: links.joined(separator: ", "), relativeTo: url)))
        }
    }
}
