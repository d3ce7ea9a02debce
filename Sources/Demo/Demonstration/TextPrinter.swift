import Flux

/// Prints one aligned line for each state: what is loading, the rows, what changed, the images.
final class TextPrinter<Row: ListRow>: StatePrinter {
    private let style: TextStyle
    private let write: (String) -> Void
    private var count = 0
    private var retries = 0
    private var showsFailure = false
    private var images = ImageCounter<Row>()
    /// The items of the state before, to name those that are gone.
    private var shown = PagedItems<Row>()

    /// Makes a printer.
    ///
    /// - Parameters:
    ///   - usesColor: Whether lines are coloured; by default on a terminal only.
    ///   - write: Takes each line; by default it goes to standard output at once.
    init(
        usesColor: Bool = StandardOutput.mayUseColor, write: @escaping (String) -> Void = StandardOutput.write
    ) {
        style = TextStyle(usesColor: usesColor)
        self.write = write
        write(
            style.faint(
                columns("state", "loading", "rows", "images: loading, loaded, failed", "what changed")))
    }

    func print(_ state: ViewState<Row>) {
        let images = images.count(state)
        let line = columns(
            "\(count)", loading(state), "\(state.items.count)",
            "\(images.loading)".padded(left: 6) + "\(images.loaded)".padded(left: 8)
                + "\(images.failed)".padded(left: 8),
            change(of: state))
        if state.error != nil {
            // Images go on arriving in the states before the one in which the page loads again.
            if !showsFailure { retries += 1 }
            write(style.red(line))
        } else if !state.change.inserted.isEmpty {
            write(style.green(line))
        } else {
            write(line)
        }
        showsFailure = state.error != nil
        shown = state.items
        count += 1
    }

    func finish(_ summary: Summary<Row.ID>) {
        write("")
        write(
            "\(summary.ids.count) \(Row.words.rows), \(summary.repeatedRows) repeated and dropped; "
                + "\(summary.pageRequests) page requests, \(retries) failed and retried; "
                + "\(summary.imageRequests) \(Row.words.image) requests; \(count) states")
    }

    private func columns(
        _ number: String, _ loading: String, _ rows: String, _ images: String, _ change: String
    )
        -> String
    {
        number.padded(left: 6) + "  " + loading.padded(right: 13) + rows.padded(left: 6) + "  "
            + images.padded(right: 33) + change
    }

    private func loading(_ state: ViewState<Row>) -> String {
        if state.error != nil { return "failed" }
        switch state.phase {
        case .firstLoad: return "first page"
        case .empty: return "empty"
        case .failed: return "failed"
        case .content: break
        }
        if state.isLoading { return "refresh" }
        if state.isPaging { return "next page" }
        return state.hasMore ? "-" : "at the end"
    }

    private func change(of state: ViewState<Row>) -> String {
        if let error = state.error { return "\(error)" }
        let removed = state.change.removed.map { describe("−", shown[$0]) }
        let inserted = state.change.inserted.map { describe("+", state.items[$0]) }
        let images = imageChanges(in: state)
        return (removed + inserted + images).joined(separator: "; ")
    }

    private func describe(_ sign: String, _ rows: Slice<PagedItems<Row>>) -> String {
        guard let first = rows.first, let last = rows.last else { return "" }
        let rowNumbers =
            rows.count == 1 ? "row \(rows.startIndex)" : "rows \(rows.startIndex)–\(rows.endIndex - 1)"
        return "\(sign)\(rows.count): \(rowNumbers), "
            + (rows.count == 1 ? first.title : "\(first.title) … \(last.title)")
    }

    /// Tells of the images that have come or failed, and of how many were asked for.
    private func imageChanges(in state: ViewState<Row>) -> [String] {
        let image = Row.words.image
        var asked = 0
        var texts: [String] = []
        for row in state.change.updated.joined().map({ state.items[$0] }) {
            switch row.image {
            case .idle: texts.append("\(row.title): \(image) cancelled")
            case .loading: asked += 1
            case .loaded: texts.append("\(row.title): \(image)")
            case .failed: texts.append("\(row.title): \(image) broken, fallback shown")
            }
        }
        if asked > 0 { texts.append("asked for \(asked) \(image)\(asked == 1 ? "" : "s")") }
        return texts
    }
}

/// Colours for a terminal.
struct TextStyle {
    let usesColor: Bool

    func red(_ text: String) -> String { colored(text, 31) }
    func green(_ text: String) -> String { colored(text, 32) }
    func faint(_ text: String) -> String { colored(text, 2) }

    private func colored(_ text: String, _ code: Int) -> String {
        usesColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

extension String {
    func padded(left width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }

    func padded(right width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
