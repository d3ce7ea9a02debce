import Foundation
import TestSupport
import Testing

@testable import PagingOperators

/// Drives an engine by hand, recording its actions.
///
/// Loads are answered by the test, in any order. Each state's `change` is checked against the rows before.
struct EngineDriver<Input: Equatable & Sendable, Item: Equatable & Sendable> {
    typealias Engine = PagingEngine<Int, Input, Item>

    struct Load: Sendable {
        let id: LoadID
        let request: PageRequest<Int>
        var isCancelled = false
    }

    private(set) var engine: Engine
    private(set) var states: [ViewState<Item>] = []
    private(set) var loads: [Load] = []
    /// The indices of the running loads.
    private(set) var runningIndices: [Int] = []
    private var mirror = RowMirror<Item?>()

    init(
        _ rules: PagingRules, transform: any PageTransform<Input, Item>,
        start: PagingStart<Int, Input> = PagingStart(), difference: RowDifference<Item>? = nil,
        keyForRow: @escaping @Sendable (Int) -> Int? = { _ in nil }
    ) {
        engine = Engine(
            rules: rules, transform: transform, start: start, difference: difference, keyForRow: keyForRow)
    }

    var state: ViewState<Item> { states.last ?? ViewState() }
    var rows: [Item] { Array(state.items) }
    /// All requests, in order.
    var requests: [PageRequest<Int>] { loads.map { $0.request } }
    /// The running loads.
    var running: [PageRequest<Int>] { runningIndices.map { loads[$0].request } }
    /// The indices of the cancelled loads.
    var cancelled: [Int] { loads.indices.filter { loads[$0].isCancelled } }

    mutating func start() { handle(.start) }

    mutating func send(_ signals: ListSignal...) {
        for signal in signals { handle(.signal(signal)) }
    }

    /// Answers a load by its index; by default the last one.
    mutating func answer(_ page: Page<Int, Input>, to index: Int? = nil) {
        handle(.loaded(end(index), page))
    }

    mutating func fail(_ error: TestError = .offline, at index: Int? = nil) {
        handle(.failed(end(index), error))
    }

    private mutating func end(_ index: Int?) -> LoadID {
        let index = index ?? loads.count - 1
        runningIndices.removeAll { $0 == index }
        return loads[index].id
    }

    mutating func replaceSource(keyForRow: @escaping @Sendable (Int) -> Int?) {
        handle(.sourceReplaced(keyForRow: keyForRow, keepsItems: false))
    }

    mutating func invalidate() { handle(.invalidated) }

    /// The source adds an item without a page.
    mutating func insert(_ item: Input, at edge: Edge) { handle(.inserted(item, edge)) }

    /// Delivers a stored list.
    mutating func readStore(
        _ snapshot: PagingSnapshot<Int, Input>, loadedAt: Date = Date(timeIntervalSince1970: 0),
        isValid: Bool = false
    ) {
        handle(.stored(StoredList(snapshot: snapshot, loadedAt: loadedAt, isValid: isValid)))
    }

    mutating func perform(_ command: TransformCommand) { handle(.command(command)) }

    private mutating func handle(_ event: Engine.Event) {
        for action in engine.handle(event) {
            switch action {
            case .publish(let state):
                states.append(state)
                do throws(Mismatch) {
                    try mirror.apply(state.change, leadingTo: state.rows)
                } catch {
                    Issue.record(error)
                }
            case .load(let id, let request):
                runningIndices.append(loads.count)
                loads.append(Load(id: id, request: request))
            case .cancelLoad(let id):
                guard let place = runningIndices.firstIndex(where: { loads[$0].id == id }) else {
                    Issue.record("Cancelled a load that was not running.")
                    continue
                }
                loads[runningIndices.remove(at: place)].isCancelled = true
            }
        }
        check(running)
    }

    /// Without `#expect`, whose comparisons cost more than the engine.
    private func check(_ running: [PageRequest<Int>]) {
        if running.count > 1, Set(running.map(\.direction)).count < running.count {
            Issue.record("Two loads run in one direction.")
        }
        if engine.isAtRest != running.isEmpty {
            Issue.record("The engine is at rest: \(engine.isAtRest), but these loads run: \(running)")
        }
    }
}

extension ViewState {
    /// All rows; a placeholder is `nil`.
    var rows: [Item?] {
        var rows = [Item?](repeating: nil, count: placeholdersBefore)
        for item in items { rows.append(item) }
        rows += [Item?](repeating: nil, count: placeholdersAfter)
        return rows
    }
}

extension EngineDriver<Int, Int> {
    init(_ rules: PagingRules, startingAt key: Int? = nil) {
        self.init(rules, transform: IdentityTransform<Int>(), start: PagingStart(key: key))
    }

    init(threshold: Int) {
        self.init(PagingRules(threshold: threshold))
    }

    /// A list with its first page loaded.
    static func loaded(threshold: Int, _ page: Page<Int, Int>) -> Self {
        loaded(PagingRules(threshold: threshold), page)
    }

    static func loaded(_ rules: PagingRules, _ page: Page<Int, Int>) -> Self {
        var list = Self(rules)
        list.start()
        list.answer(page)
        return list
    }

    init(deduping rules: PagingRules) {
        self.init(rules, transform: DedupeTransform<Int, Int> { $0 })
    }

    init(dedupingWithThreshold threshold: Int) {
        self.init(deduping: PagingRules(threshold: threshold))
    }
}
