import Flux
import Synchronization

extension Benchmark {
    /// A refresh of 100,000 rows with twenty new ones on top, against a comparison of the rows by hand.
    static func differenceOnTop() -> Benchmark {
        Benchmark(
            name: "difference-top", baselineName: "both lists compared from the end", elements: 10
        ) { refreshes in
            let lists = Versions(old: Array(20..<100_020), new: Array(0..<100_020))
            let list = RefreshedList(lists) { $0.paginate(threshold: 5, from: lists).identified(by: \.id) }
            return Sides(
                subject: { list.refresh(times: refreshes) },
                baseline: { compareByHand(lists, times: refreshes) })
        }
    }

    /// The same where only the items say that they have an identity.
    static func differenceOfIdentifiable() -> Benchmark {
        Benchmark(
            name: "difference-identifiable", baselineName: "both lists compared from the end", elements: 10
        ) { refreshes in
            let lists = Versions(old: Array(20..<100_020), new: Array(0..<100_020))
            let list = RefreshedList(lists) { $0.paginate(threshold: 5, from: lists) }
            return Sides(
                subject: { list.refresh(times: refreshes) },
                baseline: { compareByHand(lists, times: refreshes) })
        }
    }

    /// A refresh of 100,000 rows of which 10,000 are removed, 10,000 new and 2,000 have changed places,
    /// against the algorithm of Heckel, as DifferenceKit has it.
    static func difference() -> Benchmark {
        Benchmark(name: "difference", baselineName: "Heckel's algorithm by hand", elements: 4) { refreshes in
            let old = Array(0..<100_000)
            var new = old.filter { $0 % 10 != 3 }
            for row in 0..<1_000 { new.swapAt(row * 80, row * 80 + 40) }
            for row in 0..<10_000 { new.insert(100_000 + row, at: row * 9) }
            let lists = Versions(old: old, new: new)
            let list = RefreshedList(lists) { $0.paginate(threshold: 5, from: lists) }
            return Sides(
                subject: { list.refresh(times: refreshes) }, baseline: { heckel(lists, times: refreshes) })
        }
    }

    /// A jump to a row whose page is loaded, and back, against a look at the rows by hand.
    static func jump() -> Benchmark {
        Benchmark(name: "jump", baselineName: "two rows of an array of pages", elements: 20_000) { jumps in
            let source = NumberedRows(pages: 1_000, rowsPerPage: 100)
            let screen = Screen.showing { $0.paginate(threshold: 5, from: source) }
            screen.load(to: source.rows - 1)
            let pages = (0..<1_000).map { page in Array(page * 100..<page * 100 + 100) }
            return Sides(
                subject: {
                    for jump in 0..<jumps { screen.load(to: jump & 1 == 0 ? 50_000 : 100) }
                    return jumps
                },
                baseline: {
                    var sum = 0
                    for jump in 0..<jumps {
                        let row = jump & 1 == 0 ? 50_000 : 100
                        sum += pages[row / 100][row % 100] == row ? 1 : 0
                    }
                    return sum
                })
        }
    }

    /// A jump to a row among placeholders, and back: each loads the page with the row as a list of its own;
    /// against that page.
    static func jumpFar() -> Benchmark {
        Benchmark(name: "jump-far", baselineName: "the page of the row", elements: 20_000) { jumps in
            let source = CountedRows(NumberedRows(pages: 1_000, rowsPerPage: 100))
            let rules = PagingRules(threshold: 5, showsPlaceholders: true)
            let screen = Screen.showing { $0.paginate(rules, from: source) }
            return Sides(
                subject: {
                    (0..<jumps).reduce(0) { sum, jump in
                        screen.load(to: jump & 1 == 0 ? 50_050 : 150)
                        return sum + screen.count
                    }
                },
                baseline: {
                    (0..<jumps).reduce(0) { sum, jump in
                        sum + source.page(jump & 1 == 0 ? 500 : 1).items.count
                    }
                })
        }
    }
}

/// Rows of which the number is known, and the page of each.
private struct CountedRows: PageSource {
    typealias Item = Int
    typealias Failure = Never

    private let rows: NumberedRows

    init(_ rows: NumberedRows) {
        self.rows = rows
    }

    @inline(never)
    func page(_ key: Int) -> Page<Int, Int> {
        var page = rows.page(for: PageRequest(key: key, direction: .refresh)).output
        page.total = rows.rows
        page.itemsBefore = key * rows.rowsPerPage
        return page
    }

    func page(for request: PageRequest<Int>) -> Just<Page<Int, Int>> { Just(page(request.key ?? 0)) }

    func key(forRow row: Int) -> Int? { row / rows.rowsPerPage }
}

struct Entry: Identifiable, Equatable, Sendable {
    let id: Int
    var text: String

    init(id: Int) {
        self.id = id
        // Long enough to be stored apart, as the texts of two responses are.
        text = "This is the text of row \(id) of the list."
    }
}

/// A source of one page, which is in turn one list and another.
final class Versions: PageSource {
    typealias Item = Entry
    typealias Failure = Never

    let old: [Entry]
    let new: [Entry]
    private let turn = Mutex(0)

    init(old: [Int], new: [Int]) {
        self.old = old.map(Entry.init(id:))
        self.new = new.map(Entry.init(id:))
    }

    func page(for request: PageRequest<Int>) -> Just<Page<Int, Entry>> {
        let turn = turn.withLock { turn in
            turn += 1
            return turn
        }
        return Just(Page(turn % 2 == 1 ? old : new, next: nil))
    }
}

/// A list that is refreshed.
private final class RefreshedList: @unchecked Sendable {
    // Sendable: a benchmark touches it from one thread only.
    private let signals = PassthroughSubject<ListSignal, Never>()
    private var changes = 0
    private var subscription: AnyCancellable?

    init<Feed: Publisher>(
        _ lists: Versions, _ feed: (PassthroughSubject<ListSignal, Never>) -> Feed
    ) where Feed.Output == ViewState<Entry>, Feed.Failure == Never {
        subscription = feed(signals).sink { [unowned self] state in
            if !state.refresh.isLoading, !state.change.isReload { changes += 1 }
        }
    }

    /// Refreshes, there and back.
    func refresh(times: Int) -> Int {
        changes = 0
        for _ in 0..<times { signals.send(.refresh) }
        return changes
    }
}

@inline(never)
private func compareByHand(_ lists: Versions, times: Int) -> Int {
    var found = 0
    for turn in 0..<times {
        let (one, other) = turn % 2 == 0 ? (lists.old, lists.new) : (lists.new, lists.old)
        var common = 0
        for (a, b) in zip(one.reversed(), other.reversed()) {
            guard a.id == b.id, a == b else { break }
            common += 1
        }
        found += common > 0 ? 1 : 0
    }
    return found
}

/// Finds what is removed, inserted, moved and updated between two lists, with a table of the rows of both.
@inline(never)
private func heckel(_ lists: Versions, times: Int) -> Int {
    final class Occurrence {
        var oldRows: [Int] = []
        var taken = 0
    }
    var found = 0
    for turn in 0..<times {
        let (old, new) = turn % 2 == 0 ? (lists.old, lists.new) : (lists.new, lists.old)
        var table: [Int: Occurrence] = Dictionary(minimumCapacity: old.count)
        for (row, entry) in old.enumerated() {
            if let occurrence = table[entry.id] {
                occurrence.oldRows.append(row)
            } else {
                let occurrence = Occurrence()
                occurrence.oldRows = [row]
                table[entry.id] = occurrence
            }
        }
        var sources = [Int?](repeating: nil, count: new.count)
        var kept = [Bool](repeating: false, count: old.count)
        for (row, entry) in new.enumerated() {
            guard let occurrence = table[entry.id], occurrence.taken < occurrence.oldRows.count else {
                continue
            }
            let source = occurrence.oldRows[occurrence.taken]
            occurrence.taken += 1
            sources[row] = source
            kept[source] = true
        }
        // How many rows before each were removed, to tell rows that have moved from those that are pushed.
        var removedBefore = [Int](repeating: 0, count: old.count)
        var removed: [Int] = []
        for row in old.indices {
            removedBefore[row] = removed.count
            if !kept[row] { removed.append(row) }
        }
        var (inserted, moved, updated): ([Int], [(Int, Int)], [Int]) = ([], [], [])
        for row in new.indices {
            guard let source = sources[row] else {
                inserted.append(row)
                continue
            }
            if source - removedBefore[source] + inserted.count != row { moved.append((source, row)) }
            if old[source] != new[row] { updated.append(row) }
        }
        found += removed.count + inserted.count + moved.count + updated.count > 0 ? 1 : 0
    }
    return found
}
