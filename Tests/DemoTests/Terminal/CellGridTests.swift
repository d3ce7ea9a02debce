import Testing

@testable import Demo

struct CellGridTests {
    private func line(_ text: String, width: Int, style: CellStyle = .plain) -> (cells: [String], end: Int) {
        var grid = CellGrid(ScreenSize(lines: 1, columns: width))
        let end = grid.write(text, line: 0, column: 0, style)
        return (grid[line: 0].map(\.text), end)
    }

    @Test(arguments: [
        ("abc", ["a", "b", "c", " "], 3), ("abcd", ["a", "b", "c", "d"], 4),
        ("abcde", ["a", "b", "c", "…"], 4),
        ("漢字", ["漢", "", "字", ""], 4), ("漢字x", ["漢", "", " ", "…"], 4), ("a漢字", ["a", "漢", "", "…"], 4),
        ("", [" ", " ", " ", " "], 0),
    ])
    func textIsCutByItsWidth(text: String, cells: [String], end: Int) {
        #expect(line(text, width: 4) == (cells, end))
    }

    @Test(arguments: [
        ("e\u{301}x", ["e\u{301}", "x"]),
        // Joiners and selectors, on whose effect terminals disagree, are left out.
        ("\u{2764}\u{FE0F}", ["\u{2764}"]), ("👨\u{200D}👩", ["👨", "", "👩", ""]), ("🇩🇪", ["D", "E"]),
        ("\u{1100}\u{1161}", ["\u{1100}\u{1161}", ""]), ("⌚", ["⌚", ""]), ("🌡", ["🌡"]),
        ("\u{301}a", ["a"]),
    ])
    func charactersHaveTheWidthThatTerminalsAgreeOn(text: String, cells: [String]) {
        #expect(Array(line(text, width: 10).cells.prefix(cells.count)) == cells)
        #expect(line(text, width: 10).end == cells.count)
    }

    @Test func marksOfOneCharacterAreLimited() {
        let cells = line("a" + String(repeating: "\u{301}", count: 100) + "b", width: 40).cells
        #expect(cells[0].unicodeScalars.count == 5)
    }

    @Test(arguments: ["\u{1B}[2J", "\u{9B}2J", "\r\n", "\u{7}", "\u{202E}abc", "\u{FEFF}", "\u{2028}"])
    func nothingThatControlsATerminalIsInACell(text: String) {
        for scalar in line(text, width: 40).cells.joined().unicodeScalars {
            #expect(![.control, .format, .lineSeparator].contains(scalar.properties.generalCategory))
        }
    }

    @Test func halfOfAWideCharacterIsBlank() {
        var grid = CellGrid(ScreenSize(lines: 1, columns: 4))
        grid.write("漢字", line: 0, column: 0)
        grid.write("x", line: 0, column: 1)
        #expect(grid[line: 0].map(\.text) == [" ", "x", "字", ""])
        grid.write("y", line: 0, column: 2)
        #expect(grid[line: 0].map(\.text) == [" ", "x", "y", " "])
    }

    @Test func writingOutsideOfTheScreenHasNoEffect() {
        var grid = CellGrid(ScreenSize(lines: 2, columns: 3))
        grid.write("x", line: 2, column: 0)
        grid.write("x", line: -1, column: 0)
        grid.write("x", line: 0, column: 3)
        grid.fill(line: 5, 0..<3, with: "x")
        grid.fill(line: 1, 2..<9, with: "x")
        #expect(grid.cells.map(\.text) == [" ", " ", " ", " ", " ", "x"])
    }

    @Test(arguments: [
        (["NO_COLOR": "1", "COLORTERM": "truecolor"], ColorDepth.none),
        (["COLORTERM": "truecolor"], .trueColor),
        (["COLORTERM": "24bit"], .trueColor), (["TERM": "xterm-256color"], .palette), ([:], .palette),
        (["TERM": "vt100-mono"], .none), (["NO_COLOR": ""], .palette),
    ])
    func colorsAreThoseOfTheEnvironment(environment: [String: String], depth: ColorDepth) {
        #expect(ColorDepth(environment) == depth)
    }

    @Test func styleWithoutColorHasNone() {
        let style = CellStyle(foreground: .rgb(1, 2, 3), background: .palette(4), isBold: true)
        #expect(style.sequence(.none) == "\u{1B}[0;1m")
        #expect(style.sequence(.palette) == "\u{1B}[0;1;38;5;16;44m")
        #expect(style.sequence(.trueColor) == "\u{1B}[0;1;38;2;1;2;3;44m")
    }
}
