import Foundation
import PagingOperators
import Streams

/// An engine and a reference list that process the same events and are compared after each.
struct SimulatedSession {
    typealias Engine = PagingEngine<Int, SimulatedRow, SimulatedRow>

    let setup: SimulationSetup
    var server: SimulatedServer
    var engine: Engine
    var reference: ReferenceList
    /// The list that was last loaded when a session ended.
    private var stored: (snapshot: PagingSnapshot<Int, SimulatedRow>, list: ReferenceList.Saved)?
    /// The engine's identifiers of the loads, in the order of their start.
    var ids: [LoadID] = []

    var screen = SimulatedScreen()
    var slowScreen: SlowScreen
    /// Whether a state has warned of the window.
    var hasWarned = false
    /// The rows of the last state.
    var shown = ReferenceList.Visible()

    let deviation: Deviation
    private let makeEngine: (PagingSnapshot<Int, SimulatedRow>?, _ revalidates: Bool) -> Engine
    private let edits: FeedEdits<SimulatedRow, Int>
    private let commands: Commands
    private var handles: [FeedEdit] = []

    /// - Parameters:
    ///   - difference: Finds the difference between two generations.
    ///   - edits: The edits that the transform observes.
    ///   - deviation: How the engine differs from the reference.
    init(
        _ setup: SimulationSetup, transform: any PageTransform<SimulatedRow, SimulatedRow>,
        difference: RowDifference<SimulatedRow>?, edits: FeedEdits<SimulatedRow, Int>, deviation: Deviation
    ) {
        self.setup = setup
        self.deviation = deviation
        let rules = deviation.changeRules(setup.rules)
        self.edits = edits
        server = setup.server
        reference = ReferenceList(setup: setup)
        slowScreen = SlowScreen(skippedStates: setup.skippedStates)
        commands = Commands(of: transform)
        makeEngine = { snapshot, revalidates in
            let start = PagingStart(
                key: setup.startKey, snapshot: snapshot, revalidates: revalidates, keepsItems: true)
            return Engine(
                rules: rules, transform: transform, start: start, difference: difference,
                keyForRow: { setup.findsRows ? setup.server.key(forRow: $0) : nil })
        }
        engine = makeEngine(nil, false)
    }

    /// The commands for the transform.
    private final class Commands: Sendable {
        private let waiting = Locked<[TransformCommand]>([])
        private let listening = Locked<AnyCancellable?>(nil)

        init(of transform: any PageTransform<SimulatedRow, SimulatedRow>) {
            _ = listening.exchange(
                transform.observeCommands { [weak self] command in
                    self?.waiting.withLock { $0.append(command) }
                })
        }

        func takeAll() -> [TransformCommand] { waiting.exchange([]) }
    }
}

// One step on both sides.
extension SimulatedSession {
    mutating func play(_ step: SimulationStep) throws(Mismatch) {
        switch step {
        case .start: try play(.start) { $0.start() }
        case .shown(let row, let count):
            let first = resolve(row)
            try play(.signal(.shown(rows: first..<first + count))) { $0.show(first..<first + count) }
        case .prefetch(let row, let count):
            let first = resolve(row)
            try play(.signal(.prefetch(rows: first..<first + count))) { $0.prefetch(first..<first + count) }
        case .scrolled(let atStart, let atEnd): try scroll(atStart: atStart, atEnd: atEnd)
        case .loadMore: try play(.signal(.loadMore)) { $0.receiveHint(.append) }
        case .loadPrevious: try play(.signal(.loadPrevious)) { $0.receiveHint(.prepend) }
        case .refresh: try play(.signal(.refresh)) { $0.startOver() }
        case .retry: try play(.signal(.retry)) { $0.retry() }
        case .cancel: try play(.signal(.cancel)) { $0.cancel() }
        case .reset: try play(.signal(.reset)) { $0.reset() }
        case .jump(let row): try play(.signal(.jump(toRow: row))) { $0.jump(toRow: row) }
        case .invalidate: try play(.invalidated) { $0.invalidate() }
        case .answer(let load): if let number = resolve(load) { try answer(number) }
        case .fail(let load): if let number = resolve(load) { try fail(number) }
        case .answerRepeatingKey(let load):
            if let number = resolve(load) { try answerRepeatingKey(number) }
        case .serverChanges(let layout):
            server.version += 1
            if let layout { server.layout = layout }
        case .edit(let edit): try make(edit)
        case .revert(let turn): try revert(turn)
        case .confirm(let turn): try confirm(turn)
        case .restart(let revalidating): try restart(revalidating: revalidating)
        case .reopen: try reopen()
        case .readStore(let isValid): try readStore(isValid: isValid)
        }
    }

    private func resolve(_ row: SimulationStep.Row) -> Int {
        switch row {
        case .fromStart(let row): row
        case .fromEnd(let distance): max(0, shown.rows.count - 1 - distance)
        }
    }

    private func resolve(_ load: SimulationStep.Load) -> Int? {
        switch load {
        case .any(let turn): return ids.isEmpty ? nil : turn % ids.count
        case .running(let turn):
            let running = runningLoads
            return running.isEmpty ? nil : running[turn % running.count]
        }
    }

    var runningLoads: [Int] { reference.loads.indices.filter { reference.loads[$0].isRunning } }

    private mutating func play(
        _ event: Engine.Event, _ change: (inout ReferenceList) -> Void
    ) throws(Mismatch) {
        let before = reference
        change(&reference)
        try compare(engine.handle(event), since: before)
    }

    private mutating func scroll(atStart: Bool, atEnd: Bool) throws(Mismatch) {
        var near = (start: atStart, end: atEnd)
        let position: (offset: Int, viewport: Int, content: Int)
        var margin = 0
        switch setup.rules.scrollPolicy {
        case .within:
            // Of a viewport's height beyond each edge, a screen that is near an edge has half.
            position = (atStart ? 50 : 150, 100, 100 + (atStart ? 50 : 150) + (atEnd ? 50 : 150))
            margin = 100
        case .pulled(let distance):
            // A list is pulled at one end at a time, also one that does not fill its viewport.
            if atStart { near.end = false }
            let rest = max(0, setup.contentHeight - 100)
            let offset = atStart ? -Int(distance) : near.end ? rest + Int(distance) : rest / 2
            position = (offset, 100, setup.contentHeight)
        }
        let ends: [LoadDirection] = (near.end ? [.append] : []) + (near.start ? [.prepend] : [])
        let rest = min(max(position.offset, 0), max(0, position.content - position.viewport))
        let zone = reference.rows(
            from: rest - margin, to: rest + position.viewport + margin,
            of: position.content)
        let signal = ListSignal.scrolled(
            offset: Double(position.offset), viewport: Double(position.viewport),
            content: Double(position.content))
        let viewport = reference.rows(
            from: rest, to: min(rest + position.viewport, position.content), of: position.content)
        try play(.signal(signal)) {
            $0.scroll(
                near: ends, zone: zone, viewport: viewport,
                at: [position.offset, position.viewport, position.content])
        }
    }

    mutating func answer(_ number: Int, _ changed: Page<Int, SimulatedRow>? = nil) throws(Mismatch) {
        let page = changed ?? server.page(reference.loads[number].key)
        let before = reference
        let isAwaited = reference.take(page, for: number)
        try compare(
            engine.handle(.loaded(ids[number], page)), since: before, answered: isAwaited ? number : nil)
    }

    private mutating func answerRepeatingKey(_ number: Int) throws(Mismatch) {
        let load = reference.loads[number]
        var page = server.page(load.key)
        // A counting source would be at odds with itself; and where rows have to be unique, none may come again.
        if server.counting == .nothing, !setup.chain.needsUniqueRows {
            if load.direction == .prepend { page.previous = load.key } else { page.next = load.key }
        }
        try answer(number, page)
    }

    private mutating func fail(_ number: Int) throws(Mismatch) {
        let before = reference
        let isAwaited = reference.fail(number)
        try compare(
            engine.handle(.failed(ids[number], SimulatedFailure())), since: before,
            answered: isAwaited ? number : nil)
    }

    private mutating func make(_ edit: SimulatedEdit) throws(Mismatch) {
        handles.append(edit.make(in: edits))
        try passCommands { reference in
            reference.editCount += 1
            let made = ReferenceEdit(number: reference.editCount, edit: edit)
            reference.changeEdits { $0.append(made) }
        }
    }

    private mutating func revert(_ turn: Int) throws(Mismatch) {
        guard !handles.isEmpty else { return }
        let index = turn % handles.count
        handles[index].revert()
        try passCommands { reference in
            reference.changeEdits { $0.removeAll { $0.number == index + 1 } }
        }
    }

    private mutating func confirm(_ turn: Int) throws(Mismatch) {
        guard !handles.isEmpty else { return }
        let index = turn % handles.count
        handles[index].confirm()
        try passCommands { reference in
            reference.changeEdits { edits in
                for edit in edits.indices where edits[edit].number == index + 1 {
                    edits[edit].edit.survivesRefresh = false
                    edits[edit].isOld = false
                }
            }
        }
    }

    private mutating func passCommands(_ change: (inout ReferenceList) -> Void) throws(Mismatch) {
        for command in commands.takeAll() { try play(.command(command), change) }
    }

    /// Ends the session and restores another from its snapshot. Responses to loads of the old one are ignored.
    private mutating func restart(revalidating: Bool) throws(Mismatch) {
        let before = endSession(startingFrom: engine.makeSnapshot(), revalidating: revalidating)
        reference.loads = []
        reference.restart(revalidating: revalidating)
        try compare(engine.handle(.start), since: before)
    }

    /// Ends the session and starts another without rows.
    private mutating func reopen() throws(Mismatch) {
        if let snapshot = engine.makeSnapshot() { stored = (snapshot, reference.saved) }
        reference = endSession(startingFrom: nil, revalidating: false)
        try play(.start)
    }

    /// - Returns: The reference of the next session, before it starts.
    private mutating func endSession(
        startingFrom snapshot: PagingSnapshot<Int, SimulatedRow>?, revalidating: Bool
    ) -> ReferenceList {
        engine = makeEngine(snapshot, revalidating)
        hasWarned = false
        screen = SimulatedScreen()
        slowScreen = SlowScreen(skippedStates: setup.skippedStates)
        shown = ReferenceList.Visible()
        ids = []
        var next = ReferenceList(setup: setup)
        next.editCount = reference.editCount
        return next
    }

    private mutating func readStore(isValid: Bool) throws(Mismatch) {
        guard let stored else { return }
        let list = StoredList(
            snapshot: stored.snapshot, loadedAt: Date(timeIntervalSince1970: 0), isValid: isValid)
        try play(.stored(list)) { $0.takeStored(stored.list, isValid: isValid) }
    }
}

/// The failure of simulated loads.
struct SimulatedFailure: Error {}
