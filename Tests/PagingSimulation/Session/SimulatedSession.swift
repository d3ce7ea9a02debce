import Foundation
import PagingOperators
import Streams

/// An engine, the server that answers it and the screens that show its states, all checked after each event.
struct SimulatedSession {
    typealias Engine = PagingEngine<Int, SimulatedRow, SimulatedRow>

    struct Load {
        let id: LoadID
        let request: PageRequest<Int>
        /// Whether it loads a new generation: its first page, or one after that.
        let isOfRefresh: Bool
        var isRunning = true
    }

    let setup: SimulationSetup
    var rules: PagingRules { setup.rules }
    var server: SimulatedServer
    var engine: Engine
    /// The list that was last loaded when a session ended.
    private var stored: PagingSnapshot<Int, SimulatedRow>?

    /// The pages that the engine has after the last event.
    var loadedPages: [PagingSnapshot<Int, SimulatedRow>.SavedPage] = []
    /// The rows that the loaded pages have.
    var list: ReferenceRows
    /// The next generation, while it is being loaded.
    var next: ReferenceRows?
    /// The loads, in the order of their start.
    var loads: [Load] = []

    var state = ViewState<SimulatedRow>()
    /// The rows of the last state; a placeholder is `nil`.
    var rows: [SimulatedRow?] = []
    var screen = SimulatedScreen()
    var slowScreen: SlowScreen
    /// Whether a state has warned of the window.
    var hasWarned = false
    /// What the session has done so far.
    var past = Past()

    let deviation: Deviation
    let record: (ScreenEvent) -> Void
    private let makeEngine: (PagingSnapshot<Int, SimulatedRow>?, _ revalidates: Bool) -> Engine
    private let edits: FeedEdits<SimulatedRow, Int>
    private let commands: Commands
    private var handles: [FeedEdit] = []

    /// - Parameters:
    ///   - difference: Finds the difference between two generations.
    ///   - edits: The edits that the transform observes.
    ///   - deviation: How the engine is broken.
    ///   - record: Receives what a screen would show.
    init(
        _ setup: SimulationSetup, transform: any PageTransform<SimulatedRow, SimulatedRow>,
        difference: RowDifference<SimulatedRow>?, edits: FeedEdits<SimulatedRow, Int>, deviation: Deviation,
        record: @escaping (ScreenEvent) -> Void
    ) {
        self.setup = setup
        self.deviation = deviation
        self.record = record
        let rules = deviation.changeRules(setup.rules)
        self.edits = edits
        server = setup.server
        list = ReferenceRows(setup.chain)
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
                transform.commands?.observe { [weak self] command in
                    self?.waiting.withLock { $0.append(command) }
                })
        }

        func takeAll() -> [TransformCommand] { waiting.exchange([]) }
    }
}

// One step.
extension SimulatedSession {
    mutating func play(_ step: SimulationStep) throws(Mismatch) {
        switch step {
        case .start: try handle(.start)
        case .shown(let row, let count):
            let first = resolve(row)
            try handle(.signal(.shown(rows: first..<first + count)))
        case .prefetch(let row, let count):
            let first = resolve(row)
            try handle(.signal(.prefetch(rows: first..<first + count)))
        case .scrolled(let atStart, let atEnd): try scroll(atStart: atStart, atEnd: atEnd)
        case .loadMore: try handle(.signal(.loadMore))
        case .loadPrevious: try handle(.signal(.loadPrevious))
        case .refresh: try handle(.signal(.refresh))
        case .retry: try handle(.signal(.retry))
        case .cancel: try handle(.signal(.cancel))
        case .reset: try handle(.signal(.reset))
        case .jump(let row): try handle(.signal(.jump(toRow: row)))
        case .invalidate: try handle(.invalidated)
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
        case .push(let updated, let deleted): try push(updated, deleted)
        case .restart(let revalidating): try restart(revalidating: revalidating)
        case .reopen: try reopen()
        case .readStore(let isValid): try readStore(isValid: isValid)
        }
    }

    private func resolve(_ row: SimulationStep.Row) -> Int {
        switch row {
        case .fromStart(let row): row
        case .fromEnd(let distance): max(0, rows.count - 1 - distance)
        }
    }

    private func resolve(_ load: SimulationStep.Load) -> Int? {
        switch load {
        case .any(let turn): return loads.isEmpty ? nil : turn % loads.count
        case .running(let turn):
            let running = runningLoads
            return running.isEmpty ? nil : running[turn % running.count]
        }
    }

    var runningLoads: [Int] { loads.indices.filter { loads[$0].isRunning } }

    private mutating func scroll(atStart: Bool, atEnd: Bool) throws(Mismatch) {
        let position: (offset: Int, viewport: Int, content: Int)
        switch rules.scrollPolicy {
        case .within:
            // Of a viewport's height beyond each edge, a screen that is near an edge has half.
            position = (atStart ? 50 : 150, 100, 100 + (atStart ? 50 : 150) + (atEnd ? 50 : 150))
        case .pulled(let distance):
            // A list is pulled at one end at a time, also one that does not fill its viewport.
            let rest = max(0, setup.contentHeight - 100)
            let offset = atStart ? -Int(distance) : atEnd ? rest + Int(distance) : rest / 2
            position = (offset, 100, setup.contentHeight)
        }
        let signal = ListSignal.scrolled(
            offset: Double(position.offset), viewport: Double(position.viewport),
            content: Double(position.content))
        try handle(.signal(signal))
    }

    mutating func answer(_ number: Int, _ changed: Page<Int, SimulatedRow>? = nil) throws(Mismatch) {
        try handle(.loaded(loads[number].id, changed ?? server.page(loads[number].request.key)))
    }

    private mutating func answerRepeatingKey(_ number: Int) throws(Mismatch) {
        let request = loads[number].request
        var page = server.page(request.key)
        // A counting source would be at odds with itself; and where rows have to be unique, none may come
        // again.
        if server.counting == .nothing, !setup.chain.needsUniqueRows {
            if request.direction == .prepend { page.previous = request.key } else { page.next = request.key }
        }
        try answer(number, page)
    }

    private mutating func fail(_ number: Int) throws(Mismatch) {
        try handle(.failed(loads[number].id, SimulatedFailure()))
    }

    private mutating func make(_ edit: SimulatedEdit) throws(Mismatch) {
        // A row is not moved and inserted under one identity: either may be the one that is shown.
        let others = list.edits.filter { $0.edit.placedRow == edit.placedRow }
        if let row = edit.placedRow, others.contains(where: { $0.edit.inserts(row) != edit.inserts(row) }) {
            return
        }
        handles.append(edit.make(in: edits))
        if let row = edit.placedRow { past.placedRows.insert(row) }
        let made = ReferenceEdit(number: handles.count, edit: edit)
        try passCommands { $0.edits.append(made) }
    }

    private mutating func revert(_ turn: Int) throws(Mismatch) {
        guard !handles.isEmpty else { return }
        let index = turn % handles.count
        handles[index].revert()
        try passCommands { $0.edits.removeAll { $0.number == index + 1 } }
    }

    private mutating func confirm(_ turn: Int) throws(Mismatch) {
        guard !handles.isEmpty else { return }
        let index = turn % handles.count
        handles[index].confirm()
        try passCommands { $0.confirm(index + 1) }
    }

    private mutating func push(_ updated: [SimulatedRow], _ deleted: [Int]) throws(Mismatch) {
        edits.apply(updated: updated, deleted: deleted)
        try passCommands { rows in
            for row in updated { rows.pushed[row.id] = ReferencePush(row: row) }
            for id in deleted { rows.pushed[id] = ReferencePush(row: nil) }
        }
    }

    private mutating func passCommands(_ change: (inout ReferenceRows) -> Void) throws(Mismatch) {
        for command in commands.takeAll() {
            change(&list)
            if next != nil { change(&next!) }  // Checked just before.
            try handle(.command(command))
        }
    }

    /// Ends the session and restores another from its snapshot. Responses to loads of the old one are
    /// ignored.
    private mutating func restart(revalidating: Bool) throws(Mismatch) {
        let snapshot = engine.makeSnapshot()
        endSession(startingFrom: snapshot, revalidating: revalidating)
        if let snapshot { list.add(snapshot) }
        try handle(.start)
    }

    /// Ends the session and starts another without rows.
    private mutating func reopen() throws(Mismatch) {
        if let snapshot = engine.makeSnapshot() { stored = snapshot }
        endSession(startingFrom: nil, revalidating: false)
        try handle(.start)
    }

    private mutating func endSession(
        startingFrom snapshot: PagingSnapshot<Int, SimulatedRow>?, revalidating: Bool
    ) {
        engine = makeEngine(snapshot, revalidating)
        record(.open)
        hasWarned = false
        screen = SimulatedScreen()
        slowScreen = SlowScreen(skippedStates: setup.skippedStates)
        state = ViewState()
        (rows, loads, next) = ([], [], nil)
        list = ReferenceRows(setup.chain)
        past = Past()
        past.mayJump = snapshot != nil
        past.longestReport = snapshot?.shownRows?.count ?? 0
    }

    private mutating func readStore(isValid: Bool) throws(Mismatch) {
        guard let stored else { return }
        let saved = StoredList(
            snapshot: stored, loadedAt: Date(timeIntervalSince1970: 0), isValid: isValid)
        try handle(.stored(saved))
    }
}

/// The failure of simulated loads.
struct SimulatedFailure: Error {}
