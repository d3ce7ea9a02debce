/// The bytes that change what a terminal shows.
///
/// Only cells that differ are written. After a character on whose width terminals may disagree the cursor is
/// placed anew, so that a disagreement moves nothing else.
struct ScreenUpdate {
    /// The number of equal cells that are written again rather than skipped by placing the cursor.
    private static let shortestSkip = 6

    private var bytes: [UInt8] = []
    private let depth: ColorDepth
    private var style: CellStyle?
    private var place: (line: Int, column: Int)?

    private init(_ depth: ColorDepth) {
        self.depth = depth
    }

    /// Returns the bytes that lead from one screen to another.
    ///
    /// - Parameters:
    ///   - old: What is shown; `nil` if it is unknown.
    ///   - new: What to show.
    ///   - depth: The colors of the terminal.
    /// - Returns: The bytes; none if the screens are equal.
    static func bytes(from old: CellGrid?, to new: CellGrid, _ depth: ColorDepth) -> [UInt8] {
        frame(changes(from: old, to: new, depth))
    }

    /// Returns the same bytes, to which others may be added before they are a frame.
    static func changes(from old: CellGrid?, to new: CellGrid, _ depth: ColorDepth) -> [UInt8] {
        var update = ScreenUpdate(depth)
        let known = old.flatMap { $0.size == new.size ? $0 : nil }
        if known == nil { update.clear() }
        let shown = known ?? CellGrid(new.size)
        for line in 0..<new.size.lines { update.draw(line, shown[line: line], new[line: line]) }
        return update.bytes
    }

    /// Returns bytes as one frame, which terminals that know it show at once.
    static func frame(_ bytes: [UInt8]) -> [UInt8] {
        bytes.isEmpty ? [] : Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[0m\u{1B}[?2026l".utf8)
    }

    private mutating func clear() {
        append("\u{1B}[0m\u{1B}[2J")
        style = .plain
    }

    private mutating func draw(_ line: Int, _ old: ArraySlice<Cell>, _ new: ArraySlice<Cell>) {
        let count = new.count
        guard count > 0, old != new else { return }
        func differs(_ column: Int) -> Bool { old[old.startIndex + column] != new[new.startIndex + column] }
        let blankStart = (new.lastIndex { $0 != Cell() } ?? new.startIndex - 1) + 1 - new.startIndex
        var column = 0
        while column < count {
            guard differs(column) else {
                column += 1
                continue
            }
            if column >= blankStart {
                erase(from: column, line)
                return
            }
            // The second column of a wide character is drawn with the first.
            if new[new.startIndex + column].text.isEmpty { column -= 1 }
            var end = column + 1
            var last = column
            while end < count, end - last <= Self.shortestSkip {
                if differs(end) {
                    last = end
                } else if new[new.startIndex + end].picture != nil {
                    // Text would erase it.
                    break
                }
                end += 1
            }
            draw(
                new[new.startIndex + column...new.startIndex + min(last, max(column, blankStart - 1))], line,
                column)
            column = last < blankStart ? last + 1 : blankStart
        }
    }

    private mutating func draw(_ cells: ArraySlice<Cell>, _ line: Int, _ first: Int) {
        for (offset, cell) in cells.enumerated() where !cell.text.isEmpty {
            let column = first + offset
            if place?.line != line || place?.column != column { move(line, column) }
            select(cell.style)
            append(cell.text)
            place = cell.text.hasCertainWidth ? (line, column + 1) : nil
        }
    }

    private mutating func erase(from column: Int, _ line: Int) {
        if place?.line != line || place?.column != column { move(line, column) }
        select(.plain)
        append("\u{1B}[K")
    }

    private mutating func move(_ line: Int, _ column: Int) {
        append("\u{1B}[\(line + 1);\(column + 1)H")
        place = (line, column)
    }

    private mutating func select(_ style: CellStyle) {
        if self.style == style { return }
        append(style.sequence(depth))
        self.style = style
    }

    private mutating func append(_ text: String) { bytes += text.utf8 }
}

extension String {
    /// Whether every terminal shows the character in one column: ASCII, lines and blocks.
    fileprivate var hasCertainWidth: Bool {
        guard let scalar = unicodeScalars.first, utf8.count <= 3 else { return false }
        return scalar.isASCII || (0x2500...0x259F ~= scalar.value && unicodeScalars.count == 1)
    }
}
