import Flux
import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import Demo

struct TextPrinterTests {
    private static let escape = "\u{1B}"

    private func printed(
        _ states: [UserListState], _ detail: TextPrinter<UserRow>.Detail = .changes, width: Int = 80,
        usesColor: Bool = false, summary: Summary<Int>? = nil
    ) -> [String] {
        let lines = Log<String>()
        let printer = TextPrinter<UserRow>(detail, width: width, usesColor: usesColor) { lines.append($0) }
        for state in states { printer.print(state) }
        if let summary { printer.finish(summary) }
        return lines.entries
    }

    /// One of each kind of state that the demo prints.
    private func states() throws -> [UserListState] {
        let ten = (1...10).map { UserRow.user($0, .coming) }
        var loaded = ten
        loaded[0].image = try .there()
        loaded[6].image = .broken(7)
        return [
            UserListState(refresh: .loading),
            UserListState(refresh: .failed(MadeUpError())),
            UserListState(items: PagedItems(ten), change: RowChange(inserted: [0..<10])),
            UserListState(
                items: PagedItems(loaded), append: .loading, change: RowChange(updated: [0..<1, 6..<7])),
            UserListState(items: PagedItems(loaded), append: .failed(MadeUpError())),
            UserListState(items: PagedItems(loaded), refresh: .loading),
            UserListState(
                items: PagedItems(loaded + [.user(11)]), append: .end, change: RowChange(inserted: [10..<11])),
        ]
    }

    @Test func columnsAreAligned() throws {
        let lines = printed(try states())
        #expect(
            lines == [
                "state  loading       rows  what changed",
                "    0  first page       0",
                "    1  failed           0  http://h/users: made up",
                "    2  -               10  +10: rows 0–9, user1 … user10",
                "    3  next page       10  1 avatar; 1 avatar broken, fallback shown",
                "    4  failed          10  http://h/users: made up",
                "    5  refresh         10",
                "    6  at the end      11  +1: row 10, user11",
            ])
    }

    @Test func outputWithoutColorHasNoEscapeCodes() throws {
        let summary = Summary(ids: [1], repeatedRows: 2, pageRequests: 2, imageRequests: 1)
        for line in printed(try states(), summary: summary) { #expect(!line.contains(Self.escape)) }
    }

    @Test func colorAddsOnlyEscapeCodes() throws {
        let plain = printed(try states())
        let colored = printed(try states(), usesColor: true)
        #expect(colored.map { $0.replacing(/\u{1B}\[[0-9]+m/, with: "") } == plain)
        let codes = colored.map { $0.firstMatch(of: /\u{1B}\[([0-9]+)m/).map { String($0.1) } }
        #expect(codes == ["2", nil, "31", "32", nil, "31", nil, "32"])
        for line in colored where line.contains(Self.escape) {
            #expect(line.hasPrefix(Self.escape) && line.hasSuffix("\(Self.escape)[0m"))
        }
    }

    /// Avatars that arrive are no news: the next line counts them.
    @Test func imagesAreCountedInTheNextLine() throws {
        let rows = (1...4).map { UserRow.user($0, .coming) }
        var states = [UserListState(items: PagedItems(rows), change: .reload)]
        var shown = rows
        for index in 0..<3 {
            shown[index].image = index == 1 ? .broken(2) : try .there()
            states.append(
                UserListState(items: PagedItems(shown), change: RowChange(updated: [index..<index + 1])))
        }
        states.append(UserListState(items: PagedItems(shown), append: .loading))
        shown[3].image = try .there()
        states.append(
            UserListState(items: PagedItems(shown), append: .loading, change: RowChange(updated: [3..<4])))
        let summary = Summary(ids: [1], repeatedRows: 0, pageRequests: 1, imageRequests: 4)
        let lines = printed(states, summary: summary)
        #expect(
            lines.dropFirst().prefix(3) == [
                "    0  -                4  +4: rows 0–3, user1 … user4",
                "    4  next page        4  2 avatars; 1 avatar broken, fallback shown",
                "    5  next page        4  1 avatar",
            ])
        #expect(printed(states, .all, width: 200).count == 1 + states.count)
    }

    @Test func everyLineFitsTheTerminal() throws {
        let long = String(repeating: "word ", count: 30) + String(repeating: "漢", count: 50)
        var states = try states()
        states.append(
            UserListState(items: states[6].items, append: .failed(MadeUpError(description: long))))
        let summary = Summary(ids: [1], repeatedRows: 2, pageRequests: 2, imageRequests: 1)
        for width in [37, 40, 50, 80, 120] {
            for detail in [TextPrinter<UserRow>.Detail.changes, .all] {
                let lines = printed(states, detail, width: width, summary: summary)
                for line in lines { #expect(line.terminalColumns <= width, "\(line)") }
                #expect(lines.joined(separator: " ").replacing(/[ ]+/, with: " ").contains("word word 漢"))
            }
        }
    }

    @Test func everyImageHasALineIfThatIsAnOption() throws {
        let rows: [UserRow] = [
            .user(1, .coming), .user(2), .user(3, try .there()), .user(4, .coming), .user(5),
        ]
        var one = rows
        one[4].image = .coming
        let lines = printed(
            [
                UserListState(
                    items: PagedItems([.user(1), .user(2, .coming), .user(3), .user(4), .user(5)]),
                    change: .reload
                ),
                UserListState(items: PagedItems(rows), change: RowChange(updated: [0..<4])),
                UserListState(items: PagedItems(one), change: RowChange(updated: [4..<5])),
            ], .all, width: 200)
        #expect(
            lines[2].hasSuffix(
                "user2: avatar cancelled; user3: avatar; requested 2 avatars; avatars: 2 loading, 1 loaded, 0 failed"
            ))
        #expect(lines[3].hasSuffix("requested 1 avatar; avatars: 3 loading, 1 loaded, 0 failed"))
    }

    @Test func linesDescribeRemovedRows() throws {
        let lines = printed([
            UserListState(items: PagedItems((1...5).map { .user($0) }), change: .reload),
            UserListState(
                items: PagedItems([.user(4), .user(5)]), change: RowChange(removed: [0..<3])),
        ])
        #expect(lines[2].hasSuffix("−3: rows 0–2, user1 … user3"))
    }

    @Test func linesDescribeUpdatedRows() throws {
        let image = try ImageState<PNG>.there()
        let old = (1...6).map { UserRow.user($0, $0 == 6 ? .coming : image) }
        var new = [UserRow.user(9)] + old.dropFirst()
        new[2] = .user(30, image)
        new[3] = .user(40, image)
        new[5] = .user(6, image)
        let lines = printed(
            [
                UserListState(items: PagedItems(old), change: .reload),
                UserListState(
                    items: PagedItems(new),
                    change: RowChange(removed: [0..<1], inserted: [0..<1], updated: [2..<4, 5..<6])),
            ], width: 200)
        #expect(
            lines[2].hasSuffix(
                "−1: row 0, user1; +1: row 0, user9; ~2: rows 2–3, user30 … user40; 1 avatar"))
    }

    /// The result of an image used to count as a further request for it.
    @Test func imageProgressIsNotPrinted() {
        let half = ImageState<PNG>.loading(ImageProgress(received: 5, expected: 10), placeholder: nil)
        let lines = printed(
            [
                UserListState(items: PagedItems([.user(1, .coming)]), change: .reload),
                UserListState(items: PagedItems([.user(1, half)]), change: RowChange(updated: [0..<1])),
            ], .all, width: 200)
        #expect(lines[2] == "    1  -                1")
    }

    @Test func reloadRemovesAndInsertsAllRows() {
        let lines = printed([
            UserListState(items: PagedItems([.user(1), .user(2)]), change: .reload),
            UserListState(items: PagedItems([.user(3)]), change: .reload),
        ])
        #expect(lines[1].hasSuffix("+2: rows 0–1, user1 … user2"))
        #expect(lines[2].hasSuffix("−2: rows 0–1, user1 … user2; +1: row 0, user3"))
    }

    @Test func linesSayWhereRowsAreLoading() {
        let rows = PagedItems([UserRow.user(1)])
        let lines = printed([
            UserListState(items: rows, prepend: .loading, change: .reload),
            UserListState(items: rows, append: .loading),
            UserListState(items: rows, prepend: .loading, append: .loading),
        ])
        #expect(lines[1].contains("  page before "))
        #expect(lines[2].contains(" next page "))
        #expect(lines[3].contains(" both ways "))
    }

    @Test func warningIsPrintedBeforeTheChange() {
        var state = UserListState(items: PagedItems([.user(1)]), change: RowChange(inserted: [0..<1]))
        state.warning = .windowTooSmall(maxRows: 4, needed: 60)
        #expect(printed([state], width: 300)[1].contains("  warning: maxRows is 4, "))
        #expect(printed([state], width: 300)[1].hasSuffix("set maxRows to 60 or more.; +1: row 0, user1"))
    }

    @Test func failureIsPrintedOnceAndOtherChangesContinue() throws {
        let rows = [UserRow.user(1, .coming)]
        let failed = LoadState.failed(MadeUpError())
        let lines = printed(
            [
                UserListState(items: PagedItems(rows), append: failed, change: .reload),
                UserListState(
                    items: PagedItems([.user(1, try .there())]), append: failed,
                    change: RowChange(updated: [0..<1])),
            ], .all, width: 200)
        #expect(
            lines[1].hasSuffix(
                "  http://h/users: made up; +1: row 0, user1; avatars: 1 loading, 0 loaded, 0 failed"))
        #expect(lines[2].hasSuffix("  user1: avatar; avatars: 0 loading, 1 loaded, 0 failed"))
    }

    @Test func summaryHasTheTotals() throws {
        let summary = Summary(ids: [1, 2, 5], repeatedRows: 2, pageRequests: 4, imageRequests: 3)
        let lines = printed([UserListState()], summary: summary)
        #expect(
            lines.suffix(3) == [
                "",
                "3 users, 2 repeated and dropped; 4 page requests, 0 failed and retried; 3 avatar",
                "requests; 1 states",
            ])
    }

    @Test func failedRunHasItsTotals() {
        let lines = Log<String>()
        let printer = TextPrinter<UserRow>(width: 120, usesColor: false) { lines.append($0) }
        printer.print(UserListState())
        printer.fail(
            MadeUpError(), Summary(ids: [1, 2], repeatedRows: 1, pageRequests: 3, imageRequests: 0))
        #expect(lines.entries.last?.hasPrefix("2 users, 1 repeated and dropped; 3 page requests") == true)
    }

    /// The messages of `PagingError` are meant for the authors of a source.
    @Test func violationOfTheRulesOfPagingIsDescribedWithoutSwift() {
        let error = PagingError.repeatedKey("cursor 'x'")
        let lines = printed([UserListState(append: .failed(error))], width: 120)
        #expect(lines[1].hasSuffix("  the next page, cursor 'x', is one that was loaded already"))
    }

    /// Images go on arriving while a page has failed; each of these states used to count as a failure.
    @Test func failureInSeveralStatesCountsOnce() throws {
        let failed = UserListState(items: PagedItems([.user(1)]), append: .failed(MadeUpError()))
        let paging = UserListState(items: PagedItems([.user(1)]), append: .loading)
        let summary = Summary(ids: [1], repeatedRows: 2, pageRequests: 3, imageRequests: 0)
        let lines = printed([failed, failed, paging, failed, failed, failed], width: 120, summary: summary)
        #expect(lines.last?.contains("2 failed and retried") == true)
    }
}
