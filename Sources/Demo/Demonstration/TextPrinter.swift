import Flux

/// Prints an aligned line for each state that has other rows, loads or failures than the one before: what is
/// loading, the rows, what changed. Images that arrive are counted in the next line.
final class TextPrinter<Row: ListRow>: StatePrinter {
    /// Which states are printed.
    enum Detail {
        /// The states with other rows, loads or failures.
        case changes
        /// All states, each with its images.
        case all
    }

    private let detail: Detail
    private let style: TextStyle
    private let columns: TextColumns
    private let write: (String) -> Void
    private var count = 0
    private var retries = 0
    private var showsFailure = false
    private var images = ImageCounter<Row>()
    /// The images that have arrived since the last line.
    private var arrivals = ImageArrivals()
    /// The items of the previous state, for the titles of removed ones.
    private var shown = PagedItems<Row>()
    /// What is loading, as the last line has it, and as the last state has it.
    private var printedLoading: String?
    private var loading = ""

    /// Makes a printer.
    ///
    /// - Parameters:
    ///   - detail: Which states are printed.
    ///   - width: The number of columns that lines fit.
    ///   - usesColor: Whether lines are colored; by default only on a terminal.
    ///   - write: Writes a line; by default to standard output, unbuffered.
    init(
        _ detail: Detail = .changes, width: Int = TerminalWidth.ofStandardOutput,
        usesColor: Bool = StandardOutput.mayUseColor, write: @escaping (String) -> Void = StandardOutput.write
    ) {
        self.detail = detail
        columns = TextColumns(width: width)
        style = TextStyle(usesColor: usesColor)
        self.write = write
        for line in columns.lines("state", "loading", "rows", "what changed") { write(style.faint(line)) }
    }

    func print(_ state: ViewState<Row>) {
        let changed = ChangedRows(from: shown, to: state)
        let text = ChangeText(changed)
        let counts = images.counts
        let newCounts = images.count(changed)
        arrivals.count(changed)
        loading = loadingText(state)
        let texts = news(of: state) + text.rows
        switch detail {
        case .changes:
            if !texts.isEmpty || loading != printedLoading {
                line(state, changed, texts + arrivals.texts(of: Row.words))
            }
        case .all:
            let totals = counts == newCounts ? [] : [newCounts.text(of: Row.words)]
            line(state, changed, texts + text.images + totals)
        }
        showsFailure = state.error != nil
        shown = state.items
        count += 1
    }

    func finish(_ summary: Summary<Row.ID>) {
        if detail == .changes, !arrivals.isEmpty {
            write(arrivals.texts(of: Row.words), count - 1, shown.count)
        }
        write("")
        let failed = retries + summary.automaticRetries
        let text =
            "\(summary.ids.count) \(Row.words.rows), \(summary.repeatedRows) repeated and dropped; "
            + "\(summary.pageRequests) page requests, \(failed) failed and retried; "
            + "\(summary.imageRequests) \(Row.words.image) requests; \(count) states"
            + (summary.limit.map { "; stopped after \($0), there may be more" } ?? "")
        for line in text.wrappedWords(width: columns.width) { write(line) }
        if let revalidated = summary.revalidatedImages {
            let text = images.counts.summary(of: Row.words.image, revalidated: revalidated)
            for line in text.wrappedWords(width: columns.width) { write(line) }
        }
    }

    func fail(_ error: any Error, _ summary: Summary<Row.ID>) {
        // The last failure, which is shown, was not retried.
        if showsFailure { retries -= 1 }
        finish(summary)
    }

    private func line(_ state: ViewState<Row>, _ changed: ChangedRows<Row>, _ texts: [String]) {
        if state.error != nil {
            // Images may arrive in further states until the page loads again.
            if !showsFailure { retries += 1 }
            write(texts, count, state.items.count, style.red)
        } else if !changed.inserted.isEmpty {
            write(texts, count, state.items.count, style.green)
        } else {
            write(texts, count, state.items.count)
        }
    }

    private func write(
        _ texts: [String], _ number: Int, _ rows: Int, _ style: (String) -> String = { $0 }
    ) {
        let text = texts.filter { !$0.isEmpty }.joined(separator: "; ")
        for line in columns.lines("\(number)", loading, "\(rows)", text) { write(style(line)) }
        arrivals = ImageArrivals()
        printedLoading = loading
    }

    private func loadingText(_ state: ViewState<Row>) -> String {
        if state.error != nil { return "failed" }
        switch state.phase {
        case .firstLoad: return "first page"
        case .idle: return "idle"
        case .empty: return "empty"
        case .failed: return "failed"
        case .content: break
        }
        if state.isLoading { return "refresh" }
        switch (state.prepend.isLoading, state.append.isLoading) {
        case (true, true): return "both ways"
        case (true, false): return "page before"
        case (false, true): return "next page"
        case (false, false): break
        }
        return state.hasMore ? "-" : "at the end"
    }

    /// What a state says beside its rows.
    private func news(of state: ViewState<Row>) -> [String] {
        // Images may arrive in further states with the same failure, which is printed once.
        let error = showsFailure ? nil : state.error.map { $0.shellText.terminalSafe(width: 400) }
        let warning = state.warning.map { "warning: \($0)".terminalSafe(width: 400) }
        let stored = state.isStored ? "stored" : nil
        return [stored, error, warning].compactMap(\.self)
    }
}

/// The columns of a line, the last of which goes on in further lines where that is necessary.
struct TextColumns {
    /// The columns before the last one.
    private static let start = 27
    /// The least width of the last one.
    private static let leastWidth = 10

    let width: Int

    func lines(_ number: String, _ loading: String, _ rows: String, _ text: String) -> [String] {
        let first =
            number.padded(left: 5) + "  " + loading.padded(right: 12) + rows.padded(left: 6) + "  "
        let parts = text.terminalSafe.wrappedWords(width: max(Self.leastWidth, width - Self.start))
        guard let part = parts.first else { return [first.trimmedAtEnd] }
        return [first + part]
            + parts.dropFirst().map { String(repeating: " ", count: Self.start) + $0 }
    }
}

/// The images that have loaded or failed since some state.
struct ImageArrivals {
    private var loaded = 0
    private var failed = 0

    var isEmpty: Bool { loaded + failed == 0 }

    /// Counts those of the next state.
    mutating func count<Row: ListRow>(_ changed: ChangedRows<Row>) {
        for update in changed.updates where update.isOfImage {
            switch update.new.image {
            case .idle, .loading: break
            case .loaded: loaded += 1
            case .failed: failed += 1
            }
        }
    }

    /// The number of them in words.
    func texts(of words: ItemWords) -> [String] {
        let image = words.image
        return [
            loaded > 0 ? "\(loaded) \(image)\(loaded == 1 ? "" : "s")" : nil,
            failed > 0 ? "\(failed) \(image)\(failed == 1 ? "" : "s") broken, fallback shown" : nil,
        ].compactMap(\.self)
    }
}

extension ImageCounts {
    /// The counts of a state in words.
    fileprivate func text(of words: ItemWords) -> String {
        "\(words.image)s: \(loading) loading, \(loaded) loaded, \(failed) failed"
    }
}

extension String {
    fileprivate var trimmedAtEnd: String {
        lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
    }
}
