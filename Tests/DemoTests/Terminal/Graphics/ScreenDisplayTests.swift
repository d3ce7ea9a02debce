import TestSupport
import Testing

@testable import Demo

/// Screens with pictures, shown by their differences.
struct ScreenDisplayTests {
    private static let cell = CellPixels(width: 4, height: 6)
    private static let images = (0..<4).map { image($0) }

    /// A picture of few colors, so that those of sixels are nearly exact.
    private static func image(_ number: Int, width: Int = 24, height: Int = 18) -> TerminalImage {
        let colors = (0..<width * height).map { index in
            Pixels.Color(
                red: UInt8(number * 40 % 256), green: UInt8(index % width / 4 * 32 % 256),
                blue: UInt8(index / width / 6 * 64 % 256))
        }
        return TerminalImage(Pixels(width: width, height: height, colors: colors))
    }

    private func picture(_ number: Int, columns: Int = 6, lines: Int = 3) -> CellPicture {
        CellPicture(Self.images[number], fitting: columns, lines: lines, cell: Self.cell)
    }

    private func graphics(_ kind: TerminalGraphics.Kind) -> TerminalGraphics {
        TerminalGraphics(kind: kind, cell: Self.cell)
    }

    /// Checks that each cell has its part of a picture, and that others have their text and no picture.
    private func check(
        _ terminal: TerminalScreen, shows grid: CellGrid, _ kind: TerminalGraphics.Kind
    ) throws {
        try #require(terminal.unknown.isEmpty)
        try #require(terminal.pictures.errors.isEmpty, "\(terminal.pictures.errors)")
        let rasters = grid.pictures.mapValues { $0.raster(isScaled: kind == .kitty) }
        for line in 0..<grid.size.lines {
            try #require(terminal.texts[line] == grid[line: line].map(\.text))
            for column in 0..<grid.size.columns {
                let shown = terminal.pictures.pixels(line: line, column: column)
                guard let cell = grid[line, column].picture, let raster = rasters[cell.picture] else {
                    try #require(shown == nil, "line \(line), column \(column)")
                    continue
                }
                let part = raster.part(
                    columns: Int(cell.column)..<Int(cell.column) + 1,
                    lines: Int(cell.line)..<Int(cell.line) + 1)
                let pixels = try #require(shown, "line \(line), column \(column)")
                try #require(areNear(pixels, part.colors))
            }
        }
    }

    private func areNear(_ left: [Pixels.Color?], _ right: [Pixels.Color?]) -> Bool {
        left.count == right.count
            && zip(left, right).allSatisfy { left, right in
                guard let left, let right else { return left == nil && right == nil }
                return abs(Int(left.red) - Int(right.red)) <= 2
                    && abs(Int(left.green) - Int(right.green)) <= 2
                    && abs(Int(left.blue) - Int(right.blue)) <= 2
            }
    }

    private func screen(_ random: inout SeededGenerator, _ size: ScreenSize) -> CellGrid {
        var grid = CellGrid(size)
        for _ in 0..<random.number(below: 8) {
            let (line, column) = (random.number(below: size.lines), random.number(below: size.columns))
            if random.chance(60) {
                let lines = line..<min(size.lines, line + 1 + random.number(below: 4))
                grid.place(picture(random.number(below: 4)), lines: lines, column: column)
            } else {
                grid.write(
                    ["text", "漢字", "a long text"][random.number(below: 3)], line: line, column: column)
            }
            if random.chance(10) { grid.restyle(line: line, 0..<size.columns) { $0.selected } }
        }
        return grid
    }

    @Test(arguments: [TerminalGraphics.Kind.kitty, .sixel])
    func differencesLeadToTheSamePictures(kind: TerminalGraphics.Kind) {
        Seeds.forEach(25) { random in
            var size = ScreenSize(lines: 3 + random.number(below: 9), columns: 8 + random.number(below: 20))
            var terminal = TerminalScreen(size)
            terminal.pictures.cell = Self.cell
            var display = ScreenDisplay(.trueColor)
            for _ in 0..<25 {
                if random.chance(5) {
                    let lines = 3 + random.number(below: 9)
                    size = ScreenSize(lines: lines, columns: size.columns % 28 + 8)
                    // A terminal keeps its pictures where they are.
                    let pictures = terminal.pictures
                    terminal = TerminalScreen(size)
                    terminal.pictures = pictures
                }
                if random.chance(5) { display.reset() }
                let held = (0..<4).filter { _ in random.chance(50) }.map { Self.images[$0].id }
                if random.chance(20) { display.release(except: Set(held)) }
                let grid = screen(&random, size)
                terminal.receive(display.bytes(for: grid, graphics(kind)))
                try check(terminal, shows: grid, kind)
                try #require(display.bytes(for: grid, graphics(kind)).isEmpty)
            }
        }
    }

    /// Pictures that scroll are sent once, and only placed anew.
    @Test func pictureIsSentOnce() throws {
        var terminal = TerminalScreen(ScreenSize(lines: 12, columns: 20))
        var display = ScreenDisplay(.trueColor)
        for line in [0, 1, 5, 2, 8, 0] {
            var grid = CellGrid(terminal.size)
            grid.place(picture(1), lines: line..<12, column: 3)
            terminal.receive(display.bytes(for: grid, graphics(.kitty)))
            try check(terminal, shows: grid, .kitty)
        }
        #expect(terminal.pictures.sentCount == 1)
        #expect(terminal.pictures.placementCount == 1)
    }

    @Test func pictureOfAnImageThatIsNotHeldIsDeleted() {
        var terminal = TerminalScreen(ScreenSize(lines: 4, columns: 20))
        var display = ScreenDisplay(.trueColor)
        var grid = CellGrid(terminal.size)
        grid.place(picture(1), lines: 0..<4, column: 0)
        terminal.receive(display.bytes(for: grid, graphics(.kitty)))
        // It is still shown.
        display.release(except: [])
        terminal.receive(display.bytes(for: grid, graphics(.kitty)))
        #expect(terminal.pictures.images.count == 1)
        terminal.receive(display.bytes(for: CellGrid(terminal.size), graphics(.kitty)))
        #expect(terminal.pictures.images.count == 1 && terminal.pictures.isEmpty)
        display.release(except: [Self.images[1].id])
        #expect(display.bytes(for: CellGrid(terminal.size), graphics(.kitty)).isEmpty)
        display.release(except: [])
        terminal.receive(display.bytes(for: CellGrid(terminal.size), graphics(.kitty)))
        #expect(terminal.pictures.images.isEmpty)
    }

    @Test(arguments: [TerminalGraphics.Kind.kitty, .sixel])
    func endingLeavesNothing(kind: TerminalGraphics.Kind) {
        var terminal = TerminalScreen(ScreenSize(lines: 4, columns: 20))
        terminal.pictures.cell = Self.cell
        var display = ScreenDisplay(.trueColor)
        var grid = CellGrid(terminal.size)
        grid.place(picture(1), lines: 0..<4, column: 0)
        let bytes = display.bytes(for: grid, graphics(kind))
        let ending = ScreenDisplay.ending(graphics(kind)).utf8
        terminal.receive(bytes + ending)
        #expect(terminal.pictures.images.isEmpty && (kind == .sixel || terminal.pictures.isEmpty))
        #expect(terminal.unknown.isEmpty)
        #expect(ScreenDisplay.ending(graphics(.blocks)).isEmpty)
    }

    /// A selected row, or text that changes elsewhere, does not draw a bitmap again.
    @Test func bitmapIsDrawnOnlyWhereCellsBelowChange() throws {
        var terminal = TerminalScreen(ScreenSize(lines: 4, columns: 20))
        terminal.pictures.cell = Self.cell
        var display = ScreenDisplay(.trueColor)
        for text in ["a", "b", "c"] {
            var grid = CellGrid(terminal.size)
            grid.place(picture(1), lines: 0..<3, column: 1)
            grid.write(text, line: 0, column: 0)
            grid.write(text, line: 0, column: 8)
            if text == "b" { grid.restyle(line: 0, 0..<20) { $0.selected } }
            terminal.receive(display.bytes(for: grid, graphics(.sixel)))
            try check(terminal, shows: grid, .sixel)
        }
        #expect(terminal.pictures.drawnCount == 1)
    }

    /// A picture keeps its proportions; what it leaves free of its last cells is transparent.
    @Test func pictureFitsTheCells() throws {
        let wide = CellPicture(Self.image(1, width: 48, height: 12), fitting: 6, lines: 3, cell: Self.cell)
        #expect(wide.columns == 6 && wide.lines == 1)
        let narrow = CellPicture(Self.image(1, width: 6, height: 36), fitting: 6, lines: 3, cell: Self.cell)
        #expect(narrow.columns == 1 && narrow.lines == 3)
        let raster = narrow.raster()
        #expect(raster.width == 4 && raster.height == 18)
        #expect(raster[2, 0] != nil && raster[3, 0] == nil)
        // A terminal that scales pictures gets no more pixels than the image has.
        let small = CellPicture(
            Self.image(1, width: 3, height: 3), fitting: 6, lines: 3, cell: CellPixels(width: 40, height: 80))
        #expect(small.raster().width == 240)
        #expect(small.raster(isScaled: true).width == 6)
    }
}
