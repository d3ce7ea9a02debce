/// The number of lines and columns of a terminal.
struct ScreenSize: Equatable, Sendable {
    var lines: Int
    var columns: Int
}

/// A cell of a terminal: a character with its marks, and its style.
struct Cell: Equatable, Sendable {
    /// Empty for the second column of a wide character.
    var text = " "
    /// The part of a picture that covers the cell.
    var picture: PictureCell?
    var style = CellStyle.plain
}

/// The cells of a screen, which text is written to.
struct CellGrid: Sendable {
    let size: ScreenSize
    private(set) var cells: [Cell]
    /// The pictures that cells may show, by their identities.
    var pictures: [UInt64: CellPicture] = [:]

    init(_ size: ScreenSize) {
        self.size = size
        cells = Array(repeating: Cell(), count: max(0, size.lines * size.columns))
    }

    subscript(line: Int, column: Int) -> Cell { cells[line * size.columns + column] }

    /// The cells of a line.
    subscript(line line: Int) -> ArraySlice<Cell> {
        cells[line * size.columns..<(line + 1) * size.columns]
    }

    /// Writes as much of a text as fits; the last column shows that it was cut.
    ///
    /// Everything that could control a terminal is escaped. Characters are those of which terminals agree in
    /// the width: joiners and variation selectors are left out, and flags are letters.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - line: The line; nothing is written outside of the screen.
    ///   - column: The first column.
    ///   - end: The column after the last one; that of the screen at most.
    /// - Returns: The column after the text.
    /// - Complexity: O(*end*), however long the text is.
    @discardableResult
    mutating func write(
        _ text: some StringProtocol, line: Int, column: Int, upTo end: Int = .max, _ style: CellStyle = .plain
    ) -> Int {
        let end = min(end, size.columns)
        guard 0..<size.lines ~= line, column >= 0, column < end else { return column }
        // A character may have any number of marks.
        let scalars = text.unicodeScalars.prefix((end - column) * 8)
        let isCut = scalars.endIndex != text.unicodeScalars.endIndex
        var position = column
        let isSafe = scalars.allSatisfy { 0x20..<0x7F ~= $0.value }
        let shown = String(String.UnicodeScalarView(scalars))
        for scalar in (isSafe ? shown : shown.terminalSafe).unicodeScalars {
            guard put(scalar, line, &position, column..<end, style) else {
                cut(line, column..<end, style)
                return end
            }
        }
        if isCut { cut(line, column..<end, style) }
        return isCut ? end : position
    }

    /// Fills columns of a line with a character of one column.
    mutating func fill(line: Int, _ columns: Range<Int>, with text: String = " ", _ style: CellStyle = .plain)
    {
        guard 0..<size.lines ~= line else { return }
        for column in columns.clamped(to: 0..<size.columns) {
            set(line, column, Cell(text: text, style: style))
        }
    }

    /// Shows a part of a picture in a cell.
    mutating func show(_ picture: PictureCell, line: Int, column: Int) {
        guard 0..<size.lines ~= line, 0..<size.columns ~= column else { return }
        set(line, column, Cell(picture: picture))
    }

    /// Sets the style of columns of a line, but for pictures.
    mutating func restyle(line: Int, _ columns: Range<Int>, _ change: (CellStyle) -> CellStyle) {
        guard 0..<size.lines ~= line else { return }
        for column in columns.clamped(to: 0..<size.columns) {
            let index = line * size.columns + column
            if cells[index].picture == nil { cells[index].style = change(cells[index].style) }
        }
    }

    /// The characters of ASCII, whose conversion takes most of the time of a screen.
    private static let ascii = (0..<128).map { String(Character(Unicode.Scalar(UInt8($0)))) }

    /// Writes a scalar, or adds it to the character before.
    ///
    /// - Returns: Whether it fits.
    private mutating func put(
        _ scalar: Unicode.Scalar, _ line: Int, _ column: inout Int, _ columns: Range<Int>, _ style: CellStyle
    ) -> Bool {
        if scalar.isASCII, column < columns.upperBound {
            set(line, column, Cell(text: Self.ascii[Int(scalar.value)], style: style))
            column += 1
            return true
        }
        let scalar = scalar.withoutFlag
        let width = scalar.columns
        if width == 0 {
            if scalar.isMark { addMark(scalar, line, column, columns) }
            return true
        }
        guard column + width <= columns.upperBound else { return false }
        set(line, column, Cell(text: String(Character(scalar)), style: style))
        if width == 2 { set(line, column + 1, Cell(text: "", style: style)) }
        column += width
        return true
    }

    private mutating func addMark(
        _ mark: Unicode.Scalar, _ line: Int, _ column: Int, _ columns: Range<Int>
    ) {
        guard column > columns.lowerBound else { return }
        var index = line * size.columns + column - 1
        if cells[index].text.isEmpty { index -= 1 }
        // More marks would be drawn over other lines.
        if cells[index].text.unicodeScalars.count < 5 { cells[index].text.unicodeScalars.append(mark) }
    }

    private mutating func cut(_ line: Int, _ columns: Range<Int>, _ style: CellStyle) {
        let last = columns.upperBound - 1
        set(line, last, Cell(text: "…", style: style))
    }

    /// Sets a cell. What remains of a wide character is blank.
    private mutating func set(_ line: Int, _ column: Int, _ cell: Cell) {
        let start = line * size.columns
        let index = start + column
        if cells[index].text.isEmpty, !cell.text.isEmpty, column > 0 { cells[index - 1].text = " " }
        if column + 1 < size.columns, cells[index + 1].text.isEmpty { cells[index + 1].text = " " }
        cells[index] = cell
    }
}

extension Unicode.Scalar {
    /// A letter instead of half of a flag, whose width depends on the terminal.
    fileprivate var withoutFlag: Unicode.Scalar {
        guard 0x1F1E6...0x1F1FF ~= value else { return self }
        return Unicode.Scalar(value - 0x1F1E6 + 0x41) ?? self
    }

    /// Whether it is drawn on the character before.
    fileprivate var isMark: Bool {
        if 0xFE00...0xFE0F ~= value || 0xE0100...0xE01EF ~= value { return false }
        return switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: 0x1160...0x11FF ~= value
        }
    }
}
