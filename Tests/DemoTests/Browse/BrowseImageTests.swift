import Flux
import TestSupport
import Testing

@testable import Demo

/// The images of a list, as the terminal shows them.
struct BrowseImageTests {
    private static let image = TerminalImage(
        Pixels(
            width: 60, height: 60, colors: Array(repeating: .init(red: 9, green: 99, blue: 200), count: 3600))
    )

    private func browser(_ kind: TerminalGraphics.Kind, columns: Int = 80, lines: Int = 24) throws
        -> TestBrowser
    {
        let browser = try TestBrowser(
            0..<200, columns: columns, lines: lines, isCounted: false,
            graphics: TerminalGraphics(kind: kind, cell: .usual), image: Self.image)
        browser.type("i")
        return browser
    }

    /// The lines that have a picture.
    private func lines(_ browser: TestBrowser) -> [Int] {
        let terminal = browser.terminal
        return (0..<terminal.size.lines).filter { line in
            (0..<terminal.size.columns).contains { terminal.pictures.pixels(line: line, column: $0) != nil }
        }
    }

    @Test(arguments: [TerminalGraphics.Kind.kitty, .sixel])
    func rowsHavePicturesWhereverTheListIsScrolled(kind: TerminalGraphics.Kind) throws {
        let browser = try browser(kind)
        #expect(lines(browser) == Array(1..<23))
        for key in [Key.down, .pageDown, .character("d"), .up, .pageUp] {
            browser.press(key)
            #expect(lines(browser) == Array(1..<23))
        }
        #expect(browser.terminal.pictures.sentCount == (kind == .kitty ? 1 : 0))
        #expect(browser.terminal.unknown.isEmpty)
    }

    @Test(arguments: [TerminalGraphics.Kind.kitty, .sixel])
    func whatIsShownOverTheListHasNoPictures(kind: TerminalGraphics.Kind) throws {
        let browser = try browser(kind)
        browser.type("e")
        #expect(lines(browser) == Array(1..<16))
        browser.type("e?")
        #expect(lines(browser).isEmpty)
        browser.type("q")
        browser.source.isFailing.value = true
        for _ in 0..<20 { browser.press(.pageDown) }
        browser.resize(columns: 40, lines: 24)
        let shown = browser.terminal
        let failure = try #require(shown.lines.firstIndex { $0.hasPrefix("failed:") })
        for line in failure..<24 {
            for column in 0..<40 { #expect(shown.pictures.pixels(line: line, column: column) == nil) }
        }
        #expect(lines(browser) == Array(1..<failure))
    }

    @Test func openItemHasALargePicture() throws {
        let browser = try browser(.kitty)
        browser.press(.enter)
        let terminal = browser.terminal
        #expect(terminal.pictures.pixels(line: 1, column: 79) != nil)
        #expect(terminal.pictures.pixels(line: 1, column: 10) == nil)
        #expect(lines(browser).count >= 12)
        browser.press(.escape)
        #expect(lines(browser) == Array(1..<23))
    }

    @Test func halfBlocksNeedNoGraphics() throws {
        let browser = try browser(.blocks)
        #expect(browser.terminal.text.contains("▀▀▀▀▀▀"))
        #expect(lines(browser).isEmpty)
    }

    /// The terminal may answer after the first rows are shown.
    @Test func kindMayChangeWhileTheListIsShown() {
        let size = ScreenSize(lines: 12, columns: 60)
        var model = BrowseModel(title: "", size: size)
        let item = BrowseItem.json(#"{"id":1,"avatar":"http://h/1.png"}"#)
        let row = BrowseRow(item: item, image: .idle(placeholder: Self.image))
        _ = model.observe(ViewState(items: PagedItems([row]), append: .end, change: .reload))
        #expect(BrowseScreen.draw(model).pictureAreas.isEmpty && model.layout.rowHeight == 1)
        _ = model.setGraphics(TerminalGraphics(kind: .kitty, cell: CellPixels(width: 8, height: 16)))
        let areas = BrowseScreen.draw(model).pictureAreas
        #expect(areas.count == 1 && model.layout.rowHeight == 3)
        #expect(model.heldImages == [Self.image.id])
    }
}
