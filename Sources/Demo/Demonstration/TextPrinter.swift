import Flux

/// Prints an aligned line for each state: what is loading, the rows, the images, what changed.
final class TextPrinter<Row: ListRow>: StatePrinter {
    private let style: TextStyle
    private let write: (String) -> Void
    private var count = 0
    private var retries = 0
    private var showsFailure = false
    private var images = ImageCounter<Row>()
    /// The items of the previous state, for the titles of removed ones.
    private var shown = PagedItems<Row>()

    /// Makes a printer.
    ///
    /// - Parameters:
    ///   - usesColor: Whether lines are coloured; by default only on a terminal.
    ///   - write: Writes a line; by default to standard output, unbuffered.
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
        let changed = ChangedRows(from: shown, to: state)
        let images = images.count(changed)
        let line = columns(
            "\(count)", loading(state), "\(state.items.count)",
            "\(images.loading)".padded(left: 6) + "\(images.loaded)".padded(left: 8)
                + "\(images.failed)".padded(left: 8),
            change(of: state, changed))
        if state.error != nil {
            // Images may arrive in further states until the page loads again.
            if !showsFailure { retries += 1 }
            write(style.red(line))
        } else if !changed.inserted.isEmpty {
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
                + "\(summary.pageRequests) page requests, \(retries + summary.automaticRetries) failed and retried; "
                + "\(summary.imageRequests) \(Row.words.image) requests; \(count) states"
                + (summary.limit.map { "; stopped after \($0), there may be more" } ?? ""))
        if let revalidated = summary.revalidatedImages {
            write(images.counts.summary(of: Row.words.image, revalidated: revalidated))
        }
    }

    func fail(_ error: any Error, _ summary: Summary<Row.ID>) {
        finish(summary)
    }

    private func columns(
        _ number: String, _ loading: String, _ rows: String, _ images: String, _ change: String
    ) -> String {
        number.padded(left: 6) + "  " + loading.padded(right: 13) + rows.padded(left: 6) + "  "
            + images.padded(right: 33) + change
    }

    private func loading(_ state: ViewState<Row>) -> String {
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

    private func change(of state: ViewState<Row>, _ changed: ChangedRows<Row>) -> String {
        // Images may arrive in further states with the same failure, which is printed once.
        let error = showsFailure ? nil : state.error.map { $0.shellText.terminalSafe(width: 400) }
        let warning = state.warning.map { "warning: \($0)".terminalSafe(width: 400) }
        let stored = state.isStored ? "stored" : nil
        let texts = [stored, error, warning, "\(ChangeText(changed))".terminalSafe].compactMap(\.self)
        return texts.filter { !$0.isEmpty }.joined(separator: "; ")
    }
}
