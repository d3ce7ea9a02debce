import Foundation

/// The places of the rows of a list, from the top.
struct ListLayout {
    private(set) var frames: [[CGRect]] = []
    /// The height of the content.
    private(set) var height: CGFloat
    private let width: CGFloat
    /// The rows in the order of their places.
    private var rows: [(path: IndexPath, frame: CGRect)] = []

    /// Begins below a header.
    init(width: CGFloat, header: CGFloat = 0) {
        self.width = width
        height = header
    }

    mutating func addSpace(_ space: CGFloat) { height += space }

    /// Adds a section of lines, each with as many rows as there are columns.
    mutating func addSection(
        count: Int, columns: Int = 1, spacing: CGFloat = 0, lineHeight: (_ row: Int) -> CGFloat
    ) {
        var section: [CGRect] = []
        let columnWidth = width / CGFloat(columns)
        for row in 0..<count {
            let line = lineHeight(row)
            let frame = CGRect(
                x: CGFloat(row % columns) * columnWidth, y: height, width: columnWidth, height: line)
            rows.append((IndexPath(row: row, section: frames.count), frame))
            section.append(frame)
            if row % columns == columns - 1 || row == count - 1 {
                height += line + (row == count - 1 ? 0 : spacing)
            }
        }
        frames.append(section)
    }

    func frame(_ path: IndexPath) -> CGRect? {
        frames.map(\.count).contains(path) ? frames[path.section][path.row] : nil
    }

    /// The rows that lie in a rectangle, at least in part.
    func paths(in rect: CGRect) -> [IndexPath] {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].frame.maxY <= rect.minY { low = middle + 1 } else { high = middle }
        }
        return rows[low...].prefix { $0.frame.minY < rect.maxY }.map(\.path)
    }
}
