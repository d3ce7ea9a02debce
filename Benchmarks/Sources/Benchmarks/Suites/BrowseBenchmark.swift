import Flux
import Foundation

@testable import Browser

extension Benchmark {
    /// A frame of `Demo browse` while a key is held in a list of 10,000 rows: the key, the pages that it
    /// loads, the screen, and the bytes for the terminal; against a pager by hand, which writes the lines in
    /// view of an array. It has to take less than 5 ms, so that a key that is held does not lag.
    static func browseFrame() -> Benchmark {
        Benchmark(name: "browse", baselineName: "50 lines of an array", elements: 2_000) { frames in
            let rows = 10_000
            let size = ScreenSize(lines: 50, columns: 200)
            let browser = HeldKey(rows: rows, size)
            let lines = (0..<rows).map { "\($0 + 1) item \($0)  \(json(ofRow: $0))" }
            return Sides(
                subject: { browser.press(.down, times: frames) },
                baseline: { pageByHand(through: lines, size, times: frames) })
        }
    }
}

/// The browser over a list of numbered rows.
private final class HeldKey: @unchecked Sendable {
    // Sendable: a benchmark runs on the main thread only.
    private var model: BrowseModel
    private var display = ScreenDisplay(.trueColor)
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let inbox = BrowseInbox()
    private var list: AnyCancellable?

    init(rows: Int, _ size: ScreenSize) {
        model = BrowseModel(title: "http://h/list", size: size)
        // The rules of `Demo browse`.
        let rules = PagingRules(threshold: 30, maxRows: 1000, showsPlaceholders: true, jumpThreshold: 100)
        list = signals.paginate(rules, from: BrowsedRows(count: rows))
            .dedupe(by: \.uniqueID)
            .identified(by: \.id)
            .map { BrowseRow(item: $0, image: .idle(placeholder: nil)) }
            .sink { [inbox] in inbox.send($0) }
        takeState()
    }

    /// Goes to the first row, and presses a key.
    ///
    /// - Returns: The number of rows that were passed.
    func press(_ key: Key, times: Int) -> Int {
        frame(after: .home)
        for _ in 0..<times { frame(after: key) }
        return model.cursor
    }

    private func frame(after key: Key) {
        perform(model.press(key))
        takeState()
        blackHole(display.bytes(for: BrowseScreen.draw(model), model.graphics).count)
    }

    private func takeState() {
        while let state = inbox.take().state { perform(model.observe(state)) }
    }

    private func perform(_ actions: [BrowseAction]) {
        for case .signal(let signal) in actions { signals.send(signal) }
    }
}

/// A counted list in pages of 100 rows, which arrive synchronously.
private struct BrowsedRows: PageSource {
    typealias Key = Int
    typealias Item = BrowseItem
    typealias Failure = any Error

    private static let url = URL(filePath: "/list")

    let count: Int
    private let items = BrowseItems(ItemFields(), needsIdentifier: true, api: url)

    init(count: Int) {
        self.count = count
    }

    func page(for request: PageRequest<Int>) -> AnyPublisher<Page<Int, BrowseItem>, any Error> {
        let start = request.key ?? 0
        let end = min(start + 100, count)
        return Result {
            let rows = try (start..<end).map { row in
                try items.item(JSONText(Data(json(ofRow: row).utf8)), of: Self.url)
            }
            return Page(
                rows, previous: start > 0 ? max(0, start - 100) : nil, next: end < count ? end : nil,
                total: count, itemsBefore: start)
        }
        .publisher.eraseToAnyPublisher()
    }

    func key(forRow row: Int) -> Int? { row / 100 * 100 }
}

private func json(ofRow row: Int) -> String {
    #"{"id":\#(row),"name":"item \#(row)","url":"https://example.org/items/\#(row)","tags":["a","b"],"#
        + #""text":"The quick brown fox jumps over the lazy dog, and the dog does not mind at all."}"#
}

/// Writes the lines in view after each key, cut to the width of the terminal.
///
/// - Returns: The number of rows that were passed.
@inline(never)
private func pageByHand(through lines: [String], _ size: ScreenSize, times: Int) -> Int {
    var (top, cursor) = (0, 0)
    for _ in 0..<times {
        cursor = min(cursor + 1, lines.count - 1)
        top = max(top, cursor - size.lines + 3)
        var bytes = Array("\u{1B}[H".utf8)
        for row in top..<min(top + size.lines - 2, lines.count) {
            bytes += row == cursor ? Array("\u{1B}[7m".utf8) : []
            bytes += lines[row].prefix(size.columns).utf8
            bytes += "\u{1B}[0m\u{1B}[K\r\n".utf8
        }
        blackHole(bytes.count)
    }
    return cursor
}
