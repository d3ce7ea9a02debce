import PagingOperators

/// A reference implementation of a paged list in its simplest form: plain arrays, and after each event a decision
/// about what to load.
///
/// It is not fast, and shares no code with the engine. All rows are made again after each event.
struct ReferenceList {
    enum Status {
        case idle, loading, failed
    }

    struct Load {
        let direction: LoadDirection
        let key: Int?
        /// Whether it loads a new generation: its first page, or one after pages without rows.
        var isOfRefresh = false
        var isRunning = true
    }

    /// A loaded page.
    struct LoadedPage {
        let key: Int?
        /// The number of the page in order; pages before the first loaded one have negative numbers.
        let number: Int
        let page: Page<Int, SimulatedRow>
        /// The rows left by the transforms when it arrived.
        var rows: [SimulatedRow]
    }

    /// The pending hints. Rows are counted from the first item; placeholders before it are negative.
    struct Hints {
        var shown: Range<Int>?
        var append = false
        var prepend = false
        /// Whether the rows are the target of a jump that has not been reached.
        var isTarget = false
        /// The rows around the viewport, as reported by distances.
        var zone: Range<Int>?
        /// The rows in the viewport.
        var inViewport: Range<Int>?
        /// The end for which rows were asked for last.
        var lastEnd: LoadDirection?
        /// The ends that have lost pages, which are not loaded again before the list is closer to them.
        var holds: Set<LoadDirection> = []
        /// For each end, the numbers of rows before it that were loaded, and of placeholders beyond it that were rows, since a
        /// row that has not changed was reported.
        var redrawn: [LoadDirection: (loaded: Int, removed: Int)] = [:]
        /// Whether the rows in view were reported one by one.
        var areJoined = false

        var hasRedrawn: Bool { areJoined || redrawn.values.contains { $0.removed > 0 } }

        /// The rows in view, as last reported in either way.
        var inView: Range<Int>? { inViewport ?? shown }
    }

    let setup: SimulationSetup
    var rules: PagingRules { setup.rules }

    var pages: [LoadedPage] = []
    /// The keys of pages removed before the first, where pages have no previous keys.
    var leftKeys: [Int?] = []
    /// The keys of pages removed after the last, where pages have no next keys, the nearest last.
    var rightKeys: [Int?] = []
    /// The number of rows before the first page that were loaded once.
    var earlierRows = 0
    /// The rows of each page.
    var rows: [[SimulatedRow]] = [] {
        didSet {
            rowCount = 0
            for page in rows { rowCount += page.count }
        }
    }
    private(set) var rowCount = 0
    /// The rows before the transforms that follow edits; some of them may be hidden.
    var editedRows: [[SimulatedRow]] = []

    var refresh = Status.idle
    var append = Status.idle
    var prepend = Status.idle
    var loads: [Load] = []

    var hints = Hints()
    /// The hints from before the running refresh.
    var hintsBefore = Hints()
    /// The key of the refresh that is running or would be retried.
    var refreshKey: Int?
    /// The rows to jump to with the refresh, and whether a shown placeholder started the jump.
    var target: (rows: Range<Int>, isShown: Bool, hasMoved: Bool)?
    /// Whether the refresh reloads the rows in view.
    var keepsPlace = false
    /// Whether it has begun again where the list was scrolled to meanwhile.
    var hasFollowedView = false
    /// The rows that jumps have reached, to be reported by the next state.
    var arrivals: [Range<Int>] = []
    /// The rows in view, placeholders counted; `nil` before the first ones are there.
    var view: Range<Int>?
    /// The number of generations shown so far.
    var generation = 0
    /// The page that the last one has loaded again.
    var reloaded: ReloadedPage?
    /// Whether loads were cancelled since the last hint.
    var areCancelled = false
    /// The last scroll position.
    var lastPosition: [Int] = []
    /// Whether rows have moved since the screen last reported where it is.
    var haveRowsMoved = false
    /// Whether the row that the list keeps in place is ambiguous.
    var isUnsure = false
    /// The keys of the pages before and after the one that it loads, where pages do not name them, and the number of rows
    /// before it.
    var keysAroundRefreshed: (before: [Int?], after: [Int?], rowsBefore: Int) = ([], [], 0)
    /// Whether the list was invalidated while loads were running.
    var isInvalidated = false
    /// The number of consecutive pages of known rows at each end.
    var repeats: [LoadDirection: Int] = [:]
    var lastPageRepeats = false

    /// Whether the pages are those of an earlier session.
    var isStored = false
    /// Whether such pages may still be shown.
    var acceptsStored = true
    /// Whether the list has requested the refresh that is running.
    var isRefreshRequested = false

    /// The new generation while it has no rows, if there is one.
    var upcoming: [ReferenceList] = []

    var edits: [ReferenceEdit] = []
    var editCount = 0

    init(setup: SimulationSetup) {
        self.setup = setup
    }

    var hasPages: Bool { !pages.isEmpty }
}

// What stands beside the loaded pages.
extension ReferenceList {
    var hasNext: Bool { !rightKeys.isEmpty || pages.last?.page.next != nil }
    var hasPrevious: Bool { !leftKeys.isEmpty || pages.first?.page.previous != nil }

    var keyBefore: Int? { leftKeys.last ?? pages.first?.page.previous }
    var keyAfter: Int? { rightKeys.last ?? pages.last?.page.next }

    /// The number of rows of the source before the loaded ones, as far as it is reported.
    var sourceRowsBefore: Int {
        guard hasPrevious, let first = pages.first else { return 0 }
        return setup.server.counting == .nothing
            ? earlierRows : setup.server.count(beforePage: first.key ?? 0)
    }

    var sourceRowsAfter: Int {
        guard hasNext, let last = pages.last else { return 0 }
        return setup.server.counting == .nothing ? 0 : setup.server.count(afterPage: last.key ?? 0)
    }

    var placeholdersBefore: Int {
        rules.showsPlaceholders && hasPages && setup.server.counting != .nothing ? sourceRowsBefore : 0
    }
    var placeholdersAfter: Int { rules.showsPlaceholders ? sourceRowsAfter : 0 }

    var shownRows: Range<Int>? { hints.shown.map { $0.shifted(by: placeholdersBefore) } }
}

// What a screen distinguishes.
extension ReferenceList {
    struct Visible: Equatable {
        var rows: [SimulatedRow?] = []
        var refresh = LoadKind.idle
        var prepend = LoadKind.idle
        var append = LoadKind.idle
        var total: Int?
        var isStored = false
    }

    enum LoadKind {
        case idle, loading, failed, end
    }

    var visible: Visible {
        return Visible(
            rows: visibleRows, refresh: kind(refresh),
            prepend: hasPages && !hasPrevious ? .end : kind(prepend),
            append: hasPages && !hasNext ? .end : kind(append),
            total: hasPages && setup.server.counting != .nothing ? setup.server.total : nil,
            isStored: isStored)
    }

    private var visibleRows: [SimulatedRow?] {
        var visible = [SimulatedRow?](repeating: nil, count: placeholdersBefore)
        for page in rows { for row in page { visible.append(row) } }
        for _ in 0..<placeholdersAfter { visible.append(nil) }
        return visible
    }

    /// The number of rows, placeholders included.
    var visibleRowCount: Int { placeholdersBefore + rowCount + placeholdersAfter }

    private func kind(_ status: Status) -> LoadKind {
        switch status {
        case .idle: .idle
        case .loading: .loading
        case .failed: .failed
        }
    }
}
