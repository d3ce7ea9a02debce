import Streams
import TestSupport

@testable import PagingOperators

/// The engine of a feed, with random signals, answers and edits: pages on both sides, a window, placeholders,
/// jumps, rows that change and rows between rows.
struct RandomFeed {
    typealias Engine = PagingEngine<Int, Int, Int>

    /// The commands of the edits for the transform.
    private final class Inbox: Sendable {
        let commands = Locked<[TransformCommand]>([])
    }

    /// What images learn of a list.
    enum News {
        /// A state without rows in view.
        case list(ViewState<Int>)
        case shown(rows: Range<Int>)
        /// A state of the engine.
        case feed(ViewState<Int>)
        /// A hint to the engine.
        case feedShown(rows: Range<Int>)
    }

    private var engine: Engine
    private let server: Server
    private let edits: FeedEdits<Int, Int>
    private let inbox: Inbox
    private let listening: AnyCancellable?
    private var lastEdits: [FeedEdit] = []
    private var loads: [(id: LoadID, request: PageRequest<Int>)] = []
    private var rowCount = 0
    private var numbers: [Int] = []
    private var news: [News] = []

    init(_ random: inout SeededGenerator) {
        let server = Server(&random)
        let edits = FeedEdits<Int, Int> { $0 % 500 }
        let canJump = random.chance(50)
        let transform = ChainedTransform<Int, Int, Int>(
            first: ChainedTransform<Int, Int, Int>(
                first: ReplaceTransform<Int, Int> { $0 % 500 }, second: EditTransform(edits)),
            second: SeparatorTransform<Int> { before, after in
                guard let after else { return -1 }
                guard let before, before % 500 / 8 != after % 500 / 8 else { return before == nil ? -2 : nil }
                return -3 - after % 500 / 8
            })
        let rules = PagingRules(
            threshold: random.number(below: 4), failurePolicy: .retryOnHint,
            maxRows: random.chance(70) ? 8 + random.number(below: 10) : nil,
            showsPlaceholders: random.chance(60), jumpThreshold: random.chance(30) ? 6 : nil)
        engine = Engine(
            rules: rules, transform: transform,
            start: PagingStart(key: random.chance(50) ? server.pages.count / 2 : nil),
            keyForRow: { canJump ? server.key(forRow: $0) : nil })
        self.server = server
        self.edits = edits
        let inbox = Inbox()
        self.inbox = inbox
        listening = transform.commands?.observe { command in inbox.commands.withLock { $0.append(command) } }
        handle(.start)
    }

    /// A random event of the list.
    mutating func step(_ random: inout SeededGenerator) -> [News] {
        switch random.number(below: 40) {
        case 0..<10:
            // Rows that are not there count as the last one, which the model does not know.
            if rowCount == 0 { break }
            let first = random.number(below: rowCount)
            let count = 1 + random.number(below: random.chance(50) ? 1 : 6)
            show(first..<min(first + count, rowCount))
        case 10: send(.jump(toRow: random.number(below: server.count)))
        case 11: send(.loadMore)
        case 12: send(.loadPrevious)
        case 13: send(random.chance(70) ? .refresh : .cancel)
        case 14: random.chance(30) ? send(.reset) : handle(.invalidated)
        case 15..<22: edit(&random)
        default: answer(&random)
        }
        defer { news = [] }
        return news
    }

    private mutating func show(_ rows: Range<Int>) {
        // First: the states that follow have these rows in view.
        news.append(.feedShown(rows: rows))
        if !engine.takesNote(ofShown: rows) { send(.shown(rows: rows)) }
    }

    private mutating func send(_ signal: ListSignal) {
        handle(.signal(signal))
    }

    private mutating func answer(_ random: inout SeededGenerator) {
        guard !loads.isEmpty else { return }
        let load = loads.remove(at: random.number(below: loads.count))
        if random.chance(10) { return handle(.failed(load.id, TestError.offline)) }
        handle(.loaded(load.id, server.page(load.request.key ?? 0, &random)))
    }

    private mutating func edit(_ random: inout SeededGenerator) {
        guard let number = numbers.isEmpty ? nil : numbers[random.number(below: numbers.count)], number >= 0
        else { return }
        let other = numbers[random.number(below: numbers.count)] % 500
        switch random.number(below: 6) {
        case 0: lastEdits.append(edits.remove(number % 500))
        case 1: lastEdits.append(edits.insert(400 + random.number(below: 90), at: .after(number % 500)))
        case 2: if other >= 0 { lastEdits.append(edits.move(number % 500, to: .before(other))) }
        case 3: if let edit = lastEdits.popLast() { edit.revert() }
        // The same picture, and another.
        case 4: edits.update(number % 500) { $0 += 1000 }
        default: edits.update(number % 500) { $0 += 500 }
        }
        for command in inbox.commands.exchange([]) { handle(.command(command)) }
    }

    private mutating func handle(_ event: Engine.Event) {
        for action in engine.handle(event) {
            switch action {
            case .publish(let state):
                rowCount = state.rowCount
                numbers = Array(state.items)
                news.append(.feed(state))
            case .load(let id, let request): loads.append((id, request))
            case .cancelLoad(let id): loads.removeAll { $0.id == id }
            }
        }
    }
}

extension RandomFeed {
    /// Counted pages of any size, whose items have other versions each time.
    struct Server: Sendable {
        private(set) var pages: [Range<Int>] = []
        private let isCounted: Bool
        private let namesPrevious: Bool

        init(_ random: inout SeededGenerator) {
            isCounted = random.chance(80)
            namesPrevious = random.chance(80)
            for _ in 0..<8 {
                let first = pages.last?.upperBound ?? 0
                pages.append(first..<first + random.number(below: 8))
            }
        }

        var count: Int { max(1, pages.last?.upperBound ?? 0) }

        func key(forRow row: Int) -> Int? { pages.firstIndex { $0.contains(row) } }

        func page(_ key: Int, _ random: inout SeededGenerator) -> Page<Int, Int> {
            let items = pages[key].map { number in
                // Some items are repeated.
                let number = random.chance(5) && number > 5 ? number - 5 : number
                return random.chance(90) ? number : number + 500 * random.number(below: 3)
            }
            return Page(
                items, previous: namesPrevious && key > 0 ? key - 1 : nil,
                next: key + 1 < pages.count ? key + 1 : nil, total: isCounted ? count : nil,
                itemsBefore: isCounted ? pages[key].lowerBound : nil)
        }
    }
}
