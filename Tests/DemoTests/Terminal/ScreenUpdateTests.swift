import TestSupport
import Testing

@testable import Demo

struct ScreenUpdateTests {
    private func check(_ terminal: TerminalScreen, shows grid: CellGrid) throws {
        for line in 0..<grid.size.lines {
            let cells = Array(grid[line: line])
            try #require(terminal.texts[line] == cells.map(\.text), "line \(line)")
            for (column, cell) in cells.enumerated() where cell.text != " " && !cell.text.isEmpty {
                try #require(terminal.styles[line][column] == cell.style.sequence(.trueColor))
            }
        }
        try #require(terminal.unknown.isEmpty)
    }

    private func change(_ grid: inout CellGrid, _ random: inout SeededGenerator) {
        let texts = ["a", "hello world", "漢字", "e\u{301}", "🦊🦊🦊", "█│", "x漢y", " ", "          ", "▀▀▀"]
        let styles = [CellStyle.plain, .bold, .red, .reversed, CellStyle(background: .rgb(1, 2, 3))]
        for _ in 0..<random.number(below: 6) {
            grid.write(
                texts[random.number(below: texts.count)], line: random.number(below: grid.size.lines),
                column: random.number(below: grid.size.columns), styles[random.number(below: styles.count)])
        }
        if random.chance(20) {
            let column = random.number(below: grid.size.columns)
            grid.fill(line: random.number(below: grid.size.lines), column..<grid.size.columns)
        }
    }

    @Test func differenceLeadsToTheSameScreen() {
        Seeds.forEach(40) { random in
            let size = ScreenSize(lines: 1 + random.number(below: 5), columns: 1 + random.number(below: 30))
            var terminal = TerminalScreen(size)
            var shown: CellGrid?
            var grid = CellGrid(size)
            for _ in 0..<30 {
                change(&grid, &random)
                terminal.receive(ScreenUpdate.bytes(from: shown, to: grid, .trueColor))
                try check(terminal, shows: grid)
                shown = grid
            }
        }
    }

    /// After a character that a terminal shows wider, what follows is still in its place.
    @Test func disagreementOnAWidthMovesNothingElse() {
        var grid = CellGrid(ScreenSize(lines: 1, columns: 20))
        grid.write("aéb 漢c ─d", line: 0, column: 0)
        var terminal = TerminalScreen(grid.size)
        terminal.disagreesOnWidths = true
        terminal.receive(ScreenUpdate.bytes(from: nil, to: grid, .none))
        #expect(terminal.lines == ["aéb 漢c ─d"])
    }

    @Test func equalScreensNeedNoBytes() {
        var grid = CellGrid(ScreenSize(lines: 3, columns: 10))
        grid.write("abc", line: 1, column: 2)
        #expect(ScreenUpdate.bytes(from: grid, to: grid, .trueColor).isEmpty)
    }

    @Test func oneCellNeedsFewBytes() {
        let old = CellGrid(ScreenSize(lines: 50, columns: 200))
        var new = old
        new.write("x", line: 30, column: 100)
        let bytes = String(decoding: ScreenUpdate.bytes(from: old, to: new, .none), as: UTF8.self)
        #expect(bytes == "\u{1B}[?2026h\u{1B}[31;101H\u{1B}[0mx\u{1B}[0m\u{1B}[?2026l")
    }

    @Test func anotherSizeDrawsEverything() {
        var old = CellGrid(ScreenSize(lines: 1, columns: 3))
        old.write("abc", line: 0, column: 0)
        var new = CellGrid(ScreenSize(lines: 1, columns: 4))
        new.write("abc", line: 0, column: 0)
        #expect(
            String(decoding: ScreenUpdate.bytes(from: old, to: new, .none), as: UTF8.self).contains(
                "\u{1B}[2J"))
    }
}
