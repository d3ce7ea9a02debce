/// The part of a picture that a cell shows.
struct PictureCell: Hashable, Sendable {
    let picture: UInt64
    let line: UInt8
    let column: UInt8
}

/// A rectangle of cells that show a part of a picture.
struct PictureArea: Hashable {
    /// A part of a picture.
    struct Part: Hashable {
        let picture: UInt64
        var lines: Range<Int>
        let columns: Range<Int>
    }

    /// The first line and column on the screen.
    let line: Int
    let column: Int
    var part: Part
}

extension CellGrid {
    /// Places a picture on cells. Text that is written there later covers that part of it.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - lines: The lines that it may cover, from its first one.
    ///   - column: The first column.
    mutating func place(_ picture: CellPicture, lines: Range<Int>, column: Int) {
        for (offset, line) in lines.prefix(picture.lines).enumerated() {
            for part in 0..<picture.columns where part <= UInt8.max && offset <= UInt8.max {
                let cell = PictureCell(picture: picture.id, line: UInt8(offset), column: UInt8(part))
                show(cell, line: line, column: column + part)
            }
        }
        pictures[picture.id] = picture
    }

    /// The rectangles of cells that show pictures, in the order of their first cells.
    ///
    /// - Complexity: O(*c*), the number of cells, if there are pictures.
    var pictureAreas: [PictureArea] {
        if pictures.isEmpty { return [] }
        var areas: [PictureArea] = []
        // Those that end in the line before, by their first columns.
        var open: [Int: Int] = [:]
        for line in 0..<size.lines {
            var ending: [Int: Int] = [:]
            for run in runs(inLine: line) {
                if let index = open[run.column], areas[index].continues(with: run) {
                    areas[index].part.lines = areas[index].part.lines.lowerBound..<run.part.lines.upperBound
                    ending[run.column] = index
                } else {
                    ending[run.column] = areas.count
                    areas.append(run)
                }
            }
            open = ending
        }
        return areas
    }

    /// The areas of a line, each of neighboring cells.
    private func runs(inLine line: Int) -> [PictureArea] {
        var runs: [PictureArea] = []
        let cells = self[line: line]
        var index = cells.startIndex
        while index < cells.endIndex {
            guard let first = cells[index].picture else {
                index += 1
                continue
            }
            var end = index + 1
            while end < cells.endIndex, let next = cells[end].picture, next.picture == first.picture,
                next.line == first.line, Int(next.column) == Int(first.column) + end - index
            {
                end += 1
            }
            let part = PictureArea.Part(
                picture: first.picture, lines: Int(first.line)..<Int(first.line) + 1,
                columns: Int(first.column)..<Int(first.column) + end - index)
            runs.append(PictureArea(line: line, column: index - cells.startIndex, part: part))
            index = end
        }
        return runs
    }
}

extension PictureArea {
    /// Whether the run in the next line is the next line of the same part.
    fileprivate func continues(with run: PictureArea) -> Bool {
        part.picture == run.part.picture && part.columns == run.part.columns
            && part.lines.upperBound == run.part.lines.lowerBound
    }
}
