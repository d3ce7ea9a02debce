/// Work that waits for permission to begin: what is needed first begins first, and at most so much at once,
/// in all and in a group.
///
/// A pure value. Work has priorities, and rows of lists that need it. Of the rows of one list, that begins
/// first which ``ScrollTracker`` selects; its priority is that of its row: in view, ahead or behind. The
/// highest priority begins first, then what was added first. Lists with the same priority take turns, so that
/// none waits for as long as another one is scrolled. Work of a group that has reached its limit does not
/// hold up that of others.
///
/// All changes take O(log *n*) where work has priorities; rows take O(log *n*) and a move of the list's rows
/// in memory.
struct WorkQueue<Work: Sendable>: Sendable {
    /// Orders waiting work by priority, then by arrival.
    fileprivate struct Rank: Comparable, Sendable {
        var priority: ImagePriority
        let number: Int

        static func < (lhs: Rank, rhs: Rank) -> Bool {
            lhs.priority == rhs.priority ? lhs.number < rhs.number : lhs.priority > rhs.priority
        }
    }

    // Items and groups are objects, because to read a property of an optional value copies all of it.

    /// Work that waits.
    final class Item: HeapElement, @unchecked Sendable {
        // Sendable: it is used by its queue only, which has one owner.

        fileprivate let work: Work
        fileprivate let number: Int
        /// Unowned, because it holds those that wait. The queue holds it until they have ended.
        fileprivate unowned let group: Group
        /// The index among the work of the group that has a priority.
        @exclusivity(unchecked) var heapIndex: Int?
        @exclusivity(unchecked) fileprivate var rows: [ListRow] = []

        fileprivate init(_ work: Work, number: Int, group: Group) {
            self.work = work
            self.number = number
            self.group = group
        }
    }

    /// Work that waits for a row of a list.
    fileprivate struct WaitingRow: Comparable, Sendable {
        let row: Int
        let item: Item

        static func == (lhs: Self, rhs: Self) -> Bool { lhs.row == rhs.row && lhs.item === rhs.item }

        static func < (lhs: Self, rhs: Self) -> Bool {
            (lhs.row, lhs.item.number) < (rhs.row, rhs.item.number)
        }
    }

    fileprivate final class Group: HeapElement, @unchecked Sendable {
        // Sendable: it is used by its queue only, which has one owner.

        let name: String
        /// The work with a priority.
        @exclusivity(unchecked) var ranked = IndexedHeap<Item, Rank>()
        /// The rows of each list, sorted.
        @exclusivity(unchecked) var rows: [ImageListID: [WaitingRow]] = [:]
        @exclusivity(unchecked) var running = 0
        /// The index among the groups that may begin work with a priority.
        @exclusivity(unchecked) var heapIndex: Int?

        init(name: String) {
            self.name = name
        }
    }

    /// The first row of a list.
    private struct FirstRow {
        let list: ImageListID
        let row: ScrollTracker.First
        let item: Item

        func precedes(_ other: FirstRow) -> Bool {
            (other.row.priority, row.distance, item.number)
                < (row.priority, other.row.distance, other.item.number)
        }

        var rank: Rank { Rank(priority: row.priority, number: item.number) }
    }

    private(set) var limit: Int
    private(set) var groupLimit: Int
    private(set) var runningCount = 0
    private(set) var waitingCount = 0
    /// How long work takes, on average over the latest.
    private var averageTime: Double?
    private var groups: [String: Group] = [:]
    /// The group of work that has none. Not among the others, so that it is found without hashing.
    private let ungrouped = Group(name: "")
    /// The groups below their limit that have waiting work with a priority, by the rank of their first.
    private var ready = IndexedHeap<Group, Rank>()
    /// The groups with rows.
    private var listed: [Group] = []
    private var lastNumber = 0
    /// When work of each list began last, counted in work that has begun.
    private(set) var turns: [ImageListID: Int] = [:]
    private var lastTurn = 0

    /// - Parameters:
    ///   - limit: How much work runs at once, at least 1.
    ///   - groupLimit: How much work of one group runs at once, at least 1.
    init(limit: Int = .max, groupLimit: Int = .max) {
        self.limit = max(1, limit)
        self.groupLimit = max(1, groupLimit)
    }

    /// Changes how much work runs at once. What runs beyond a lower limit continues.
    mutating func setLimits(_ limit: Int, perGroup groupLimit: Int = .max) {
        self.limit = max(1, limit)
        self.groupLimit = max(1, groupLimit)
        for group in [ungrouped] + groups.values { updateReady(group) }
    }

    /// Adds work, which waits.
    mutating func add(_ work: Work, to group: String, needs: ImageNeeds) -> Item {
        lastNumber += 1
        waitingCount += 1
        let item = Item(work, number: lastNumber, group: self.group(group))
        setNeeds(needs, of: item)
        return item
    }

    /// Moves waiting work.
    mutating func setNeeds(_ needs: ImageNeeds, of item: Item) {
        if item.rows != needs.rows {
            // First, so that no list becomes empty for a moment.
            for row in needs.rows { insertRow(row, of: item) }
            for row in item.rows { removeRow(row, of: item) }
            item.rows = needs.rows
        }
        item.group.ranked.update(item, rank: needs.highest.map { Rank(priority: $0, number: item.number) })
        updateReady(item.group)
    }

    /// Removes waiting work.
    mutating func remove(_ item: Item) {
        take(item)
        updateReady(item.group)
    }

    /// Removes the work that may begin next, if there is any; it counts as running.
    ///
    /// - Parameters:
    ///   - lists: The lists whose rows need work.
    ///   - now: The present time.
    mutating func next(in lists: [ImageListID: ScrollTracker] = [:], at now: Duration = .zero) -> Work? {
        guard runningCount < limit, waitingCount > 0, let (item, list) = first(lists, now) else { return nil }
        take(item)
        if let list { noteTurn(of: list, lists) }
        runningCount += 1
        item.group.running += 1
        updateReady(item.group)
        return item.work
    }

    /// Work of a group has ended.
    ///
    /// - Parameter time: How long it took; `nil` if it was cancelled.
    mutating func finish(in group: String, after time: Duration? = nil) {
        guard let group = group.isEmpty ? ungrouped : groups[group] else { return }
        runningCount -= 1
        group.running -= 1
        if let time {
            let seconds = max(0, time / .seconds(1))
            averageTime = averageTime.map { $0 + (seconds - $0) / 8 } ?? seconds
        }
        updateReady(group)
    }
}

// The order.
extension WorkQueue {
    /// The work that begins next, and the list whose turn it is.
    private func first(
        _ lists: [ImageListID: ScrollTracker], _ now: Duration
    ) -> (item: Item, list: ImageListID?)? {
        let row = listed.isEmpty ? nil : firstRows(lists, now).min { isBefore($0, $1) }
        if let rank = ready.firstRank, let item = ready.first?.ranked.first,
            row.map({ rank < $0.rank }) ?? true
        {
            return (item, nil)
        }
        return row.map { ($0.item, $0.list) }
    }

    /// Whether one list is served before another: the one that was not served for longer, of those whose rows
    /// have the same priority.
    private func isBefore(_ one: FirstRow, _ other: FirstRow) -> Bool {
        if one.row.priority != other.row.priority { return one.row.priority > other.row.priority }
        return (turns[one.list] ?? 0, one.item.number, one.list.number)
            < (turns[other.list] ?? 0, other.item.number, other.list.number)
    }

    private mutating func noteTurn(of list: ImageListID, _ lists: [ImageListID: ScrollTracker]) {
        lastTurn += 1
        turns[list] = lastTurn
        // Those of lists that are gone.
        if turns.count > 2 * lists.count + 8 { turns = turns.filter { lists[$0.key] != nil } }
    }

    /// The first row of each list that may begin.
    private func firstRows(_ lists: [ImageListID: ScrollTracker], _ now: Duration) -> [FirstRow] {
        let rate = ScrollTracker.WorkRate(seconds: averageTime ?? 0, parallel: min(limit, groupLimit))
        var firsts: [FirstRow] = []
        for group in listed where group.running < groupLimit {
            for (list, rows) in group.rows {
                let scroll = lists[list] ?? ScrollTracker()
                guard let row = scroll.first(of: rows.lazy.map { $0.row }, rate: rate, at: now) else {
                    continue
                }
                let first = FirstRow(list: list, row: row, item: rows[row.index].item)
                if let other = firsts.firstIndex(where: { $0.list == list }) {
                    if first.precedes(firsts[other]) { firsts[other] = first }
                } else {
                    firsts.append(first)
                }
            }
        }
        return firsts
    }
}

// Groups and rows.
extension WorkQueue {
    /// Removes waiting work from its group, whose order is to be brought up to date.
    private mutating func take(_ item: Item) {
        waitingCount -= 1
        item.group.ranked.update(item, rank: nil)
        for row in item.rows { removeRow(row, of: item) }
    }

    private mutating func insertRow(_ row: ListRow, of item: Item) {
        let group = item.group
        if group.rows.isEmpty { listed.append(group) }
        group.rows[row.list, default: []].insertSorted(WaitingRow(row: row.row, item: item))
    }

    private mutating func removeRow(_ row: ListRow, of item: Item) {
        let group = item.group
        let waiting = WaitingRow(row: row.row, item: item)
        group.rows[row.list]?.removeSorted(waiting)
        if group.rows[row.list]?.isEmpty == true { group.rows[row.list] = nil }
        if group.rows.isEmpty { listed.removeAll { $0 === group } }
    }

    private mutating func group(_ name: String) -> Group {
        if let group = name.isEmpty ? ungrouped : groups[name] { return group }
        let group = Group(name: name)
        groups[name] = group
        return group
    }

    /// Brings the order of the groups up to date after a change of one.
    private mutating func updateReady(_ group: Group) {
        let rank = group.running < groupLimit ? group.ranked.firstRank : nil
        ready.update(group, rank: rank)
        let isUsed = group.running > 0 || rank != nil || !group.rows.isEmpty
        // The only one stays, so that it is not made again for each piece of work.
        if !isUsed, groups.count > 1 { groups[group.name] = nil }
    }
}

extension Array where Element: Comparable {
    fileprivate mutating func insertSorted(_ element: Element) {
        insert(element, at: partitioningIndex { $0 >= element })
    }

    fileprivate mutating func removeSorted(_ element: Element) {
        remove(at: partitioningIndex { $0 >= element })
    }
}
