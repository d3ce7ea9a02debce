import TestSupport
import Testing

@testable import Demo

/// Finding a text in rows, loaded and not.
struct BrowseFindTests {
    private func find(_ text: String, in browser: TestBrowser) {
        browser.type("/\(text)")
        browser.press(.enter)
    }

    @Test func textIsFoundInLoadedRows() throws {
        let browser = try TestBrowser(0..<1000)
        find("ITEM 3", in: browser)
        #expect(browser.terminal.text.contains("not found: ITEM 3"))
        #expect(browser.selected == 0)
        find("item 3", in: browser)
        #expect(browser.selected == 3)
        browser.type("n")
        #expect(browser.selected == 30)
        browser.type("N")
        #expect(browser.selected == 3)
        browser.type("N")
        #expect(browser.selected == 3)
    }

    @Test(arguments: [true, false])
    func textIsFoundOnPagesThatAreLoadedForIt(isCounted: Bool) throws {
        let browser = try TestBrowser(0..<900, isCounted: isCounted, arguments: ["--max-rows", "300"])
        find(#""id":777"#, in: browser)
        #expect(browser.selected == 777)
        #expect(browser.model.list.items.count <= 400)
        #expect(browser.terminal.text.contains("item 777"))
        // Back, through rows that were removed.
        find("item 99", in: browser)
        #expect(browser.selected == 777)
        browser.type("N")
        #expect(browser.selected == 99)
    }

    @Test func notFoundReturnsToTheRow() throws {
        let browser = try TestBrowser(0..<300)
        browser.press(.pageDown)
        let row = browser.selected
        find("nothing like it", in: browser)
        #expect(browser.terminal.text.contains("not found: nothing like it"))
        #expect(browser.model.list.items.count == 300)
        #expect(browser.selected == row)
    }

    @Test func escapeStopsASearch() throws {
        let browser = try TestBrowser(0..<1_000_000)
        browser.type("/nothing")
        browser.pressOnce(.enter)
        #expect(browser.terminal.text.contains("searched for nothing  Esc stops"))
        browser.press(.escape)
        #expect(browser.model.search == nil)
        #expect(browser.model.list.items.count < 300)
    }

    @Test func failureStopsASearch() throws {
        let browser = try TestBrowser(0..<1000)
        browser.source.isFailing.value = true
        find("item 900", in: browser)
        #expect(browser.terminal.text.contains("search stopped: "))
        #expect(browser.selected == 0)
    }

    @Test func promptIsEdited() throws {
        let browser = try TestBrowser(0..<100)
        browser.type("/jq")
        #expect(browser.terminal.lines[23].hasPrefix("/jq"))
        browser.press(.backspace, .backspace, .paste("item 7\nq"))
        #expect(browser.terminal.lines[23].hasPrefix("/item 7"))
        browser.press(.enter)
        #expect(browser.selected == 7)
        browser.type("/")
        browser.press(.backspace)
        browser.type("j")
        #expect(browser.selected == 8)
        browser.type("/漢")
        #expect(browser.terminal.lines[23].hasPrefix("/漢"))
        browser.press(.control("u"), .escape)
        #expect(browser.status == nil)
    }

    /// An empty text finds the last one again.
    @Test func emptyTextRepeatsTheSearch() throws {
        let browser = try TestBrowser(0..<100)
        browser.type("n")
        #expect(browser.terminal.text.contains("nothing to find"))
        find("item 2", in: browser)
        find("", in: browser)
        #expect(browser.selected == 20)
    }
}
