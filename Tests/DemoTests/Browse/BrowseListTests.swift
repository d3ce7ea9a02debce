import Flux
import TestSupport
import Testing

@testable import Demo

/// Scrolling, windows, jumps, refreshes and failures, in virtual time.
struct BrowseListTests {
    @Test func rowsAreDrawnWithTheirNumbersAndTheirPlace() throws {
        let browser = try TestBrowser(1..<96, columns: 60, lines: 6)
        #expect(
            browser.terminal.lines == [
                " http://h/list                                     95 items",
                #" 1 item 1  {"id": 1, "name": "item 1", "text": "text"}     █"#,
                #" 2 item 2  {"id": 2, "name": "item 2", "text": "text"}     │"#,
                #" 3 item 3  {"id": 3, "name": "item 3", "text": "text"}     │"#,
                #" 4 item 4  {"id": 4, "name": "item 4", "text": "text"}     │"#,
                "? keys  / find  Enter open  r refresh  e events  q quit 1/95",
            ])
    }

    @Test func keysScrollByRowsPagesAndHalfPages() throws {
        let browser = try TestBrowser(1..<1001)
        func place(after keys: Key...) -> [Int] {
            for key in keys { browser.press(key) }
            return [browser.model.top, browser.model.cursor]
        }
        #expect(browser.model.pageSize == 22)
        #expect(place(after: .down, .character("j"), .control("n")) == [0, 3])
        #expect(place(after: .up, .character("k")) == [0, 1])
        #expect(place(after: .pageDown) == [22, 23])
        #expect(place(after: .character(" ")) == [44, 45])
        #expect(place(after: .character("d")) == [55, 56])
        #expect(place(after: .character("u"), .pageUp, .character("b")) == [0, 1])
        #expect(place(after: .end) == [978, 999])
        #expect(place(after: .up, .up, .up) == [978, 996])
        #expect(place(after: .home) == [0, 0])
        #expect(place(after: .up, .pageUp, .control("u")) == [0, 0])
    }

    /// A list of a million items takes the memory of a window, wherever it is.
    @Test func longListIsKeptInAWindow() throws {
        let browser = try TestBrowser(0..<1_000_000, arguments: ["--max-rows", "300"])
        for _ in 0..<40 { browser.press(.pageDown) }
        #expect(browser.selected == 880 && browser.model.cursor == 880)
        #expect(browser.model.list.items.count <= 350)
        browser.type("G")
        #expect(browser.selected == 999_999)
        #expect(browser.terminal.lines[1].hasPrefix(" 999979 item 999978"))
        #expect(browser.terminal.text.hasSuffix("1000000/1000000"))
        for _ in 0..<10 { browser.press(.pageUp) }
        #expect(browser.selected == 999_779)
        #expect(browser.model.list.items.count <= 350)
        browser.type("g")
        #expect(browser.selected == 0)
        // Each jump has loaded the pages there, not those on the way.
        #expect(browser.source.requests.count < 50)
    }

    @Test func placeholdersAreShownUntilTheirPageIsThere() throws {
        let browser = try TestBrowser(0..<1000, columns: 40, lines: 5)
        browser.pressOnce(.end)
        #expect(browser.terminal.lines[3].contains("·····"))
        #expect(browser.terminal.lines[4].contains("going to the row"))
        browser.settle()
        #expect(browser.terminal.lines[3].hasPrefix("1000 item 999"))
        #expect(!browser.terminal.lines[4].contains("going"))
    }

    @Test func listWithoutATotalGoesToItsLoadedEnd() throws {
        let browser = try TestBrowser(0..<500, isCounted: false, arguments: ["--max-rows", "200"])
        #expect(browser.terminal.text.hasSuffix("1/…"))
        browser.type("G")
        #expect(browser.selected == 99)
        #expect(browser.terminal.text.contains("the length of the list is unknown"))
        for _ in 0..<30 { browser.press(.pageDown) }
        #expect(browser.selected == 499)
        #expect(browser.terminal.text.hasSuffix("500/500"))
        // The first pages are not loaded any more; rows still have their numbers.
        #expect(browser.model.list.items.count <= 250)
        #expect(browser.terminal.lines.contains { $0.hasPrefix("500 item 499") })
        browser.type("g")
        #expect(browser.selected == 0)
        #expect(browser.terminal.lines[1].contains("item 0"))
    }

    @Test func listThatStatesItsLengthHasAScrollBar() throws {
        let browser = try TestBrowser(0..<500, columns: 60, lines: 12, isCounted: false)
        browser.count(500)
        #expect(browser.terminal.lines[0].hasSuffix("500 items"))
        #expect(browser.terminal.text.hasSuffix("1/500"))
        #expect(browser.terminal.lines[1].hasSuffix("█") && browser.terminal.lines[2].hasSuffix("│"))
        browser.type("G")
        #expect(browser.terminal.text.contains("pages have no numbers"))
        for _ in 0..<60 { browser.press(.pageDown) }
        #expect(browser.terminal.text.hasSuffix("500/500"))
        #expect(browser.terminal.lines[10].hasSuffix("█") && browser.terminal.lines[9].hasSuffix("│"))
    }

    @Test func refreshShowsTheDifference() throws {
        let browser = try TestBrowser(100..<140, columns: 60, lines: 12)
        browser.press(.down, .down)
        browser.source.numbers.value = 97..<139
        browser.source.edited.value = [103]
        browser.type("r")
        #expect(browser.terminal.text.contains("refreshed: 3 new, 1 gone, 1 changed"))
        // The rows in view keep their places.
        #expect(browser.selected == 102 && browser.model.top == 3)
        #expect(browser.terminal.lines[4].hasPrefix("~ 7 item 103"))
        browser.type("g")
        #expect(browser.terminal.lines[1].hasPrefix("+ 1 item 97"))
        browser.type("r")
        #expect(browser.terminal.text.contains("refreshed: no change"))
    }

    /// Other pages are loaded after the refresh than before it: their rows are neither new nor gone.
    @Test func refreshComparesRowsThatWereLoadedBeforeAndAfter() throws {
        let browser = try TestBrowser(0..<500, columns: 60, lines: 12)
        browser.type("Gk")
        browser.type("r")
        #expect(browser.terminal.text.contains("refreshed: no change"))
        #expect(browser.model.marks.isEmpty)
        browser.source.edited.value = [10, 495]
        browser.type("r")
        #expect(browser.terminal.text.contains("refreshed: 1 changed"))
        #expect(browser.terminal.lines.contains { $0.hasPrefix("~496 item 495") })
        browser.source.numbers.value = 0..<501
        browser.type("r")
        #expect(browser.terminal.text.contains("refreshed: 1 new"))
    }

    @Test func refreshOfAShorterListShowsRowsThatAreGone() throws {
        let browser = try TestBrowser(0..<500, columns: 60, lines: 12)
        browser.type("Gb")
        browser.source.numbers.value = 0..<490
        browser.type("r")
        #expect(browser.terminal.text.contains("refreshed: 10 gone"))
        // The rows in view are gone: the list goes to its start.
        browser.source.numbers.value = 0..<300
        browser.type("r")
        #expect(browser.terminal.text.contains("refreshed: other rows are loaded"))
        #expect(browser.model.marks.isEmpty)
    }

    @Test func refreshThatReplacesAllRowsShowsThemAsNew() throws {
        let browser = try TestBrowser(0..<40, columns: 60, lines: 12)
        browser.source.numbers.value = 100..<140
        browser.type("r")
        #expect(browser.terminal.text.contains("refreshed: 40 new, 40 gone"))
    }

    @Test func cancelledRefreshShowsNoDifference() throws {
        let browser = try TestBrowser(0..<500, columns: 60, lines: 12)
        browser.pressOnce(.character("r"))
        browser.press(.escape)
        #expect(browser.terminal.text.contains("loading cancelled"))
    }

    @Test(arguments: [80, 40])
    func failureOfTheFirstPageIsShownInFull(columns: Int) throws {
        let browser = try TestBrowser(0..<100, columns: columns, isFailing: true)
        let text = browser.terminal.text.replacing(/[\s│]+/, with: " ")
        #expect(text.contains("http://h/list: no response, connection refused R retries, q quits"))
        browser.source.isFailing.value = false
        browser.type("R")
        #expect(browser.selected == 0)
    }

    @Test(arguments: [80, 40])
    func failureOfAPageIsShownBelowTheRows(columns: Int) throws {
        let browser = try TestBrowser(0..<100, columns: columns, lines: 20, isCounted: false)
        browser.source.isFailing.value = true
        browser.press(.pageDown, .pageDown)
        let text = browser.terminal.text.replacing(/\s+/, with: " ")
        #expect(text.contains("failed: http://h/list: no response, connection refused"))
        #expect(text.contains("R retries"))
        #expect(browser.terminal.text.contains("item 40"))
        browser.source.isFailing.value = false
        browser.type("R")
        #expect(browser.model.list.items.count == 100)
    }

    @Test func emptyListSaysSo() throws {
        let browser = try TestBrowser(0..<0)
        #expect(browser.terminal.text.contains("no items"))
        browser.press(.down, .enter, .end, .home, .pageDown)
        browser.type("/x")
        browser.press(.enter)
        #expect(browser.terminal.text.contains("not found: x"))
        browser.type("q")
        #expect(browser.status == 0)
    }

    @Test func eventsAreShownInAPane() throws {
        let browser = try TestBrowser(0..<100)
        browser.type("e")
        #expect(browser.terminal.lines[16].hasPrefix("── events ──"))
        #expect(browser.model.pageSize == 15)
        #expect(
            browser.terminal.lines[17..<23].map(\.self) == [
                "0.020  state: 50 rows of 100, append loading",
                "0.020  page 50 requested (append, load 2)",
                "0.040  load 2: 50 items loaded, 50 rows, the last page",
                "0.040  state: 100 rows, updated 50 [50..<100], append end",
                "0.040  rows 0–14 in view",
                "0.040  no next page needed: the list ends there",
            ])
        browser.type("e")
        #expect(browser.model.pageSize == 22)
    }

    /// The reason why nothing is loaded is in the last lines, however narrow the terminal is.
    @Test(arguments: [(24, "the list ends there"), (12, "43 rows beyond, threshold 30")])
    func eventsAreWrapped(lines: Int, reason: String) throws {
        let browser = try TestBrowser(0..<100, columns: 40, lines: lines)
        browser.type("e")
        let pane = browser.terminal.lines.drop { !$0.hasPrefix("── events") }.dropFirst().dropLast()
        let text = pane.joined(separator: " ").replacing(/\s+/, with: " ")
        #expect(text.hasSuffix(" no next page needed: \(reason)"), "\(pane)")
        #expect(pane.last?.hasPrefix("  ") == true)
    }

    @Test func helpIsShownUntilAKey() throws {
        let browser = try TestBrowser(0..<100)
        browser.type("?")
        #expect(browser.terminal.lines[1] == "  j k ↓ ↑    next row, row before")
        #expect(browser.terminal.lines[18] == "  q          back to the list")
        #expect(browser.terminal.lines[23].hasPrefix("any key goes back"))
        browser.type("j")
        #expect(browser.terminal.lines[1].contains("item 0"))
    }

    /// In a small terminal all of the help can be read, by scrolling.
    @Test(arguments: [ScreenSize(lines: 12, columns: 40), ScreenSize(lines: 8, columns: 20)])
    func longHelpIsScrolled(size: ScreenSize) throws {
        let browser = try TestBrowser(0..<100, columns: size.columns, lines: size.lines)
        let height = size.lines - 2
        browser.type("?")
        #expect(browser.terminal.lines[size.lines - 1].hasPrefix("j k"))
        var read = browser.terminal.lines[1...height].map(\.self)
        for _ in 0..<60 {
            browser.press(.down)
            if browser.terminal.lines[height] != read.last { read.append(browser.terminal.lines[height]) }
        }
        let text = read.joined(separator: " ").replacing(/\s+/, with: " ")
        for part in ["page down and up, also PgDn, PgUp", "refresh, show what changed", "q back to the list"]
        {
            #expect(text.contains(part), "\(read)")
        }
        let last = browser.terminal.lines[height]
        #expect(last.hasSuffix("back to the list") || last.hasSuffix("list"))
        browser.press(.home)
        #expect(browser.terminal.lines[1].hasPrefix("  j k"))
        browser.press(.pageDown, .character("?"))
        #expect(browser.terminal.lines[1].contains("item 0"))
    }

    @Test func keysEndTheProgram() throws {
        let browser = try TestBrowser(0..<10)
        browser.press(.control("c"))
        #expect(browser.status == 130)
    }

    /// What a server sends does not control the terminal, and takes the columns that it takes.
    @Test func textOfAServerIsShownSafely() throws {
        let item = BrowseItem.json(
            #"{"id":1,"name":"a\u001b]0;owned\u0007\u202e漢字","text":"\#u{9B}2J\#u{7F}🇩🇪"}"#)
        var model = BrowseModel(title: "http://h/\u{1B}[2J", size: ScreenSize(lines: 7, columns: 100))
        let row = BrowseRow(item: item, image: .idle(placeholder: nil))
        _ = model.observe(ViewState(items: PagedItems([row]), append: .end, change: .reload))
        var terminal = TerminalScreen(model.size)
        terminal.receive(ScreenUpdate.bytes(from: nil, to: BrowseScreen.draw(model), .trueColor))
        _ = model.press(.enter)
        terminal.receive(ScreenUpdate.bytes(from: nil, to: BrowseScreen.draw(model), .trueColor))
        #expect(terminal.unknown.isEmpty)
        #expect(terminal.text.contains("漢字"))
        #expect(terminal.text.contains(#"\u{9B}2J\u{7F}DE"#))
    }
}
