import Flux

/// Draws the browser.
struct BrowseScreen {
    let model: BrowseModel
    let layout: BrowseLayout
    /// The number of the picture of the spinner.
    let frame: Int
    var grid: CellGrid

    /// Returns the cells of the screen.
    ///
    /// - Parameters:
    ///   - model: What to show.
    ///   - frame: Counts up while something is going on.
    /// - Complexity: O(*c*), the number of cells, however long the list and however large an item is.
    static func draw(_ model: BrowseModel, frame: Int = 0) -> CellGrid {
        var screen = BrowseScreen(
            model: model, layout: model.layout, frame: frame, grid: CellGrid(model.size))
        screen.drawHeader()
        switch model.mode {
        case .list, .prompt: screen.drawList()
        case .item(let item): screen.drawItem(item)
        case .help(let help): screen.drawHelp(help)
        }
        screen.drawEvents()
        screen.drawFooter()
        return screen.grid
    }

    var columns: Int { model.size.columns }

    /// The screen's first line: the address, and the number of items.
    private mutating func drawHeader() {
        guard let line = layout.header.first else { return }
        grid.fill(line: line, 0..<columns, .reversed)
        let count = model.total.map { "\($0) item\($0 == 1 ? "" : "s") " } ?? ""
        let room = columns - count.count - 1
        var title = model.title
        if case .item(let item) = model.mode, let name = item.row.item.name { title = name }
        if room < 12 {
            grid.write(" \(title)", line: line, column: 0, .reversed)
        } else {
            grid.write(" \(title)", line: line, column: 0, upTo: room, .reversed)
            grid.write(count, line: line, column: room + 1, .reversed)
        }
    }

    private mutating func drawEvents() {
        guard let first = layout.events.first else { return }
        grid.fill(line: first, 0..<columns, with: "─", .faint)
        grid.write(" events ", line: first, column: 2, .faint)
        let lines = model.events.lastLines(layout.events.count - 1, width: columns)
        for (line, text) in zip(layout.events.dropFirst(), lines) { grid.write(text, line: line, column: 0) }
    }

    /// Writes lines of text in the middle of the body.
    mutating func writeCentered(_ lines: [String], _ style: CellStyle = .plain) {
        let shown = lines.prefix(layout.body.count)
        let start = layout.body.lowerBound + (layout.body.count - shown.count) / 2
        for (offset, text) in shown.enumerated() {
            let column = max(0, (columns - text.terminalColumns) / 2)
            grid.write(text, line: start + offset, column: column, style)
        }
    }
}
