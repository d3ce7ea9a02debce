import Flux

extension BrowseScreen {
    mutating func drawList() {
        let list = model.list
        if list.rowCount == 0 {
            drawEmptyList()
            return
        }
        let width = columns - (columns >= 10 ? 2 : 0)
        let last = min(list.rowCount, model.top + layout.visibleRows + 1)
        for (position, row) in (min(model.top, last)..<last).enumerated() {
            // The last row may be there in part.
            let line = layout.body.lowerBound + position * layout.rowHeight
            let lines = (line..<line + layout.rowHeight).clamped(to: layout.body)
            if !lines.isEmpty { draw(row, lines, width) }
        }
        if width < columns { drawScrollBar() }
    }

    private mutating func draw(_ row: Int, _ lines: Range<Int>, _ width: Int) {
        let line = lines.lowerBound
        var column = drawGutter(row, line)
        if let item = model.list.item(atRow: row) {
            column = drawImage(of: item, lines, column)
            draw(item.item, lines: lines, columns: column..<max(column, width))
        } else {
            let dots = String(repeating: "·", count: min(12 + row % 5, max(0, width - column)))
            grid.write(dots, line: line, column: column, upTo: width, .faint)
        }
        if row == model.cursor { grid.restyle(line: line, 0..<width) { $0.selected } }
    }

    /// Draws the number of a row, and whether the last refresh has changed it.
    ///
    /// - Returns: The column after it.
    private mutating func drawGutter(_ row: Int, _ line: Int) -> Int {
        var column = 0
        let mark = model.list.item(atRow: row).flatMap { model.marks[$0.id] }
        if !model.marks.isEmpty, columns >= 20 {
            switch mark {
            case .inserted: grid.write("+", line: line, column: 0, .green)
            case .updated: grid.write("~", line: line, column: 0, .yellow)
            case nil: break
            }
            column = 1
        }
        guard columns >= 30, let number = model.number(ofRow: row) else { return column }
        let last = max(model.total ?? 0, number, model.number(ofRow: model.list.rowCount - 1) ?? 0)
        let digits = max(2, "\(last)".count)
        grid.write("\(number)".padded(left: digits), line: line, column: column, .faint)
        return column + digits + 1
    }

    private mutating func draw(_ item: BrowseItem, lines: Range<Int>, columns: Range<Int>) {
        var column = columns.lowerBound
        let line = lines.lowerBound
        let width = columns.upperBound
        if let name = item.name {
            column = grid.write(name, line: line, column: column, upTo: width, .bold) + 2
        }
        let json = item.json.compactText(length: 6 * columns.count * lines.count)
        if lines.count == 1 {
            grid.write(json, line: line, column: column, upTo: width, .faint)
            return
        }
        // Below the title there is room for more of it.
        let room = max(2, columns.count)
        let parts = String(json.prefix(room * lines.count)).terminalSafe.wrapped(width: room, first: room)
        let rest = item.name == nil ? lines : lines.dropFirst()
        for (line, part) in zip(rest, parts) {
            grid.write(part, line: line, column: columns.lowerBound, upTo: width, .faint)
        }
    }

    private mutating func drawEmptyList() {
        let width = max(2, min(columns - 4, 70))
        switch model.list.phase {
        case .firstLoad: writeCentered(["loading…"], .faint)
        case .empty: writeCentered(["no items"])
        case .idle: writeCentered(["nothing is loaded", "r loads the list"])
        case .content: break
        case .failed:
            let text = model.list.error.map { $0.shellText.terminalSafe } ?? ""
            writeCentered(text.wrappedWords(width: width) + ["", "R retries, q quits"], .red)
        }
    }

    /// Draws where the rows in view are in the whole list, by its number of items.
    private mutating func drawScrollBar() {
        let before = model.list.placeholdersBefore > 0 ? 0 : model.rowsBefore ?? 0
        let count = max(model.total ?? 0, before + model.list.rowCount)
        let height = layout.body.count
        let thumb = ScrollThumb(
            height: height, count: count, first: before + model.top, visible: layout.visibleRows)
        for offset in 0..<height {
            let isThumb = thumb.lines.contains(offset)
            grid.write(
                isThumb ? "█" : "│", line: layout.body.lowerBound + offset, column: columns - 1,
                isThumb ? .plain : .faint)
        }
    }
}

/// The lines of a scroll bar that stand for the rows in view.
struct ScrollThumb: Equatable {
    let lines: Range<Int>

    /// - Parameters:
    ///   - height: The number of lines of the bar.
    ///   - count: The number of rows of the list.
    ///   - first: The first row in view.
    ///   - visible: The number of rows in view.
    init(height: Int, count: Int, first: Int, visible: Int) {
        guard height > 0, count > visible else {
            lines = 0..<max(0, height)
            return
        }
        let length = max(1, min(height, Int(Double(height) * Double(visible) / Double(count))))
        let room = height - length
        let start = Int((Double(room) * Double(first) / Double(count - visible)).rounded())
        // At an end only if that is in view.
        let least = first > 0 && room >= 2 ? 1 : 0
        let most = first + visible < count && room >= 2 ? room - 1 : room
        let inner = max(least, min(start, most))
        lines = inner..<inner + length
    }
}

extension String {
    /// Returns the text, which is safe for a terminal, in lines of whole words where they fit.
    func wrappedWords(width: Int) -> [String] {
        var lines: [String] = []
        for word in split(separator: " ") {
            if let last = lines.last, last.terminalColumns + 1 + String(word).terminalColumns <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines += String(word).wrapped(width: width, first: width)
            }
        }
        return lines
    }
}
