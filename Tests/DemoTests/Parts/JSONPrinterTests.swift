import Flux
import Foundation
import TestSupport
import Testing

@testable import Demo

struct JSONPrinterTests {
    /// What was printed for some states, each line read back.
    private func printed(
        _ states: [UserListState], summary: Summary<Int>? = nil
    ) throws -> [[String: Any]] {
        let lines = Log<String>()
        let printer = JSONPrinter<UserRow> { lines.append($0) }
        for state in states { printer.print(state) }
        if let summary { printer.finish(summary) }
        return try lines.entries.map(JSONLine.read)
    }

    @Test func lineDescribesAState() throws {
        let rows: [UserRow] = [.user(1, try .there()), .user(2, .coming), .user(3, .broken(3)), .user(4)]
        let state = UserListState(
            items: PagedItems(rows), append: .loading, change: RowChange(inserted: [0..<4]))
        let line = try #require(try printed([state]).first)
        #expect(Set(line.keys) == JSONLine.keys)
        #expect(line["seq"] as? Int == 0)
        #expect(line["rows"] as? Int == 4)
        #expect(line["refresh"] as? String == "idle")
        #expect(line["append"] as? String == "loading")
        #expect(line["footer"] as? String == "loading")
        #expect(line["inserted"] as? [[Int]] == [[0, 4]])
        #expect(line["images"] as? [String: Int] == ["loading": 1, "loaded": 1, "failed": 1])
        #expect(line["error"] is NSNull)
    }

    @Test func keysAreSortedOnOneLine() throws {
        let lines = Log<String>()
        let printer = JSONPrinter<UserRow> { lines.append($0) }
        printer.print(UserListState(refresh: .loading))
        printer.finish(Summary(ids: [1, 5], repeatedRows: 2, pageRequests: 2, imageRequests: 3))
        #expect(
            lines.entries == [
                #"{"append":"idle","error":null,"footer":"none","images":{"failed":0,"loaded":0,"loading":0},"#
                    + #""inserted":[],"moved":[],"phase":"firstLoad","prepend":"end","refresh":"loading","#
                    + #""reload":false,"removed":[],"requests":[],"rows":0,"#
                    + #""seq":0,"time":0,"updated":[],"warning":null}"#,
                #"{"done":true,"ids":[1,5],"repeated":2,"requests":{"images":3,"pages":2},"rows":2}"#,
            ])
    }

    @Test func errorIsEscapedOnOneLine() throws {
        let error = MadeUpError(description: "a \"quoted\"\nsecond line \u{1B}[31m / \u{2028} ü")
        for state in [
            UserListState(refresh: .failed(error)),
            UserListState(items: PagedItems([.user(1)]), append: .failed(error), change: .reload),
        ] {
            let lines = Log<String>()
            JSONPrinter<UserRow> { lines.append($0) }.print(state)
            #expect(lines.entries.count == 1)
            #expect(!lines.entries[0].contains { $0.isNewline && $0 != "\u{2028}" })
            #expect(try JSONLine.read(lines.entries[0])["error"] as? String == error.description)
        }
    }

    @Test func violationOfTheRulesOfPagingIsDescribedWithoutSwift() throws {
        let state = UserListState(append: .failed(PagingError.repeatedPages(3)))
        #expect(
            try printed([state])[0]["error"] as? String
                == "the last 3 pages have only items that are in the list already")
    }

    @Test func loadStatesAreNamed() throws {
        let error = LoadState.failed(MadeUpError())
        for (state, word) in [
            (LoadState.idle, "idle"), (.loading, "loading"), (error, "failed"), (.end, "end"),
        ] {
            let list = UserListState(items: PagedItems([.user(1)]), append: state, change: .reload)
            let line = try printed([list])[0]
            #expect(line["append"] as? String == word)
            #expect(line["footer"] as? String == (word == "idle" ? "none" : word))
            #expect(try printed([UserListState(refresh: state)])[0]["refresh"] as? String == word)
        }
    }

    @Test func reloadReplacesAllRows() throws {
        let state = UserListState(items: PagedItems([.user(1), .user(2)]), change: .reload)
        #expect(try printed([state])[0]["inserted"] as? [[Int]] == [[0, 2]])
    }

    @Test func lineListsRemovedAndUpdatedRows() throws {
        let four = UserListState(items: PagedItems((1...4).map { .user($0) }), change: .reload)
        let two = UserListState(
            items: PagedItems([.user(1), .user(4, .coming)]), prepend: .loading,
            change: RowChange(removed: [1..<3], updated: [1..<2]))
        let anew = UserListState(items: PagedItems([.user(9)]), change: .reload)
        let lines = try printed([four, two, anew])
        #expect(lines.map { $0["removed"] as? [[Int]] } == [[], [[1, 2]], [[0, 2]]])
        #expect(lines.map { $0["updated"] as? [[Int]] } == [[], [[1, 1]], []])
        #expect(lines.map { $0["prepend"] as? String } == ["end", "loading", "end"])
        #expect(lines.map { $0["phase"] as? String } == ["content", "content", "content"])
    }

    @Test func movesReloadsAndRequestsArePrinted() throws {
        let lines = Log<String>()
        let printer = JSONPrinter<UserRow> { lines.append($0) }
        let log = EventLog()
        printer.print(UserListState(items: PagedItems([.user(1), .user(2), .user(3)]), change: .reload))
        printer.observe(log.take(), at: .milliseconds(1_500))
        printer.print(
            UserListState(
                items: PagedItems([.user(3), .user(1), .user(2)]),
                change: RowChange(moved: [RowChange.Move(from: 2, to: 0)])))
        let (first, second) = (try JSONLine.read(lines.entries[0]), try JSONLine.read(lines.entries[1]))
        #expect(first["reload"] as? Bool == true && second["reload"] as? Bool == false)
        #expect(second["moved"] as? [[Int]] == [[2, 0]])
        #expect(second["removed"] as? [[Int]] == [[2, 1]] && second["inserted"] as? [[Int]] == [[0, 1]])
        #expect(second["time"] as? Double == 1.5)
    }

    @Test func warningIsPrinted() throws {
        var state = UserListState(items: PagedItems([.user(1)]), change: .reload)
        #expect(try printed([state])[0]["warning"] is NSNull)
        state.warning = .windowTooSmall(maxRows: 4, needed: 60)
        let text = try #require(try printed([state])[0]["warning"] as? String)
        #expect(text.hasPrefix("maxRows is 4, "))
    }

    @Test func statesAreNumbered() throws {
        let seqs = try printed(Array(repeating: UserListState(), count: 3)).map { $0["seq"] as? Int }
        #expect(seqs == [0, 1, 2])
    }
}

enum JSONLine {
    /// What a line about a state has.
    static let keys: Set<String> = [
        "seq", "rows", "phase", "refresh", "prepend", "append", "footer", "removed", "inserted", "updated",
        "images", "error", "warning", "time", "requests", "moved", "reload",
    ]

    static func read(_ line: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
}
