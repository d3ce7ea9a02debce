import PagingOperators

/// What a paged list should do, told again in the simplest way: plain arrays, statuses, and one question after
/// each event: is a load due?
///
/// Rows are deduplicated. Nothing here is fast, and nothing is shared with the engine.
struct ReferenceList {
    enum Status: Equatable {
        case idle, loading, failed
    }

    /// What a screen can tell apart.
    struct Visible: Equatable {
        var rows: [Int] = []
        var refresh = LoadKind.idle
        var prepend = LoadKind.idle
        var append = LoadKind.idle
        var total: Int?
    }

    struct Load: Equatable {
        let isFirst: Bool
        let key: Int?
        var isAlive = true
    }

    let rules: PagingRules

    private(set) var rows: [Int] = []
    private(set) var refresh = Status.idle
    private(set) var append = Status.idle
    private(set) var loads: [Load] = []
    private(set) var hasPages = false
    private(set) var nextKey: Int?
    private var total: Int?

    private var shownRow: Int?
    /// More rows than this were asked for by name.
    private var wish: Int?
    /// A page more than the first was asked for while that is on its way.
    private var wishesSecondPage = false
    /// What was shown and asked for before the refresh that is running.
    private var before: (shownRow: Int?, wish: Int?)

    init(rules: PagingRules) {
        self.rules = rules
    }

    var isAtEnd: Bool { hasPages && nextKey == nil }
    var isAtRest: Bool { refresh != .loading && append != .loading }

    var visible: Visible {
        Visible(
            rows: rows, refresh: kind(refresh), prepend: hasPages ? .end : .idle,
            append: isAtEnd ? .end : kind(append), total: total)
    }

    private func kind(_ status: Status) -> LoadKind {
        switch status {
        case .idle: .idle
        case .loading: .loading
        case .failed: .failed
        }
    }

    // MARK: Events

    mutating func start() {
        if !hasPages && refresh == .idle { load(isFirst: true) }
    }

    mutating func take(_ signal: ListSignal) {
        switch signal {
        case .shown(let row):
            shownRow = row
            takeHint()
        case .loadMore:
            if refresh == .loading {
                wishesSecondPage = true
            } else if hasPages && append != .loading {
                wish = rows.count
            }
            takeHint()
        case .loadPrevious, .scrolled, .jump: break
        case .refresh: startOver()
        case .retry: retry()
        case .cancel:
            if refresh == .loading { shownRow = shownRow ?? before.shownRow }
            kill()
            wish = nil
            wishesSecondPage = false
        case .reset:
            let number = loads.count
            kill()
            let ended = loads
            self = ReferenceList(rules: rules)
            loads = ended
            assert(loads.count == number)
        }
    }

    /// - Returns: Whether the answer was waited for.
    mutating func takePage(_ items: [Int], next: Int?, total newTotal: Int?, of number: Int) -> Bool {
        guard loads[number].isAlive else { return false }
        if let key = loads[number].key, key == next, !rules.allowsRepeatedKeys {
            return takeFailure(of: number)
        }
        loads[number].isAlive = false
        if loads[number].isFirst {
            let hadRows = !rows.isEmpty
            let secondPage = wishesSecondPage
            let hint = shownRow
            let ended = loads
            self = ReferenceList(rules: rules)
            loads = ended
            hasPages = true
            add(items)
            wish = secondPage ? rows.count : 0
            shownRow = hadRows ? hint.map { min($0, max(0, rows.count - 1)) } : hint
        } else {
            append = .idle
            add(items)
        }
        nextKey = next
        total = newTotal ?? total
        loadIfDue()
        return true
    }

    /// - Returns: Whether the answer was waited for.
    mutating func takeFailure(of number: Int) -> Bool {
        guard loads[number].isAlive else { return false }
        loads[number].isAlive = false
        if loads[number].isFirst {
            refresh = .failed
            shownRow = shownRow ?? before.shownRow
            wish = wish ?? before.wish
            if hasPages && wishesSecondPage {
                wish = rows.count
                wishesSecondPage = false
            }
            loadIfDue()
        } else {
            append = .failed
        }
        return true
    }

    // MARK: Rules

    private var lacksRows: Bool {
        if rows.isEmpty { return true }
        if let wish, rows.count <= wish { return true }
        guard let shownRow, rules.threshold > 0 else { return false }
        let beyond = rows.count - 1 - shownRow
        return beyond < rules.threshold
    }

    private mutating func takeHint() {
        let mayRetry = rules.failurePolicy == .retryOnHint
        if !hasPages {
            if refresh == .idle || (refresh == .failed && mayRetry) { load(isFirst: true) }
        } else if append == .failed && mayRetry && lacksRows && refresh != .loading {
            load(isFirst: false)
        } else {
            loadIfDue()
        }
    }

    private mutating func retry() {
        if refresh == .failed {
            startOver()
        } else if append == .failed && refresh == .idle {
            wish = rows.count
            load(isFirst: false)
        }
    }

    private mutating func startOver() {
        if refresh == .loading { return }
        kill()
        if hasPages {
            before = (shownRow, wish)
            shownRow = nil
            wish = nil
            wishesSecondPage = false
        }
        load(isFirst: true)
    }

    private mutating func loadIfDue() {
        if hasPages && refresh != .loading && append == .idle && nextKey != nil && lacksRows {
            load(isFirst: false)
        }
    }

    private mutating func load(isFirst: Bool) {
        if isFirst { refresh = .loading } else { append = .loading }
        loads.append(Load(isFirst: isFirst, key: isFirst ? nil : nextKey))
    }

    private mutating func kill() {
        for number in loads.indices { loads[number].isAlive = false }
        if refresh == .loading { refresh = .idle }
        if append == .loading { append = .idle }
    }

    private mutating func add(_ items: [Int]) {
        for item in items where !rows.contains(item) { rows.append(item) }
    }
}
