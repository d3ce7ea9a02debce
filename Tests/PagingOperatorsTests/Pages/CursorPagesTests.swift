import Streams
import TestSupport
import Testing

@testable import PagingOperators

@Suite(.timeLimit(.minutes(1)))
struct CursorPagesTests {
    private let pages: [String?: Page<String, Int>] = [
        nil: Page([1, 2], next: "b"),
        "b": Page([], next: "c"),
        "c": Page([3], next: "d", total: 4),
        "d": Page([4], next: nil),
    ]

    @Test func cursorsAreFollowedToTheLast() async {
        let requested = Log<String?>()
        let pages = pages
        let state = await walk(
            CursorPages(perPage: 2) { cursor, perPage in
                requested.append(cursor)
                #expect(perPage == 2)
                return pages[cursor] ?? Page([], next: nil)
            })
        #expect(Array(state.items) == [1, 2, 3, 4])
        #expect(requested.entries == [nil, "b", "c", "d"])
        #expect(state.total == 4)
        #expect(state.append.isEnd)
    }

    @Test(arguments: [0, 1])
    func firstPageMayBeTheOnlyOne(count: Int) async {
        let state = await walk(
            CursorPages(perPage: 2) { (_: String?, _) in Page(Array(0..<count), next: nil) })
        #expect(state.items.count == count)
        #expect(state.append.isEnd)
    }

    @Test func repeatedCursorIsAnError() async {
        let state = await walk(CursorPages(perPage: 1) { (_: String?, _) in Page([1], next: "a") })
        #expect(state.append.error as? PagingError == .repeatedKey("a"))
    }

    @Test func listLoadsInBothDirectionsWithPreviousCursors() {
        let list = ScrolledList(over: CursorPages.lettered, startingAt: "c")
        #expect(list.numbers == 20..<30)
        list.scrollToStart()
        list.scrollToEnd()
        #expect(list.numbers == 0..<50)
    }
}

extension CursorPages<String, Int, Never> {
    /// Fifty numbers in pages "a" to "e".
    static var lettered: Self {
        CursorPages(perPage: 10) { cursor, perPage in
            let letters = ["a", "b", "c", "d", "e"]
            let index = letters.firstIndex(of: cursor ?? "a") ?? 0
            return Just(
                Page(
                    Array(index * perPage..<(index + 1) * perPage),
                    previous: index > 0 ? letters[index - 1] : nil,
                    next: index < 4 ? letters[index + 1] : nil))
        }
    }
}
