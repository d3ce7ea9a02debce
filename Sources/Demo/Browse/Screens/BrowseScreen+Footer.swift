import Flux

extension BrowseScreen {
    private static let spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

    mutating func drawFooter() {
        guard let line = layout.footer.first else { return }
        let place = placeText
        let isWide = columns >= 20 + place.count
        let room = isWide ? columns - place.count - 1 : columns
        if isWide { grid.write(place, line: line, column: columns - place.count, .faint) }
        if case .prompt(let text) = model.mode {
            drawPrompt(text, line, room)
        } else if let search = model.search, let pattern = model.pattern {
            write("\(spin) \(search.count) searched for \(pattern.text)  Esc stops", line, room)
        } else if let message = model.message {
            write(message, line, room)
        } else if let error = model.list.error, model.list.rowCount > 0 {
            drawFailure(error.shellText.terminalSafe, line, room)
        } else if let work {
            write("\(spin) \(work)", line, room)
        } else {
            write(hints.last { $0.count <= room } ?? hints[0], line, room, .faint)
        }
    }

    private var spin: String { Self.spinner[frame % Self.spinner.count] }

    private var placeText: String {
        if case .item(let screen) = model.mode { return "\(screen.cursor + 1)/\(screen.lines.count)" }
        if case .help(let help) = model.mode {
            let lines = help.linesInView(layout.body.count, width: columns)
            let count = HelpScreen.lines(width: columns).count
            return lines.count == count ? "" : "\(lines.upperBound)/\(count)"
        }
        guard model.list.rowCount > 0 else { return "" }
        let number = model.number(ofRow: model.cursor).map { "\($0)" } ?? "?"
        return model.total.map { "\(number)/\($0)" } ?? "\(number)/…"
    }

    /// The most important keys, the shortest text first.
    private var hints: [String] {
        switch model.mode {
        case .item(let screen) where screen.outline.isCut:
            [
                "q back  cut at \(JSONOutline.maximumLines) values",
                "q back  only the first \(JSONOutline.maximumLines) values are shown",
            ]
        case .item: ["q back  Enter folds", "q back  j k scroll  Enter folds  E C everything"]
        case .help where HelpScreen.lines(width: columns).count <= layout.body.count: ["any key goes back"]
        case .help: ["j k scroll  q back", "j k space b scroll  any other key goes back"]
        case .list, .prompt:
            [
                "? keys  q quit", "? keys  / find  Enter open  q quit",
                "? keys  / find  Enter open  r refresh  e events  q quit",
            ]
        }
    }

    /// What is loading, in words.
    private var work: String? {
        let list = model.list
        if model.isJumping { return "going to the row…  Esc stops" }
        if list.isLoading { return list.items.isEmpty ? "first page…" : "refreshing…" }
        switch (list.prepend.isLoading, list.append.isLoading) {
        case (true, true): return "pages before and after…"
        case (true, false): return "page before…"
        case (false, true): return "next page…"
        case (false, false): return nil
        }
    }

    private mutating func write(_ text: String, _ line: Int, _ room: Int, _ style: CellStyle = .plain) {
        grid.write(text, line: line, column: 0, upTo: room, style)
    }

    /// Writes the text to find, its end if it is long, and a cursor.
    private mutating func drawPrompt(_ text: String, _ line: Int, _ room: Int) {
        var shown = text.terminalSafe
        while shown.terminalColumns > max(0, room - 3) { shown.removeFirst() }
        let end = grid.write("/\(shown)", line: line, column: 0, upTo: room)
        grid.fill(line: line, end..<min(end + 1, room), .reversed)
    }

    /// Writes a failure, above the last line too if it is long.
    private mutating func drawFailure(_ text: String, _ line: Int, _ room: Int) {
        let end = "  R retries"
        let short = "failed: \(text)\(end)"
        if short.terminalColumns <= room {
            write(short, line, room, .red)
            return
        }
        let lines = "failed: \(text)".wrappedWords(width: max(2, columns))
        let shown = lines.prefix(max(0, min(4, layout.body.count / 2)))
        for (offset, text) in shown.enumerated() {
            let position = layout.events.lowerBound - shown.count + offset
            grid.fill(line: position, 0..<columns)
            let isCut = offset == shown.count - 1 && lines.count > shown.count
            grid.write(isCut ? "\(text) …" : text, line: position, column: 0, .red)
        }
        write("R retries", line, room, .red)
    }
}
