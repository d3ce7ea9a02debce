@testable import PagingOperators

/// An engine and a reference list that live through the same random events, compared after each.
struct Simulation {
    private typealias Engine = PagingEngine<Int, DedupeTransform<Int, Int>>

    private let rules: PagingRules
    private var random: SeededGenerator
    private var server: SimulatedServer
    private var engine: Engine
    private var reference: ReferenceList
    private var screen = RowMirror<Int>()
    private var shown = ReferenceList.Visible()
    /// The engine's names for the loads, in the order in which both began them.
    private var ids: [LoadID] = []
    private var log: [Entry] = []

    /// What has happened, kept as it is: making texts of it costs more than the simulation.
    private enum Entry {
        case start
        case signal(ListSignal)
        case page(Page<Int, Int>, load: Int)
        case failure(load: Int)
    }

    init(_ random: SeededGenerator) {
        self.random = random
        rules = PagingRules(
            threshold: self.random.number(below: 5),
            failurePolicy: self.random.chance(50) ? .hold : .retryOnHint,
            allowsRepeatedKeys: self.random.chance(20))
        server = SimulatedServer(with: &self.random)
        engine = Engine(rules: rules, transform: DedupeTransform { $0 })
        reference = ReferenceList(rules: rules)
    }

    mutating func run() throws(Mismatch) {
        do {
            if random.chance(90) { try start() }
            for _ in 0..<random.number(below: 24) { try step() }
            try scrollToTheEnd()
        } catch {
            throw Mismatch(
                "\(rules)\n\(server.pages)\n\(log.map { "\($0)" }.joined(separator: "\n"))\n\(error)")
        }
    }

    // MARK: Random events

    private mutating func step() throws(Mismatch) {
        switch random.number(below: 20) {
        case 0..<5: try send(.shown(row: random.number(below: reference.rows.count + 3)))
        case 5: try send(.loadMore)
        case 6: try send(.refresh)
        case 7: try send(.retry)
        case 8: try send(.cancel)
        case 9: if random.chance(40) { try send(.reset) }
        case 10: if random.chance(40) { server = SimulatedServer(with: &random) }
        case 11, 12: try answerAny { (list, number) throws(Mismatch) in try list.fail(number) }
        case 13: try answerAny { (list, number) throws(Mismatch) in try list.answerWithRepeatedKey(number) }
        default: try answerAny { (list, number) throws(Mismatch) in try list.answer(number) }
        }
    }

    /// Answers the newest load, or any, however late.
    private mutating func answerAny(
        _ answer: (inout Simulation, Int) throws(Mismatch) -> Void
    ) throws(Mismatch) {
        guard !ids.isEmpty else { return }
        try answer(&self, random.chance(70) ? ids.count - 1 : random.number(below: ids.count))
    }

    private mutating func answerWithRepeatedKey(_ number: Int) throws(Mismatch) {
        var page = server.page(reference.loads[number].key)
        page.next = reference.loads[number].key
        try answer(number, page)
    }

    // MARK: A patient user

    /// Answers what is loading, retries what has failed and shows the last row, until the end.
    private mutating func scrollToTheEnd() throws(Mismatch) {
        try send(.refresh)
        for _ in 0..<200 {
            if let number = reference.loads.lastIndex(where: \.isAlive) {
                try answer(number)
            } else if reference.refresh == .failed || reference.append == .failed {
                try send(.retry)
            } else if reference.isAtEnd {
                try Mismatch.unless(shown.rows == server.rows, "ended with \(shown.rows), not \(server.rows)")
                return
            } else if reference.rows.isEmpty || rules.threshold == 0 {
                try send(.loadMore)
            } else {
                try send(.shown(row: reference.rows.count - 1))
            }
        }
        throw Mismatch("a patient user does not reach the end")
    }

    // MARK: Both sides

    private mutating func start() throws(Mismatch) {
        log.append(.start)
        let before = reference
        reference.start()
        try compare(engine.handle(.start), since: before)
    }

    private mutating func send(_ signal: ListSignal) throws(Mismatch) {
        log.append(.signal(signal))
        let before = reference
        reference.take(signal)
        try compare(engine.handle(.signal(signal)), since: before)
    }

    private mutating func answer(_ number: Int, _ answer: Page<Int, Int>? = nil) throws(Mismatch) {
        let page = answer ?? server.page(reference.loads[number].key)
        log.append(.page(page, load: number))
        let before = reference
        let isAwaited = reference.takePage(page.items, next: page.next, total: page.total, of: number)
        try compare(
            engine.handle(.loaded(ids[number], page)), since: before, answered: isAwaited ? number : nil)
    }

    private mutating func fail(_ number: Int) throws(Mismatch) {
        log.append(.failure(load: number))
        let before = reference
        let isAwaited = reference.takeFailure(of: number)
        try compare(
            engine.handle(.failed(ids[number], TestError.offline)), since: before,
            answered: isAwaited ? number : nil)
    }

    // MARK: Comparison

    private mutating func compare(
        _ actions: [Engine.Action], since before: ReferenceList, answered: Int? = nil
    ) throws(Mismatch) {
        var cancelled: [LoadID] = []
        var states: [ViewState<Int>] = []
        for action in actions {
            switch action {
            case .publish(let state): states.append(state)
            case .cancelLoad(let id): cancelled.append(id)
            case .load(let id, let request): try compareLoad(id, request)
            }
        }
        try Mismatch.unless(ids.count == reference.loads.count, "a load is missing")
        try Mismatch.unless(reference.loads.count { $0.isAlive } <= 1, "two loads run")
        try Mismatch.unless(engine.isAtRest == reference.isAtRest, "at rest: \(engine.isAtRest)")
        let killed = before.loads.indices.filter {
            before.loads[$0].isAlive && !reference.loads[$0].isAlive && $0 != answered
        }
        try Mismatch.unless(cancelled == killed.map { ids[$0] }, "cancelled \(cancelled), not \(killed)")
        let isDue = before.visible != reference.visible
        try Mismatch.unless(states.count == (isDue ? 1 : 0), "\(states.count) states for \(isDue ? 1 : 0)")
        if let state = states.last { try compareState(state) }
        try Mismatch.unless(shown == reference.visible, "shows \(shown) instead of \(reference.visible)")
    }

    private mutating func compareLoad(_ id: LoadID, _ request: PageRequest<Int>) throws(Mismatch) {
        try Mismatch.unless(!ids.contains(id), "a load's identifier comes twice")
        ids.append(id)
        try Mismatch.unless(ids.count <= reference.loads.count, "\(request) is not due")
        let load = reference.loads[ids.count - 1]
        let direction = load.isFirst ? LoadDirection.refresh : .append
        try Mismatch.unless(
            request == PageRequest(key: load.key, direction: direction),
            "asks for \(request) instead of \(load)")
    }

    private mutating func compareState(_ state: ViewState<Int>) throws(Mismatch) {
        try screen.apply(state.change, leadingTo: state.items)
        shown = ReferenceList.Visible(
            rows: screen.rows, refresh: state.refresh.kind, prepend: state.prepend.kind,
            append: state.append.kind, total: state.total)
    }
}
