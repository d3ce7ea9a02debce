import Flux

extension BrowseScreen {
    mutating func drawItem(_ screen: ItemScreen) {
        let shown = screen.lines.dropFirst(screen.top).prefix(layout.body.count)
        for (position, line) in zip(layout.body, shown) {
            draw(line, of: screen, position)
        }
        if let cursor = shown.indices.first(where: { $0 == screen.cursor }) {
            let line = layout.body.lowerBound + cursor - screen.top
            grid.restyle(line: line, 0..<columns) { $0.selected }
        }
        drawPicture(beside: screen)
    }

    private mutating func draw(_ line: ItemScreen.Line, of screen: ItemScreen, _ position: Int) {
        let value = screen.outline.lines[line.index]
        let indent = screen.indent(of: value)
        if line.part > 0 {
            let parts = screen.parts(of: value)
            grid.write(parts[line.part], line: position, column: indent, value.style)
            return
        }
        let isFolded = screen.folded.contains(line.index)
        if value.isContainer {
            grid.write(isFolded ? "▸" : "▾", line: position, column: indent - 2, .faint)
        }
        let (label, text) = screen.text(of: value, isFolded: isFolded)
        let column = grid.write(label, line: position, column: indent, .cyan)
        let isWrapped = screen.wrapped.contains(line.index)
        grid.write(
            isWrapped ? screen.parts(of: value)[0] : text, line: position, column: column,
            value.isContainer ? .faint : value.style)
    }
}

extension JSONOutline.Line {
    /// The color of a value by its type.
    fileprivate var style: CellStyle {
        switch value.kind {
        case .string: .green
        case .number: .yellow
        case .boolean: .blue
        case .null: .faint
        case .array, .object: .plain
        }
    }
}
