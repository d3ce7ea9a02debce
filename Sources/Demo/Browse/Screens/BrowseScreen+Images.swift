import Flux

extension BrowseScreen {
    /// The columns of the image of a row: as high as wide, as a cell is twice as high as wide.
    private static let imageColumns = TerminalImage.rowSize.columns
    private static let imageLines = TerminalImage.rowSize.lines

    /// Draws the image of a row.
    ///
    /// - Returns: The column after it.
    mutating func drawImage(of row: BrowseRow, _ area: Range<Int>, _ column: Int) -> Int {
        guard layout.rowHeight > 1, columns >= 24 else { return column }
        if let image = row.image.image {
            if model.graphics.drawsPixels {
                let picture = CellPicture(
                    image, fitting: Self.imageColumns, lines: Self.imageLines, cell: model.graphics.cell)
                grid.place(picture, lines: area, column: column)
            } else {
                draw(image.thumbnail, area, column)
            }
        } else if row.imageURL != nil {
            let text = row.image.error == nil ? "·" : "×"
            for line in area {
                grid.fill(line: line, column..<column + Self.imageColumns, with: text, .faint)
            }
        }
        return column + Self.imageColumns + 1
    }

    /// Draws the image of an open item at the right.
    mutating func drawPicture(beside screen: ItemScreen) {
        guard model.canShowImages, columns >= 60, layout.body.count >= 6,
            let image = image(of: screen.row)
        else { return }
        let (width, height) = (columns * 2 / 5, min(20, layout.body.count))
        if model.graphics.drawsPixels {
            // No larger than its half blocks.
            let picture = CellPicture(
                image, fitting: min(width, image.pixels.width),
                lines: min(height, (image.pixels.height + 1) / 2), cell: model.graphics.cell)
            let first = columns - picture.columns
            for line in layout.body.prefix(picture.lines) { grid.fill(line: line, first - 1..<first) }
            grid.place(picture, lines: layout.body, column: first)
            return
        }
        let fitted = image.pixels.fitted(columns: width, lines: height)
        let first = columns - fitted.width
        let lines = (fitted.height + 1) / 2
        for line in layout.body.prefix(lines) { grid.fill(line: line, first - 1..<columns) }
        draw(fitted, layout.body, first)
    }

    /// The image of an open item, which may have arrived since.
    private func image(of row: BrowseRow) -> TerminalImage? {
        guard model.cursor < model.list.rowCount, let now = model.list.item(atRow: model.cursor),
            now.id == row.id
        else { return row.image.image }
        return now.image.image
    }

    /// Draws two rows of pixels on a line: the upper half of a cell is its text, the lower its background.
    private mutating func draw(_ pixels: Pixels, _ lines: Range<Int>, _ column: Int) {
        for (line, y) in zip(lines, stride(from: 0, to: pixels.height, by: 2)) {
            for x in 0..<pixels.width {
                var style = CellStyle(foreground: pixels[x, y].cellColor)
                if y + 1 < pixels.height { style.background = pixels[x, y + 1].cellColor }
                grid.write("▀", line: line, column: column + x, style)
            }
        }
    }
}

extension Pixels.Color {
    fileprivate var cellColor: CellStyle.Color { .rgb(red, green, blue) }
}
