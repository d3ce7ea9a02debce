import Flux

/// The JSON of an item: its lines, of which containers are folded, and the place in them.
struct ItemScreen {
    /// A line that is shown: one of the outline, or a further part of a long value.
    struct Line: Equatable {
        let index: Int
        /// The part of the value, from 0.
        let part: Int
    }

    let row: BrowseRow
    let outline: JSONOutline
    private(set) var folded: Set<Int>
    /// The values that are shown on as many lines as they need.
    private(set) var wrapped: Set<Int> = []
    private(set) var lines: [Line] = []
    private(set) var top = 0
    private(set) var cursor = 0
    private var width: Int

    /// - Parameters:
    ///   - row: The row of the item.
    ///   - width: The number of columns of the screen.
    init(_ row: BrowseRow, width: Int) {
        self.row = row
        self.width = width
        outline = JSONOutline(row.item.json)
        folded = outline.nestedContainers
        update()
    }

    /// Follows a key.
    ///
    /// - Parameters:
    ///   - height: The number of lines of the screen.
    ///   - width: The number of its columns.
    /// - Returns: Whether the item is still shown.
    mutating func press(_ key: Key, _ height: Int, width: Int) -> Bool {
        switch key {
        case .character("q"), .escape, .backspace: return false
        case .up, .character("k"), .control("p"): cursor -= 1
        case .down, .character("j"), .control("n"): cursor += 1
        case .pageUp, .character("b"), .control("b"): turn(by: -height)
        case .pageDown, .control("f"): turn(by: height)
        case .control("u"), .character("u"): turn(by: -max(1, height / 2))
        case .control("d"), .character("d"): turn(by: max(1, height / 2))
        case .home, .character("g"): cursor = 0
        case .end, .character("G"): cursor = lines.count - 1
        case .enter, .character(" "): toggle()
        case .right, .character("l"): open()
        case .left, .character("h"):
            if isAtRoot { return false }
            close()
        case .character("E"): unfoldAll()
        case .character("C"): foldAll()
        default: break
        }
        fit(height, width: width)
        return true
    }

    /// Keeps the selected line in view.
    mutating func fit(_ height: Int, width: Int) {
        if width != self.width {
            self.width = width
            update()
        }
        cursor = max(0, min(cursor, lines.count - 1))
        top = max(min(top, cursor), cursor - height + 1)
        top = max(0, min(top, lines.count - height))
    }

    /// The number of columns before the text of a line.
    func indent(of line: JSONOutline.Line) -> Int { min(line.depth * 2, max(0, width / 2)) + 2 }

    /// The text of a line without its fold mark: the label, and as much of the value as is read.
    func text(of line: JSONOutline.Line, isFolded: Bool) -> (label: String, value: String) {
        let label = line.label.map { "\($0.terminalSafe): " } ?? ""
        guard line.isContainer else { return (label, line.value.shownText(length: 0).terminalSafe) }
        guard isFolded else { return (label, "") }
        let size =
            "\(line.count) \(line.value.kind == .array ? "element" : "member")\(line.count == 1 ? "" : "s")"
        return (label, "\(size)  \(line.value.compactText(length: width * 4))")
    }

    private var isAtRoot: Bool {
        let index = lines[cursor].index
        return index == 0
            || outline.lines[index].depth <= 1
                && (folded.contains(index) || !outline.lines[index].isContainer)
    }

    private mutating func turn(by count: Int) {
        top = max(0, top + count)
        cursor += count
    }

    private mutating func toggle() {
        let index = lines[cursor].index
        let isContainer = outline.lines[index].isContainer
        change(isContainer ? \.folded : \.wrapped) { $0.formSymmetricDifference([index]) }
    }

    private mutating func open() {
        let index = lines[cursor].index
        if outline.lines[index].isContainer {
            change(\.folded) { $0.remove(index) }
        } else {
            change(\.wrapped) { $0.insert(index) }
        }
    }

    /// Folds the value, or the one that contains it.
    private mutating func close() {
        var index = lines[cursor].index
        if wrapped.contains(index) {
            change(\.wrapped) { $0.remove(index) }
            return
        }
        if !outline.lines[index].isContainer || folded.contains(index) {
            index = outline.parent(of: index) ?? index
            cursor = lines.firstIndex { $0.index == index } ?? cursor
        }
        change(\.folded) { $0.insert(index) }
    }

    private mutating func unfoldAll() { change(\.folded) { $0 = [] } }

    private mutating func foldAll() {
        let all = outline.nestedContainers
        change(\.folded) { $0 = all }
    }

    /// Folds or unfolds lines, and keeps the selected value.
    private mutating func change(
        _ set: WritableKeyPath<Self, Set<Int>>, _ body: (inout Set<Int>) -> Void
    ) {
        let index = lines[cursor].index
        body(&self[keyPath: set])
        update()
        // Its container may be folded now.
        cursor = lines.lastIndex { $0.index <= index && $0.part == 0 } ?? 0
    }

    private mutating func update() {
        lines = []
        var index = 0
        while index < outline.lines.count {
            let line = outline.lines[index]
            for part in 0..<(wrapped.contains(index) ? parts(of: line).count : 1) {
                lines.append(Line(index: index, part: part))
            }
            index = folded.contains(index) ? line.end : index + 1
        }
    }

    /// The value of a line, on as many lines as it needs; the first one is shorter by the label.
    func parts(of line: JSONOutline.Line) -> [String] {
        let (label, value) = text(of: line, isFolded: false)
        let room = max(8, width - indent(of: line) - 2)
        return value.wrapped(width: room, first: max(8, room - label.terminalColumns))
    }
}

extension String {
    /// The number of columns of the text, which is safe for a terminal.
    var terminalColumns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

    /// Returns the text in parts that fit a number of columns.
    ///
    /// - Parameters:
    ///   - width: The number of columns, at least two.
    ///   - first: That of the first part.
    func wrapped(width: Int, first: Int) -> [String] {
        var parts = [""]
        var (columns, room) = (0, first)
        for character in self {
            let width1 = character.unicodeScalars.reduce(0) { $0 + $1.columns }
            if columns + width1 > room, columns > 0 {
                parts.append("")
                (columns, room) = (0, width)
            }
            parts[parts.count - 1].append(character)
            columns += width1
        }
        return parts
    }
}
