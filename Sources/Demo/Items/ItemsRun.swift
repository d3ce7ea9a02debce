import Flux
import Foundation

/// Prints the items of an API, page by page.
struct ItemsRun: Sendable {
    let options: ItemsOptions
    let progress: ItemsProgress
    let recording: Recording?
    private let position: ItemsPosition
    /// The number of items that earlier runs have printed.
    private let itemsBefore: Int
    private let notes: Notes

    /// - Throws: A ``UsageError`` if the file of `--resume` is not of this list, an ``UnwritableTimeline``.
    init(options: ItemsOptions) throws {
        self.options = options
        let isQuiet = options.requests.isQuiet
        recording = try Recording(options.timeline)
        progress = ItemsProgress(.suitable(isQuiet: isQuiet, isForced: options.showsProgress))
        notes = Notes(isQuiet: isQuiet, isForced: options.showsProgress)
        let place = try options.resume?.place() ?? ItemsPlace()
        position = ItemsPosition(place)
        itemsBefore = place.items
    }

    /// Reads and prints all pages, or as many as the limits allow.
    func run() async throws -> RunEnding {
        do {
            return try await printPages()
        } catch {
            throw EndlessList.located(error, at: options.url)
        }
    }

    /// Ends the run from another thread: at once, or after the lines that are being written.
    func end(_ message: String, status: Int32) {
        position.end { exit(self.finish(message, status: status)) }
    }

    /// Saves the position at which the next run continues, and writes the reason of the end.
    ///
    /// - Returns: The exit status.
    func finish(_ message: String, status: Int32) -> Int32 {
        progress.finish()
        let items = position.place.items - itemsBefore
        StandardError.write("Demo: \(message); \(progress.summary(items: items))")
        let isRecorded = recording?.write() ?? true
        return keepPlace() && isRecorded ? status : 1
    }

    /// Saves the position at which the next run continues, if the options say so.
    ///
    /// - Returns: Whether there was no failure.
    @discardableResult
    func keepPlace() -> Bool {
        let place = position.place
        guard let file = options.resume, !place.isStart else { return true }
        do {
            try file.keep(place)
            return true
        } catch {
            let reason = error.systemError.map { String(cString: strerror($0)) } ?? "\(error)"
            StandardError.write("Demo: --resume: the next page was not kept: \(reason)")
            return false
        }
    }

    /// Prepares the end of the program as the output has failed. If that is a pipe, the next run begins where
    /// this one did: nobody knows which items the reader has processed of those in the pipe and in its own
    /// buffer.
    @Sendable func abandonOutput() {
        progress.finish()
        if !StandardOutput.isPipe { keepPlace() }
    }

    private func printPages() async throws -> RunEnding {
        let start = position.place
        if !start.isStart { notes.write("Demo: continuing after \(Limit.items(start.items))") }
        let bodies = LatestResponse()
        let budget = RequestBudget(maximum: options.requests.maximumRequests)
        let source = options.requests.pages(
            at: options.url, budget, notes: notes, onResponse: bodies.put
        ) { text, _ in text }
        let policy = options.requests.retryPolicy(budget, onRetry: progress.reportRetry)
        let print = printer()
        var printed = 0
        var pages = 0
        var skipped = start.printed
        progress.report(pages: 0, items: 0)
        for try await page in recorded(source.retry(policy)).pages(startingAt: start.key) {
            pages += 1
            let items = page.items.dropFirst(skipped)
            let wasPrinted = skipped > 0 && items.isEmpty
            skipped = 0
            let kept = options.output.printed(of: items, limit: options.limit - printed)
            printed += kept.count
            progress.hide()
            if !wasPrinted { print(kept, bodies.take()) }
            var limit: Limit?
            if kept.count < items.count {
                limit = .items(printed)
            } else {
                position.finishPage(next: page.next)
                if page.next != nil, printed >= options.limit { limit = .items(printed) }
                if page.next != nil, limit == nil, budget.isSpent { limit = .requests(budget.maximum) }
            }
            if page.next == nil || limit != nil {
                progress.reportLast(pages: pages, items: printed)
            } else {
                progress.report(pages: pages, items: printed)
            }
            if let limit { return ending(limit) }
        }
        progress.finish()
        try options.resume?.remove()
        return .end
    }

    private func recorded<Source: PageSource>(
        _ source: Source
    ) -> AnyPageSource<Source.Key, Source.Item, Source.Failure> {
        guard let recording else { return AnyPageSource(source) }
        return AnyPageSource(source.recorded(in: recording.timeline, as: "pages"))
    }

    private func ending(_ limit: Limit) -> RunEnding {
        progress.finish()
        notes.write("Demo: stopped after \(limit); there may be more")
        return .limit
    }

    /// Returns what prints a page: its items that are within the limit, and its response.
    private func printer() -> (ArraySlice<JSONText>, HTTPPageResponse?) -> Void {
        func write(_ data: Data, _ count: Int) {
            position.write(count) { StandardOutput.write(data) }
        }
        switch options.output {
        case .items(let fields):
            // What is in a pipe when a signal ends the run must count as printed: the next run would print it
            // again.
            let countsPipe = options.resume != nil && StandardOutput.isPipe
            let lines = ItemLines(
                fields: fields,
                batchSize: countsPipe ? ItemLines.pipeBatchSize : ItemLines.usualBatchSize)
            return { items, _ in lines.write(items, to: write) }
        case .pages:
            let lines = ItemLines(fields: [])
            return { items, response in
                guard let body = response?.body else { return }
                lines.write([body]) { data, _ in write(data, items.count) }
            }
        case .raw:
            let isTerminal = isatty(STDOUT_FILENO) == 1
            return { items, response in
                guard let data = response?.data else { return }
                write(isTerminal ? data.terminalLines : data, items.count)
            }
        }
    }
}

extension ItemsOptions.Output {
    /// Returns the items of a page that are printed. A body has all of them, also if these exceed the limit.
    fileprivate func printed(of items: ArraySlice<JSONText>, limit: Int) -> ArraySlice<JSONText> {
        switch self {
        case .items: items.prefix(limit)
        case .pages, .raw: items
        }
    }
}

/// The response whose items are being read.
private final class LatestResponse: Sendable {
    private let response = Locked<HTTPPageResponse?>(nil)

    func put(_ response: HTTPPageResponse) { _ = self.response.exchange(response) }

    func take() -> HTTPPageResponse? { response.exchange(nil) }
}
