import PagingOperators
import SeededRandom
import Streams

/// An engine and a screen that answers its states.
struct ViewerSession {
    typealias Engine = PagingEngine<Int, SimulatedRow, SimulatedRow>

    let setup: ViewerSetup
    var server: SimulatedServer {
        didSet {
            present.set(server)
            repeatedIDs.formUnion(server.repeatedIDs)
        }
    }
    /// The identities that the server has had several times at once.
    private(set) var repeatedIDs: Set<Int>
    /// The server as it is now, which finds the page of a row.
    private let present: PresentServer
    /// Whether the server's items have changed.
    var hasServerChanged: Bool { newItems > 0 || removedItems > 0 || sources > 1 }
    /// The number of items that the server has gained, each with an identity that no other had.
    private var newItems = 0
    private var removedItems = 0
    /// The number of sources that the list has had.
    private var sources = 1
    private var random: SeededGenerator
    private var engine: Engine
    private(set) var state = ViewState<SimulatedRow>()
    private let deviation: Deviation
    private let record: (ScreenEvent) -> Void
    private var running: [(id: LoadID, request: PageRequest<Int>, version: Int)] = []
    /// The rows; a placeholder is `nil`.
    private(set) var rows: [SimulatedRow?] = []

    /// The row at the top of the viewport.
    private(set) var top = 0
    private var isHeadingDown = true
    /// Whether the state has changed since the last report.
    private var isUnreported = false
    private var lastReport: ListSignal?
    /// The identities of the rows that were in view at the last report.
    private var reported: Set<Int> = []
    /// Whether the whole list was in view at the last report.
    private var isWholeListReported = false
    /// Whether that was so when the last page came: all its rows may be in view.
    private var mayPageBeInView = false
    /// The rows in view that were reported one by one, and have not changed since.
    private var reportedRows: Set<Int> = []

    private var gesture: Gesture?
    /// The row that was at the top of the viewport before the gesture.
    private(set) var oldTop: SimulatedRow?
    /// The rows before the gesture.
    private(set) var oldRows: [SimulatedRow?] = []
    /// The rows in view before the gesture.
    private(set) var oldView: [SimulatedRow?] = []
    /// The identities of the rows that the list knew to be in view before the gesture.
    private(set) var oldReported: Set<Int> = []
    /// The number of placeholders between the loaded rows and those in view before the gesture.
    private var oldGap = 0
    /// Whether rows have changed places since the gesture.
    private(set) var haveRowsMoved = false
    /// The number of rows that have come between those in view since the gesture, or since it has scrolled.
    private(set) var pushedRows = 0
    /// The identities of the rows that were removed once others had pushed them out of view.
    private(set) var pushedOut: Set<Int> = []
    /// The row to which the gesture has scrolled.
    private(set) var landed: SimulatedRow?
    /// Whether a jump has not ended.
    private var isJumping = false
    private var hasJumped = false
    /// The number of invalidations that are still to come while the list loads.
    private var invalidations = 0

    /// The keys of the pages that were loaded since the gesture, of the present generation.
    private var loadedKeys: Set<Int?> = []
    /// The number of invalidations and refreshes so far.
    private var version = 0
    /// The version of the oldest page of the list, and of the one that is being loaded anew: that from which
    /// it was requested.
    private var oldest = (list: Int.max, next: Int.max)
    /// The identities of the items that a refresh has loaded.
    private var refreshed: Set<Int> = []
    /// The number of loads with new rows since the gesture.
    private var growths = 0
    /// Whether a load has failed since the gesture.
    private(set) var hasFailed = false
    /// The number of loads that the gesture repeats.
    private var retries = 0
    /// The number of pages that were loaded wherever the viewport is, since others were: by a retry, or after
    /// one without rows.
    private var requestedPages = 0
    private var isAfterPageWithoutRows = false
    /// The rows in view, all of them reported, when a request failed since the gesture.
    private var failedViews: [PageRequest<Int>: [SimulatedRow?]] = [:]

    init(
        _ setup: ViewerSetup, transform: any PageTransform<SimulatedRow, SimulatedRow>,
        difference: RowDifference<SimulatedRow>?, seed: UInt64, deviation: Deviation,
        record: @escaping (ScreenEvent) -> Void
    ) {
        self.setup = setup
        self.deviation = deviation
        self.record = record
        server = setup.server
        let present = PresentServer(setup.server)
        self.present = present
        repeatedIDs = server.repeatedIDs
        random = SeededGenerator(seed: seed)
        engine = Engine(
            rules: deviation.changeRules(setup.rules), transform: transform,
            start: PagingStart(key: setup.startKey),
            difference: difference, keyForRow: { row in setup.findsRows ? present.key(forRow: row) : nil })
    }

    private var gap: Int {
        let before = state.placeholdersBefore
        return max(0, before - visible.upperBound, visible.lowerBound - before - state.items.count)
    }

    var lastTop: Int { max(0, rows.count - setup.viewport) }
    var visible: Range<Int> { top..<min(rows.count, top + setup.viewport) }

    /// Loads the first page, and comes to rest without a gesture.
    mutating func start() throws(Mismatch) {
        try handle(.start)
        try settle()
    }

    /// Performs a gesture and answers states until nothing is loaded.
    mutating func perform(_ gesture: Gesture) throws(Mismatch) {
        self.gesture = gesture
        oldTop = rows.indices.contains(top) ? rows[top] : nil
        oldRows = rows
        oldView = Array(rows[visible])
        oldReported = reported
        oldGap = gap
        haveRowsMoved = false
        pushedRows = 0
        pushedOut = []
        landed = nil
        hasFailed = false
        loadedKeys = []
        growths = 0
        failedViews = [:]
        retries = gesture.isRetry || setup.retriesOnHint ? failedLoads : 0
        invalidations = 0
        switch gesture {
        case .scroll(let distance):
            try scroll(by: distance, towards: distance > 0 ? .append : .prepend)
        case .fling(let distance, let frames):
            for _ in 0..<frames { try scroll(by: distance, towards: distance > 0 ? .append : .prepend) }
        case .ask(let direction):
            try scroll(by: direction == .append ? lastTop - top : -top, towards: direction)
            try ask(direction)
        case .retry: try handle(.signal(.retry))
        case .refresh:
            version += 1
            try handle(.signal(.refresh))
        case .jump(let row):
            isJumping = true
            try handle(.signal(.jump(toRow: row)))
        case .invalidate(let count):
            invalidations = count - 1
            try invalidate()
        case .serverChanges(let page, let count): changeServer(page: page, gaining: count)
        case .replaceSource(let number): try replaceSource(keepingEach: number)
        }
        try settle()
        try checkPlace(after: gesture)
    }

    /// The number of loads with new rows to which those lead that have failed.
    private var failedLoads: Int {
        state.refresh.isFailed
            ? setup.viewport + 2 : [state.prepend, state.append].count(where: \.isFailed)
    }

    private mutating func scroll(by distance: Int, towards direction: LoadDirection) throws(Mismatch) {
        isHeadingDown = direction == .append
        top = max(0, min(top + distance, lastTop))
        record(.scroll(toRow: top))
        reportedRows.formIntersection(visible)
        try report(isGesture: true)
    }

    private mutating func changeServer(page: Int, gaining count: Int) {
        let page = page % server.layout.count
        if count == 0 {
            removedItems += 1
            return server.layout[page] = Array(server.layout[page].dropFirst())
        }
        let first = 1000 + newItems
        let room = max(0, min(count, ViewerSetup.longestPage - server.layout[page].count))
        server.layout[page].insert(contentsOf: first..<first + room, at: 0)
        newItems += room
    }

    private mutating func replaceSource(keepingEach number: Int) throws(Mismatch) {
        sources += 1
        let offset = 10_000 * sources
        server.layout = server.layout.map { page in page.map { $0 % number == 0 ? $0 : $0 + offset } }
        let (present, findsRows) = (present, setup.findsRows)
        try handle(
            .sourceReplaced(keyForRow: { findsRows ? present.key(forRow: $0) : nil }, keepsItems: false))
    }

    private mutating func ask(_ direction: LoadDirection) throws(Mismatch) {
        if setup.reporting == .nothing {
            return try handle(.signal(direction == .append ? .loadMore : .loadPrevious))
        }
        if setup.reporting == .eachRow {
            // Rows that are in view are not reported again.
            let distance = direction == .append ? -setup.viewport : setup.viewport
            try scroll(by: distance, towards: direction == .append ? .prepend : .append)
            return try scroll(by: -distance, towards: direction)
        }
        guard setup.reporting == .pulls || setup.reporting == .distances else { return }
        let beyond = ViewerSetup.pullDistance / 10
        try handle(.signal(scrolled(to: Double(top) + (direction == .append ? beyond : -beyond))))
    }

    private mutating func invalidate() throws(Mismatch) {
        version += 1
        let loads = running.map(\.id)
        try handle(.invalidated)
        let isKept = Set(running.map(\.id)).isSuperset(of: loads)
        try Mismatch.unless(isKept, "an invalidation cancels loads")
    }

    /// Whether all pages were requested after the last invalidation or refresh.
    var isFresh: Bool { oldest.list >= version }

    /// Answers loads in any order, and reports what is in view, at once or later.
    private mutating func settle() throws(Mismatch) {
        for _ in 0..<1000 {
            if isUnreported, running.isEmpty || random.chance(70) {
                try report(isGesture: false)
            } else if running.isEmpty {
                return try checkRest()
            } else if invalidations > 0, random.chance(40) {
                invalidations -= 1
                try invalidate()
            } else {
                try answer()
            }
        }
        throw Mismatch("the viewer does not come to rest")
    }

    private mutating func answer() throws(Mismatch) {
        let load = running.remove(at: random.number(below: running.count))
        if setup.failsSometimes, random.chance(5) {
            hasFailed = true
            // The old rows stay, which may need pages that were to be those of the new list, or that were
            // removed on the way of a jump.
            if load.request.direction == .refresh || state.refresh.isLoading || isJumping { loadedKeys = [] }
            if setup.retriesOnHint {
                loadedKeys.remove(load.request.key)
                // Where the list is invalidated again, that repeats the load.
                let mayRepeat =
                    isUnreported || gesture?.invalidatesOften == true
                    || setup.reporting == .eachRow && nextUnreportedRow != nil
                    // It may not have reported another row that has the number of the last one.
                    || setup.reporting == .edgeRow && !setup.repeatsReports
                failedViews[load.request] = mayRepeat ? nil : Array(rows[visible])
            }
            return try handle(.failed(load.id, SimulatedFailure()))
        }
        let page = server.page(load.request.key)
        let known = state.refresh.isLoading ? refreshed : Set(rows.compactMap { $0?.id })
        let hasRows = page.items.contains { !known.contains($0.id) }
        if hasRows { growths += 1 }
        // The pages of a generation that may fail do not replace them.
        if !state.refresh.isLoading {
            mayPageBeInView = isWholeListReported
            let isRequested = gesture?.isRetry == true || isAfterPageWithoutRows
            requestedPages = isRequested ? requestedPages + 1 : 0
            isAfterPageWithoutRows = !hasRows
        }
        if state.refresh.isLoading {
            refreshed.formUnion(page.items.map(\.id))
            oldest.next = min(oldest.next, load.version)
        } else {
            oldest.list = min(oldest.list, load.version)
        }
        try handle(.loaded(load.id, page))
    }
}

// The screen.
extension ViewerSession {
    private mutating func handle(_ event: Engine.Event) throws(Mismatch) {
        for action in deviation.handle(event, with: &engine, after: state) {
            switch action {
            case .publish(let state): try show(deviation.changeState(state))
            case .cancelLoad(let id): cancel(id)
            case .load(let id, let request): try load(request, id)
            }
        }
    }

    private mutating func cancel(_ id: LoadID) {
        guard let index = running.firstIndex(where: { $0.id == id }) else { return }
        let request = running.remove(at: index).request
        // The pages of an abandoned jump are loaded as those of the present list.
        if request.direction == .refresh || state.refresh.isLoading { loadedKeys = [] }
    }

    private mutating func load(_ request: PageRequest<Int>, _ id: LoadID) throws(Mismatch) {
        running.append((id, request, version))
        if request.direction == .refresh {
            (loadedKeys, refreshed) = ([], [])
            oldest.next = .max
        }
        let isNew = loadedKeys.insert(request.key).inserted
        try Mismatch.unless(isNew, "\(request) is loaded twice for one gesture")
        let isHint = failedViews[request].map { $0 != Array(rows[visible]) } ?? true
        try Mismatch.unless(
            isHint || !setup.reportsRows, "\(request) is repeated though nothing was scrolled")
    }

    /// Shows a state, scrolled as it says.
    private mutating func show(_ new: ViewState<SimulatedRow>) throws(Mismatch) {
        let (oldRows, oldView) = (rows, visible)
        let isNewGeneration = new.tally.generations > state.tally.generations
        let place = new.topRow(following: oldView)
        if isNewGeneration { oldest.list = oldest.next }
        state = new
        record(.show(new))
        rows = (0..<new.rowCount).map { new.item(atRow: $0) }
        top = max(0, min(place, lastTop))
        let stays = visible.elementsEqual(oldView) { new.change.row(afterMoving: $1) == $0 }
        // Of a list that is shorter than it said, rows above come into view, whose pages are needed again.
        let moved = new.change.row(afterMoving: oldView.lowerBound)
        if moved.map({ $0 > top }) ?? (oldView.lowerBound > lastTop) { loadedKeys = [] }
        if !isNewGeneration {
            pushedOut.formUnion(rowsRemovedOutOfView(since: oldView, oldRows))
            let place = visible.lowerBound + 1..<visible.upperBound + setup.viewport
            pushedRows += new.change.inserted.map { $0.clamped(to: place).count }.reduce(0, +)
        }
        let isInOrder = isInOrder(since: oldRows)
        haveRowsMoved = haveRowsMoved || !isInOrder
        let updated = Set(new.change.updated.joined())
        // Some screens report rows again that another list leaves in view.
        let isOther = isNewGeneration || new.scrollTarget != nil
        let reportsAll = new.change.isReload || isOther && setup.repeatsReports
        // One by one, the rows differ from that of the report before.
        if !stays || reportsAll && setup.reporting == .eachRow { failedViews = [:] }
        let stillReported = reportedRows.compactMap(new.change.row(afterMoving:))
        reportedRows = reportsAll ? [] : Set(stillReported).subtracting(updated).intersection(visible)
        isUnreported = isUnreported || !new.change.isEmpty || new.scrollTarget != nil
        // The rows of the last report may have the same numbers as other ones now.
        if new.scrollTarget != nil || isNewGeneration { lastReport = nil }
        if !isJumping, !isNewGeneration {
            try checkRowsInView(reported, in: oldView, oldRows)
        }
        // A row that is removed and comes again is not known to be in view.
        reported.formIntersection(rows.compactMap { $0?.id })
        if new.change.isReload || new.scrollTarget != nil {
            try arrive(at: new.scrollTarget)
        } else {
            try checkTop(of: oldView, oldRows, isInOrder: isInOrder)
        }
        // Placeholders alone say what the server counted with another page, which may have changed.
        let hadRows = oldRows.contains { $0 != nil }
        try Mismatch.unless(
            !rows.isEmpty || !hadRows || server.layout.joined().isEmpty, "the screen is blank")
    }

    /// Ends a jump whose row is shown. The pages around it are needed, also if they were loaded on the way.
    private mutating func arrive(at target: ScrollTarget?) throws(Mismatch) {
        guard let target, target.isJump else { return }
        try Mismatch.unless(isJumping, "the list jumps to row \(target.row) by itself")
        isJumping = false
        hasJumped = true
        landed = rows[target.row]
        pushedRows = 0
        pushedOut = []
        loadedKeys = []
        // Until the next report, the list knows that row only.
        reported = []
    }

    private mutating func report(isGesture: Bool) throws(Mismatch) {
        isUnreported = false
        if visible.isEmpty { return }
        let signal: ListSignal
        switch setup.reporting {
        case .rows: signal = .shown(rows: visible)
        case .edgeRow: signal = .shown(row: isHeadingDown ? visible.upperBound - 1 : visible.lowerBound)
        case .eachRow: return try reportEachRow()
        case .distances, .pulls: signal = scrolled(to: Double(top))
        case .nothing: return
        }
        // Other rows may have the numbers of those that were reported: the list does not know them to be in
        // view.
        if signal == lastReport, !isGesture, !setup.repeatsReports { return }
        lastReport = signal
        reported = Set(rows[visible].compactMap { $0?.id })
        isWholeListReported = setup.reporting == .rows && visible.count > 1 && visible == rows.indices
        try handle(.signal(signal))
    }

    /// Reports the rows that have come into view or have changed.
    private mutating func reportEachRow() throws(Mismatch) {
        while let row = nextUnreportedRow {
            reportedRows.insert(row)
            try handle(.signal(.shown(row: row)))
        }
    }

    /// The next row in view to be reported, in the direction of scrolling.
    private var nextUnreportedRow: Int? {
        let unreported = visible.filter { !reportedRows.contains($0) }
        return isHeadingDown ? unreported.first : unreported.last
    }

    private func scrolled(to offset: Double) -> ListSignal {
        .scrolled(
            offset: offset * 10, viewport: Double(setup.viewport) * 10, content: Double(rows.count) * 10)
    }

    private func checkRest() throws(Mismatch) {
        try Mismatch.unless(engine.isAtRest, "the engine waits for a load that is not running")
        let waits = setup.loadsPlaceholders && state.error == nil && rows[visible].contains(nil)
        try Mismatch.unless(!waits, "placeholders are in view: \(rows[visible]), top \(top)")
        let canGoOn = rows.count > setup.viewport || state.append.isEnd || state.error != nil
        try Mismatch.unless(canGoOn || !setup.reportsRows, "\(rows.count) rows cannot be scrolled")
        try checkWindow()
        var limit = setup.loadLimit(of: gesture) + oldGap
        // On the way of a jump, each page may have new rows.
        if isJumping || landed != nil { limit += server.layout.count }
        try Mismatch.unless(
            growths <= (setup.retriesOnHint ? limit + retries : max(limit, retries)),
            "\(growths) loads with rows after \(gesture.map { "\($0)" } ?? "the start"), at most \(limit)")
    }

    /// Checks that no more rows are kept than the window allows, or than the rows in view need.
    private func checkWindow() throws(Mismatch) {
        // A list that is told nothing keeps the rows of a jump, or those with which it began again.
        let knowsView = setup.reporting != .nothing || !hasJumped && state.tally.generations == 1
        guard let allowed = setup.rowLimit(ofGeneration: state.tally.generations), knowsView,
            !mayPageBeInView
        else { return }
        // After a jump, the rows around the reported ones may be in view, too, and stay until a page is
        // loaded. So do the duplicates of rows that were removed.
        let limit =
            allowed + requestedPages * setup.longestPage + (hasJumped ? setup.viewport : 0)
            + (setup.isDeduped ? repeatedIDs.count : 0)
        try Mismatch.unless(
            state.items.count <= limit, "\(state.items.count) rows are kept of at most \(limit)")
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

/// The server that a source asks for the page of a row.
private final class PresentServer: Sendable {
    private let server: Locked<SimulatedServer>

    init(_ server: SimulatedServer) {
        self.server = Locked(server)
    }

    func set(_ server: SimulatedServer) { _ = self.server.exchange(server) }

    func key(forRow row: Int) -> Int { server.withLock { $0.key(forRow: row) } }
}
