import PagingOperators

/// What a paged list should do, told again in the simplest way: plain arrays, and one question after each event: what
/// is to be loaded now?
///
/// Nothing here is fast, and nothing is shared with the engine. All rows are made anew after each event.
struct ReferenceList {
    enum Status {
        case idle, loading, failed
    }

    struct Load {
        let direction: LoadDirection
        let key: Int?
        var isRunning = true
    }

    /// A page that was loaded.
    struct LoadedPage {
        let key: Int?
        /// Pages are numbered in order, those that come before the others below zero.
        let number: Int
        let page: Page<Int, SimulatedRow>
        /// What was left of it when it came.
        var rows: [SimulatedRow]
    }

    /// What the list wants to see. Rows count from the first item; placeholders before it are below zero.
    struct Wishes {
        var shown: Int?
        var append = false
        var prepend = false
    }

    let setup: SimulationSetup
    var rules: PagingRules { setup.rules }

    var pages: [LoadedPage] = []
    /// The keys of the pages before the first that have left, where pages do not name the one before them.
    var leftKeys: [Int?] = []
    /// The rows of each page.
    var rows: [[SimulatedRow]] = []
    /// The same before anything that comes after edits; some of them may not be shown.
    var editedRows: [[SimulatedRow]] = []

    var refresh = Status.idle
    var append = Status.idle
    var prepend = Status.idle
    var loads: [Load] = []

    var wishes = Wishes()
    /// What was wanted before the refresh that is running.
    var wishesBefore = Wishes()
    /// The key of the refresh that is running, or that is tried again.
    var refreshKey: Int?
    /// The row to jump to with it, and whether the list shows it rather than asks for it.
    var target: (row: Int, isShown: Bool)?
    /// Whether loads were cancelled since anything was wanted.
    var areCancelled = false
    /// The ends whose rows have left, more of them than was foreseen, and that are not loaded again before the next hint.
    var heldEnds: Set<LoadDirection> = []
    /// Whether it can't be told which row the list keeps to.
    var isUnsure = false
    /// The keys of the pages that stand before the one that it loads, where pages do not name the one before them.
    var keysBeforeRefreshed: [Int?] = []

    var edits: [ReferenceEdit] = []
    var editCount = 0

    init(setup: SimulationSetup) {
        self.setup = setup
    }

    var hasPages: Bool { !pages.isEmpty }
    var rowCount: Int { rows.reduce(0) { $0 + $1.count } }
}

// What stands beside the loaded pages.
extension ReferenceList {
    var hasNext: Bool { pages.last?.page.next != nil }
    var hasPrevious: Bool { !leftKeys.isEmpty || pages.first?.page.previous != nil }

    var keyBefore: Int? { leftKeys.last ?? pages.first?.page.previous }

    /// How many rows of the source stand before the loaded ones, as far as it tells.
    var sourceRowsBefore: Int {
        guard hasPrevious, let first = pages.first else { return 0 }
        return setup.server.counting == .nothing ? 0 : setup.server.count(beforePage: first.key ?? 0)
    }

    var sourceRowsAfter: Int {
        guard hasNext, let last = pages.last else { return 0 }
        return setup.server.counting == .nothing ? 0 : setup.server.count(afterPage: last.key ?? 0)
    }

    var placeholdersBefore: Int { rules.showsPlaceholders && hasPages ? sourceRowsBefore : 0 }
    var placeholdersAfter: Int { rules.showsPlaceholders ? sourceRowsAfter : 0 }

    var lastShownRow: Int? { wishes.shown.map { $0 + placeholdersBefore } }
}

// What a screen can tell apart.
extension ReferenceList {
    struct Visible: Equatable {
        var rows: [SimulatedRow?] = []
        var refresh = LoadKind.idle
        var prepend = LoadKind.idle
        var append = LoadKind.idle
        var total: Int?
    }

    enum LoadKind {
        case idle, loading, failed, end
    }

    var visible: Visible {
        let before = [SimulatedRow?](repeating: nil, count: placeholdersBefore)
        let after = [SimulatedRow?](repeating: nil, count: placeholdersAfter)
        return Visible(
            rows: before + rows.joined().map { $0 } + after, refresh: kind(refresh),
            prepend: hasPages && !hasPrevious ? .end : kind(prepend),
            append: hasPages && !hasNext ? .end : kind(append),
            total: hasPages && setup.server.counting != .nothing ? setup.server.total : nil)
    }

    private func kind(_ status: Status) -> LoadKind {
        switch status {
        case .idle: .idle
        case .loading: .loading
        case .failed: .failed
        }
    }
}
