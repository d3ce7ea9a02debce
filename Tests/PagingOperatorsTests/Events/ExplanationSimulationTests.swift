import PagingSimulation
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Explanations of random sessions agree with what the engine does.
@Suite(.patient) struct ExplanationSimulationTests {
    /// The frequent reasons, each of which some session gives.
    private static let frequentReasons: Set = [
        "enoughRows", "alreadyLoading", "heldAfterFailure", "beyondList", "enoughContent",
        "\(PageEvent.Reason.atEnd)", "\(PageEvent.Reason.nothingFailed)",
    ]

    @Test func explanationsAgreeWithTheEngine() async {
        var missing = Self.frequentReasons
        let seeds = Seeds.make(3000)
        for (number, seed) in seeds.enumerated() where number < 300 || !missing.isEmpty {
            await Task.yield()
            let script = SimulationScript(seed: seed)
            let check = ExplanationCheck(isPlain: script.setup.chain == .plain)
            let deviation = Deviation(changeEvent: { event, engine in
                check.handle(event, by: engine)
                return [event]
            })
            _ = Simulation.failure(ofSeed: seed, deviation: deviation)
            if let mismatch = check.mismatch {
                Issue.record("FLUX_SEED=\(seed): \(mismatch)")
                return
            }
            missing.subtract(check.reasons)
        }
        // A session that is repeated by its seed gives some.
        if seeds.count > 1 { #expect(missing.isEmpty) }
    }
}

/// Compares the explanation of each event with the engine before and after it.
private final class ExplanationCheck {
    typealias Engine = Deviation.Engine

    private(set) var mismatch: String?
    private(set) var reasons: Set<String> = []
    private let isPlain: Bool
    /// The loads that were started and have not ended.
    private var running: [Int: LoadDirection] = [:]
    private var cancelled: Set<Int> = []
    private var state = ViewState<SimulatedRow>()

    init(isPlain: Bool) {
        self.isPlain = isPlain
    }

    func handle(_ event: Engine.Event, by engine: Engine) {
        if mismatch != nil { return }
        if case .start = event { (running, cancelled, state) = ([:], [], ViewState()) }
        let before = engine.situation
        var engine = engine
        let actions = engine.handle(event)
        let explanation = engine.explanation(of: event, from: before)
        let old = state
        var started: Set<LoadDirection> = []
        for action in actions {
            if case .publish(let new) = action { state = new }
            if case .load(_, let request) = action { started.insert(request.direction) }
        }
        for note in explanation.causes { check(note, event) }
        for action in actions {
            switch action {
            case .load(let id, let request): running[id.number] = request.direction
            case .cancelLoad(let id):
                require(running.removeValue(forKey: id.number) != nil, "\(id) was not running")
                cancelled.insert(id.number)
            case .publish: break
            }
        }
        checkRows(explanation, old, event)
        for note in explanation.reasons {
            if case .notNeeded(let direction, let reason) = note.kind {
                check(reason, direction, started, event, engine)
            }
        }
        if case .signal(let signal) = event {
            checkComplete(signal, explanation, started)
        }
    }

    private func require(_ condition: Bool, _ text: @autoclosure () -> String) {
        if !condition, mismatch == nil { mismatch = text() }
    }

    /// Each load ends once.
    private func check(_ note: PageExplanation.Note, _ event: Engine.Event) {
        func text() -> Substring { "\(event)".prefix(200) }
        switch note.kind {
        case .loaded, .failed:
            let load = note.load ?? -1
            require(running.removeValue(forKey: load) != nil, "load \(load) was not running: \(text())")
        case .droppedLate:
            let load = note.load ?? -1
            require(running[load] == nil, "load \(load) is running, and is dropped: \(text())")
        default: break
        }
    }

    /// The rows of pages that are added and removed are those by which the list grows.
    private func checkRows(
        _ explanation: PageExplanation, _ old: ViewState<SimulatedRow>, _ event: Engine.Event
    ) {
        guard isPlain, case .loaded(_, let page) = event, !state.change.isReload || state.items.isEmpty else {
            return
        }
        var rows = old.items.count
        for note in explanation.causes {
            switch note.kind {
            case .loaded(let items, let presented, _):
                require(items == page.items.count, "\(items) items of \(page.items.count)")
                rows += presented ?? 0
            case .removed(_, let count, _): rows -= count
            default: break
            }
        }
        if explanation.causes.contains(where: \.isOfShownPage), old.refresh.isLoading == false {
            require(
                state.items.count == rows, "\(state.items.count) rows, not \(rows): \(explanation.causes)")
        }
    }

    private func check(
        _ reason: PageEvent.Reason, _ direction: LoadDirection?, _ started: Set<LoadDirection>,
        _ event: Engine.Event, _ engine: Engine
    ) {
        reasons.insert(Mirror(reflecting: reason).children.first?.label ?? "\(reason)")
        if let direction {
            require(!started.contains(direction), "\(direction) is loaded and not needed: \(reason)")
        }
        let loadState = direction.map { state.loadState($0) } ?? .idle
        switch reason {
        case .enoughRows(let beyond, let threshold):
            require(beyond >= threshold, "\(event): \(beyond) rows, \(threshold)")
            require(threshold == engine.rules.threshold, "threshold \(threshold)")
            guard case .signal(.shown(let rows)) = event, let direction else { break }
            let end = state.placeholdersBefore + state.items.count
            let distance =
                direction == .append
                ? end - min(rows.upperBound, state.rowCount)
                : rows.lowerBound - state.placeholdersBefore
            require(
                beyond == max(0, distance) || rows.lowerBound >= state.rowCount,
                "\(rows) of \(state): \(beyond) rows")
        case .enoughContent(let distance, let limit): require(distance > limit, "\(reason)")
        case .notPulled(let distance, let limit): require(distance < limit, "\(reason)")
        case .alreadyLoading(let load):
            require(running[load] != nil, "\(event): load \(load) is not running")
            require(!engine.isAtRest, "\(event): at rest")
        case .heldAfterFailure: require(loadState.isFailed, "\(event): \(loadState)")
        case .atEnd: require(loadState.isEnd, "\(event): \(loadState)")
        case .beyondList(let count): require(count == state.rowCount, "\(event): \(count) rows of \(state)")
        case .windowFull(let maxRows): require(maxRows == engine.rules.maxRows, "\(reason)")
        case .awaitingReload: require(!engine.isAtRest, "\(event): at rest")
        case .farAway: require(engine.rules.jumpThreshold != nil, "\(event): \(reason)")
        case .jumping, .nothingInView, .nothingFailed, .noPages: break
        }
    }

    /// A signal that asks for rows has started a load, or is refused with a reason.
    private func checkComplete(
        _ signal: ListSignal, _ explanation: PageExplanation, _ started: Set<LoadDirection>
    ) {
        switch signal {
        case .cancel, .reset, .jump, .retry: return
        case .shown, .prefetch, .scrolled, .loadMore, .loadPrevious, .refresh: break
        }
        require(
            !started.isEmpty || !explanation.reasons.isEmpty || !running.isEmpty && signal == .refresh,
            "\(signal) has no effect and no reason")
    }
}

extension PageExplanation.Note {
    fileprivate var isOfShownPage: Bool {
        if case .loaded(_, let presented, _) = kind { presented ?? 0 > 0 } else { false }
    }
}
