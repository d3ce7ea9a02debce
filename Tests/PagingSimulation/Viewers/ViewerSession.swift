import PagingOperators
import SeededRandom
import Streams

/// An engine and a screen that answers its states.
struct ViewerSession {
    typealias Engine = PagingEngine<Int, SimulatedRow, SimulatedRow>

    let setup: ViewerSetup
    private var random: SeededGenerator
    private var engine: Engine
    private var state = ViewState<SimulatedRow>()
    private var running: [(id: LoadID, request: PageRequest<Int>)] = []
    private var rows: [SimulatedRow] = []

    /// The row at the top of the viewport.
    private var top = 0
    private var isHeadingDown = true
    /// Whether the state has changed since the last report.
    private var isUnreported = false
    private var lastReport: ListSignal?
    /// The identities of the rows that were in view at the last report.
    private var reported: Set<Int> = []

    /// The keys of the pages that were loaded since the gesture.
    private var loadedKeys: Set<Int?> = []
    /// The number of loads with new rows since the gesture.
    private var growths = 0
    /// The number of loads that the gesture repeats.
    private var retries = 0

    init(_ setup: ViewerSetup, transform: any PageTransform<SimulatedRow, SimulatedRow>, seed: UInt64) {
        self.setup = setup
        random = SeededGenerator(seed: seed)
        engine = Engine(rules: setup.rules, transform: transform, start: PagingStart(key: setup.startKey))
    }

    private var lastTop: Int { max(0, rows.count - setup.viewport) }
    private var visible: Range<Int> { top..<min(rows.count, top + setup.viewport) }

    /// Loads the first page, and comes to rest without a gesture.
    mutating func start() throws(Mismatch) {
        try handle(.start)
        try settle()
    }

    /// Performs a gesture and answers states until nothing is loaded.
    mutating func perform(_ gesture: Gesture) throws(Mismatch) {
        loadedKeys = []
        growths = 0
        retries = 0
        switch gesture {
        case .scroll(let distance):
            isHeadingDown = distance > 0
            top = max(0, min(top + distance, lastTop))
            try report(isGesture: true)
        case .ask(let direction):
            isHeadingDown = direction == .append
            top = isHeadingDown ? lastTop : 0
            try report(isGesture: true)
            try ask(direction)
        case .retry:
            retries = [state.prepend, state.append].count { $0.error != nil }
            try handle(.signal(.retry))
        }
        try settle()
    }

    private mutating func ask(_ direction: LoadDirection) throws(Mismatch) {
        if setup.reporting == .nothing {
            return try handle(.signal(direction == .append ? .loadMore : .loadPrevious))
        }
        guard setup.reporting == .pulls || setup.reporting == .distances else { return }
        let beyond = ViewerSetup.pullDistance / 10
        try handle(.signal(scrolled(to: Double(top) + (direction == .append ? beyond : -beyond))))
    }

    /// Answers loads in any order, and reports what is in view, at once or later.
    private mutating func settle() throws(Mismatch) {
        for _ in 0..<1000 {
            if isUnreported, running.isEmpty || random.chance(70) {
                try report(isGesture: false)
            } else if running.isEmpty {
                return try checkRest()
            } else {
                try answer()
            }
        }
        throw Mismatch("the viewer does not come to rest")
    }

    private mutating func answer() throws(Mismatch) {
        let load = running.remove(at: random.number(below: running.count))
        if setup.failsSometimes, random.chance(5) { return try handle(.failed(load.id, SimulatedFailure())) }
        let page = setup.server.page(load.request.key)
        let known = Set(rows.map(\.id))
        if page.items.contains(where: { !known.contains($0.id) }) { growths += 1 }
        try handle(.loaded(load.id, page))
    }
}

// The screen.
extension ViewerSession {
    private mutating func handle(_ event: Engine.Event) throws(Mismatch) {
        for action in engine.handle(event) {
            switch action {
            case .publish(let state): try show(state)
            case .cancelLoad(let id): running.removeAll { $0.id == id }
            case .load(let id, let request):
                running.append((id, request))
                try Mismatch.unless(
                    loadedKeys.insert(request.key).inserted, "\(request) is loaded twice for one gesture")
            }
        }
    }

    /// Shows a state; the first row in view that remains keeps its place.
    private mutating func show(_ new: ViewState<SimulatedRow>) throws(Mismatch) {
        let inView = Set(rows[visible].map(\.id)).intersection(reported)
        let anchor = visible.lazy.compactMap { row in new.change.row(afterMoving: row).map { $0 - row } }
            .first
        state = new
        rows = Array(new.items)
        top = max(0, min(top + (anchor ?? 0), lastTop))
        isUnreported = isUnreported || !new.change.isEmpty
        let gone = inView.subtracting(rows.map(\.id)).filter { $0 >= 0 }
        try Mismatch.unless(gone.isEmpty || !setup.reportsView, "rows in view are removed: \(gone.sorted())")
    }

    private mutating func report(isGesture: Bool) throws(Mismatch) {
        isUnreported = false
        if visible.isEmpty { return }
        let signal: ListSignal
        switch setup.reporting {
        case .rows: signal = .shown(rows: visible)
        case .edgeRow: signal = .shown(row: isHeadingDown ? visible.upperBound - 1 : visible.lowerBound)
        case .distances, .pulls: signal = scrolled(to: Double(top))
        case .nothing: return
        }
        reported = Set(rows[visible].map(\.id))
        if signal == lastReport, !isGesture, !setup.repeatsReports { return }
        lastReport = signal
        try handle(.signal(signal))
    }

    private func scrolled(to offset: Double) -> ListSignal {
        .scrolled(
            offset: offset * 10, viewport: Double(setup.viewport) * 10, content: Double(rows.count) * 10)
    }

    private func checkRest() throws(Mismatch) {
        try Mismatch.unless(engine.isAtRest, "the engine waits for a load that is not running")
        if let limit = setup.loadLimit.map({ max($0, retries) }) {
            try Mismatch.unless(
                growths <= limit, "\(growths) loads with rows for one gesture, at most \(limit)")
        }
    }
}

// The way through the whole list.
extension ViewerSession {
    /// Scrolls to both ends: nothing stays out of reach.
    mutating func scrollThrough() throws(Mismatch) {
        try scroll(to: .append)
        if setup.server.links == .both || setup.rules.maxRows != nil { try scroll(to: .prepend) }
        if setup.rules.maxRows != nil { try scroll(to: .append) }
    }

    private mutating func scroll(to direction: LoadDirection) throws(Mismatch) {
        let step = max(1, setup.viewport / 2) * (direction == .append ? 1 : -1)
        for _ in 0..<400 {
            if state.error != nil {
                try perform(.retry)
                continue
            }
            let isAtEdge = direction == .append ? top == lastTop : top == 0
            if isAtEdge, (direction == .append ? state.append : state.prepend).isEnd { return }
            try perform(isAtEdge ? .ask(direction) : .scroll(by: step))
        }
        throw Mismatch("the viewer does not reach the \(direction == .append ? "end" : "start")")
    }
}
