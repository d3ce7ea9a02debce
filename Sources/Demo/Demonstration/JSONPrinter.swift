import Flux
import Foundation

/// Prints JSON lines: one object for each state, and one at the end.
final class JSONPrinter<Row: ListRow>: StatePrinter {
    private struct Line: Encodable {
        let seq: Int
        let rows: Int
        let phase: String
        let refresh: String
        let prepend: String
        let append: String
        let footer: String
        /// Rows of the previous state, as pairs of the first row and the number of rows.
        let removed: [[Int]]
        /// Rows of this state.
        let inserted: [[Int]]
        /// Rows of this state.
        let updated: [[Int]]
        let images: ImageCounts
        let error: String?
        let warning: String?
        /// Omitted unless the rows are those of an earlier run, from a store.
        let stored: Bool?
        /// The time since the start, in seconds.
        let time: Double
        /// What requests for pages did since the previous state.
        let requests: [RequestLine]
        /// The removed rows that are among the inserted ones again, as pairs of the two numbers.
        let moved: [[Int]]
        /// Whether the difference is unknown: all rows were removed and inserted.
        let reload: Bool

        private enum CodingKeys: CodingKey {
            case seq, rows, phase, refresh, prepend, append, footer, removed, inserted, updated, images, error
            case warning, stored, time, requests, moved, reload
        }

        // Synthesized encoding omits the keys of an absent error or warning.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(seq, forKey: .seq)
            try container.encode(rows, forKey: .rows)
            try container.encode(phase, forKey: .phase)
            try container.encode(refresh, forKey: .refresh)
            try container.encode(prepend, forKey: .prepend)
            try container.encode(append, forKey: .append)
            try container.encode(footer, forKey: .footer)
            try container.encode(removed, forKey: .removed)
            try container.encode(inserted, forKey: .inserted)
            try container.encode(updated, forKey: .updated)
            try container.encode(images, forKey: .images)
            try container.encode(error, forKey: .error)
            try container.encode(warning, forKey: .warning)
            try container.encodeIfPresent(stored, forKey: .stored)
            try container.encode(time, forKey: .time)
            try container.encode(requests, forKey: .requests)
            try container.encode(moved, forKey: .moved)
            try container.encode(reload, forKey: .reload)
        }
    }

    private struct LastLine: Encodable {
        struct Requests: Encodable {
            let pages: Int
            let images: Int
        }

        let done: Bool
        let rows: Int
        let ids: [Row.ID]
        let requests: Requests
        /// The number of rows that were dropped as duplicates. Omitted unless there are any.
        let repeated: Int?
        /// Omitted unless images are stored.
        var images: ImageTotals?
        /// Omitted unless a limit on items ended the list.
        var limit: Int?
        /// Omitted unless a limit on requests ended the list.
        var maxRequests: Int?
        /// Omitted unless the rows are those of an earlier run, from a store.
        let stored: Bool?
        /// Omitted unless a failure ended the list.
        let error: String?
    }

    private let encoder = JSONEncoder()
    private let write: (String) -> Void
    /// The time of the next state since the start.
    private var time = Duration.zero
    private var requests: [RequestLine] = []
    private var count = 0
    private var images = ImageCounter<Row>()
    /// The items of the previous state.
    private var shown = PagedItems<Row>()

    /// Makes a printer.
    ///
    /// - Parameter write: Writes a line; by default to standard output, unbuffered.
    init(write: @escaping (String) -> Void = StandardOutput.write) {
        self.write = write
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    func observe(_ events: [TimedEvent], at time: Duration) {
        requests += events.compactMap { RequestLine($0) }
        self.time = time
    }

    func print(_ state: ViewState<Row>) {
        let changed = ChangedRows(from: shown, to: state)
        send(
            Line(
                seq: count, rows: state.items.count, phase: "\(state.phase)", refresh: state.refresh.word,
                prepend: state.prepend.word, append: state.append.word, footer: state.footer.word,
                removed: changed.removed.map(\.pair), inserted: changed.inserted.map(\.pair),
                updated: changed.updated.map(\.pair), images: images.count(changed),
                error: state.error.map(\.shellText), warning: state.warning.map { "\($0)" },
                stored: state.isStored ? true : nil, time: time.seconds, requests: requests,
                moved: state.change.moved.map { [$0.source, $0.destination] },
                reload: state.change.isReload))
        requests = []
        count += 1
        shown = state.items
    }

    func finish(_ summary: Summary<Row.ID>) {
        end(with: summary, error: nil)
    }

    func fail(_ error: any Error, _ summary: Summary<Row.ID>) {
        end(with: summary, error: error.shellText)
    }

    private func end(with summary: Summary<Row.ID>, error: String?) {
        var line = LastLine(
            done: error == nil, rows: summary.ids.count, ids: summary.ids,
            requests: .init(pages: summary.pageRequests, images: summary.imageRequests),
            repeated: summary.repeatedRows > 0 ? summary.repeatedRows : nil,
            stored: summary.storedAt == nil ? nil : true, error: error)
        line.images = summary.revalidatedImages.map { ImageTotals(images.counts, revalidated: $0) }
        switch summary.limit {
        case .items(let count): line.limit = count
        case .requests(let count): line.maxRequests = count
        case nil: break
        }
        send(line)
    }

    private func send(_ line: some Encodable) {
        // Encoding these types cannot fail: they contain only numbers and text.
        guard let data = try? encoder.encode(line) else { return }
        write(String(decoding: data, as: UTF8.self).jsonTerminalSafe)
    }
}

extension Range<Int> {
    /// The first row and the number of rows.
    fileprivate var pair: [Int] { [lowerBound, count] }
}
