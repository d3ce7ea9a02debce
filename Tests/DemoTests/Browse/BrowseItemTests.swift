import Flux
import Testing

@testable import Demo

/// An item that is open: its JSON, folded and scrolled.
struct BrowseItemTests {
    private static let text = #"""
        {"id": 7, "name": "seven", "owner": {"login": "a", "links": ["x", "y"]}, "empty": {}, "none": null,
         "text": "0123456789 0123456789 0123456789 0123456789 0123456789", "yes": true}
        """#

    /// The lines of a screen with the open item, after keys.
    private func lines(_ keys: [Key], columns: Int, text: String) -> [String] {
        var model = BrowseModel(title: "", size: ScreenSize(lines: 14, columns: columns))
        let row = BrowseRow(item: .json(text), image: .idle(placeholder: nil))
        _ = model.observe(ViewState(items: PagedItems([row]), append: .end, change: .reload))
        for key in [.enter] + keys { _ = model.press(key) }
        var terminal = TerminalScreen(model.size)
        terminal.receive(ScreenUpdate.bytes(from: nil, to: BrowseScreen.draw(model), .none))
        return terminal.lines
    }

    /// What a screen with the open item shows of it after keys.
    private func shown(_ keys: [Key] = [], columns: Int = 50, text: String = text) -> [String] {
        Array(lines(keys, columns: columns, text: text)[1...12].filter { !$0.isEmpty })
    }

    @Test func nestedValuesAreFoldedAtFirst() {
        #expect(
            shown() == [
                "▾", "    id: 7", #"    name: "seven""#,
                #"  ▸ owner: 2 members  {"login": "a", "links": ["x"# + "…", "    empty: {}",
                "    none: null",
                #"    text: "0123456789 0123456789 0123456789 01234"# + "…", "    yes: true",
            ])
    }

    @Test func enterUnfoldsAndFolds() {
        let down = Array(repeating: Key.down, count: 3)
        let open = shown(down + [.enter])
        #expect(open[3...5] == ["  ▾ owner:", #"      login: "a""#, #"    ▸ links: 2 elements  ["x", "y"]"#])
        #expect(shown(down + [.enter, .enter]) == shown())
        #expect(shown(down + [.right, .down, .left]) == shown())
        #expect(shown([.character("E")]).contains(#"        1: "y""#))
        #expect(shown([.character("E"), .character("C")]) == shown())
    }

    @Test func longTextIsShownOnSeveralLines() {
        let lines = shown(Array(repeating: Key.down, count: 6) + [.enter])
        #expect(
            lines[6...7] == [
                #"    text: "0123456789 0123456789 0123456789 0123"#, #"    456789 0123456789""#,
            ])
    }

    @Test func keysGoBackToTheList() {
        for key in [Key.character("q"), .escape, .left] { #expect(shown([key])[0].contains("seven  {")) }
    }

    @Test func itemIsScrolled() {
        let array = "[" + (0..<100).map(String.init).joined(separator: ",") + "]"
        #expect(shown([.end], text: array).last == "    99: 99")
        #expect(shown([.end, .home], text: array).first == "▾")
        #expect(shown([.pageDown], text: array).first == "    11: 11")
    }

    @Test func itemWithMoreValuesThanAreShownSaysSo() {
        let array = "[\(Array(repeating: "0", count: JSONOutline.maximumLines).joined(separator: ","))]"
        let footer = lines([], columns: 80, text: array).last
        #expect(footer?.contains("only the first 100000 values are shown") == true)
        #expect(lines([], columns: 80, text: "[0]").last?.contains("j k scroll") == true)
    }

    @Test func itemThatIsNoObjectIsShown() {
        #expect(shown(text: "12.50") == ["  12.50"])
        #expect(shown(text: #""text""#) == [#"  "text""#])
    }

    @Test func narrowScreenShowsWhatFits() {
        for columns in 1...20 {
            let lines = shown([.character("E"), .end, .enter], columns: columns)
            #expect(!lines.isEmpty && lines.allSatisfy { $0.count <= columns }, "\(columns) columns")
        }
    }

    @Test func deepValueIsIndentedByHalfOfTheScreenAtMost() {
        let text = String(repeating: "[", count: 60) + "1" + String(repeating: "]", count: 60)
        #expect(
            shown([.character("E"), .end], columns: 20, text: text).last == String(repeating: " ", count: 12)
                + "0: 1")
    }
}
