/// Work that waits for permission to begin: what is needed first begins first, and at most so much at once,
/// in all and in a group.
///
/// A pure value. Work has priorities, and rows of lists that need it. Of the rows of one list, that begins
/// first which ``ListScroll`` selects; its priority is that of its row: in view, ahead or behind. The highest
/// priority begins first, then what was added first. Work of a group that has reached its limit does not hold
/// up that of others.
///
/// All changes take O(log *n*) where work has priorities; rows take O(log *n*) and a move of the list's rows
/// in memory.
struct WorkQueue<Work: Sendable>: Sendable {
    /// Identifies work that waits.
    struct Ticket: Sendable {
        fileprivate let slot: Int
    }

    /// Orders waiting work by priority, then by arrival.
    private struct Rank: Comparable, Sendable {
        var priority: ImagePriority
        let number: Int

        static func < (lhs: Rank, rhs: Rank) -> Bool {
            lhs.priority == rhs.priority ? lhs.number < rhs.number : lhs.priority > rhs.priority
        }
    }

    private struct Item: Sendable {
        let work: Work
        let number: Int
        let group: Int
        /// The slot among the work of the group that has a priority.
        var ranked: Int?
        var rows: [ListRow] = []
    }

    /// The rows of one list that wait in a group, sorted.
    private struct Lane: Sendable {
        let list: ImageListID
        var rows: [WaitingRow] = []
    }

    private struct Group: Sendable {
        let name: String
        /// The work with a priority, by its slot.
        var ranked = IndexedHeap<Int, Rank>()
        var lanes: [Lane] = []
        var running = 0
        /// The slot among those that may begin work with a priority.
        var slot: Int?
    }

    /// The first row of a list.
    private struct FirstRow {
        let list: ImageListID
        let row: ListScroll.First
        let slot: Int
        let number: Int

        func precedes(_ other: FirstRow) -> Bool {
            if row.isLate != other.row.isLate { return other.row.isLate }
            return (row.distance, number) < (other.row.distance, other.number)
        }
    }

    private(set) var limit: Int
    private(set) var groupLimit: Int
    private(set) var runningCount = 0
    private(set) var waitingCount = 0
    /// How long work takes, on average over the latest.
    private var averageTime: Double?
    private var items: ContiguousArray<Item?> = []
    private var freeItems: [Int] = []
    private var groups: [Group?] = []
    private var freeGroups: [Int] = []
    private var groupsByName: [String: Int] = [:]
    /// The groups below their limit that have waiting work with a priority, by the rank of their first.
    private var ready = IndexedHeap<Int, Rank>()
    /// The groups with rows.
    private var listed: Set<Int> = []
    private var lastNumber = 0

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
        for index in groups.indices { updateReady(index) }
    }

    /// Adds work, which waits.
    mutating func add(_ work: Work, to group: String, needs: ImageNeeds) -> Ticket {
        lastNumber += 1
        waitingCount += 1
        let slot = freeItems.popLast() ?? items.count
        if slot == items.count { items.append(nil) }
        items[slot] = Item(work: work, number: lastNumber, group: index(of: group))
        setNeeds(needs, of: Ticket(slot: slot))
        return Ticket(slot: slot)
    }

    /// Moves waiting work.
    mutating func setNeeds(_ needs: ImageNeeds, of ticket: Ticket) {
        if items[ticket.slot]?.rows.isEmpty != true || !needs.rows.isEmpty { setRows(needs, of: ticket) }
        setPriority(needs.highest, of: ticket.slot)
    }

    private mutating func setRows(_ needs: ImageNeeds, of ticket: Ticket) {
        if let item = items[ticket.slot], item.rows != needs.rows {
            for row in item.rows where !needs.rows.contains(row) { removeRow(row, ticket.slot, item) }
            for row in needs.rows where !item.rows.contains(row) { insertRow(row, ticket.slot, item) }
            items[ticket.slot]?.rows = needs.rows
        }
    }

    /// Removes waiting work.
    mutating func remove(_ ticket: Ticket) {
        guard let item = takeItem(ticket.slot) else { return }
        updateReady(item.group)
    }

    /// Removes the work that may begin next, if there is any; it counts as running.
    ///
    /// - Parameters:
    ///   - lists: The lists whose rows need work.
    ///   - now: The present time.
    mutating func next(in lists: [ImageListID: ListScroll] = [:], at now: Duration = .zero) -> Work? {
        guard runningCount < limit, waitingCount > 0, let slot = first(lists, now), let item = takeItem(slot)
        else { return nil }
        runningCount += 1
        groups[item.group]?.running += 1
        updateReady(item.group)
        return item.work
    }

    /// Work of a group has ended.
    ///
    /// - Parameter time: How long it took; `nil` if it was cancelled.
    mutating func finish(in group: String, after time: Duration? = nil) {
        guard let index = groupsByName[group] else { return }
        runningCount -= 1
        groups[index]?.running -= 1
        if let time {
            let seconds = max(0, time.seconds)
            averageTime = averageTime.map { $0 + (seconds - $0) / 8 } ?? seconds
        }
        updateReady(index)
    }
}

// The order.
extension WorkQueue {
    private func first(_ lists: [ImageListID: ListScroll], _ now: Duration) -> Int? {
        var best: (slot: Int, rank: Rank)?
        if let group = ready.first, let rank = ready.firstRank, let slot = groups[group]?.ranked.first {
            best = (slot, rank)
        }
        for first in listed.isEmpty ? [] : firstRows(lists, now) {
            let rank = Rank(priority: first.row.priority, number: first.number)
            if best.map({ rank < $0.rank }) ?? true { best = (first.slot, rank) }
        }
        return best?.slot
    }

    /// The first row of each list that may begin.
    private func firstRows(_ lists: [ImageListID: ListScroll], _ now: Duration) -> [FirstRow] {
        let pace = ListScroll.Pace(seconds: averageTime ?? 0, parallel: min(limit, groupLimit))
        var firsts: [FirstRow] = []
        for index in listed {
            guard let group = groups[index], group.running < groupLimit else { continue }
            for lane in group.lanes {
                let scroll = lists[lane.list] ?? ListScroll()
                guard let row = scroll.first(of: lane.rows, pace: pace, at: now) else { continue }
                let slot = lane.rows[row.index].slot
                let first = FirstRow(list: lane.list, row: row, slot: slot, number: items[slot]?.number ?? 0)
                if let other = firsts.firstIndex(where: { $0.list == lane.list }) {
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
    private mutating func setPriority(_ priority: ImagePriority?, of slot: Int) {
        // Not a copy of the item, which would retain its parts.
        guard let group = items[slot]?.group, let number = items[slot]?.number else { return }
        let rank = priority.map { Rank(priority: $0, number: number) }
        switch (items[slot]?.ranked, rank) {
        case (let ranked?, let rank?): groups[group]?.ranked.setRank(rank, of: ranked)
        case (nil, let rank?): items[slot]?.ranked = groups[group]?.ranked.insert(slot, rank: rank)
        case (let ranked?, nil):
            groups[group]?.ranked.remove(ranked)
            items[slot]?.ranked = nil
        case (nil, nil): break
        }
        updateReady(group)
    }

    /// Removes waiting work from its group, whose order is to be brought up to date.
    private mutating func takeItem(_ slot: Int) -> Item? {
        guard let item = items[slot].take() else { return nil }
        waitingCount -= 1
        freeItems.append(slot)
        if let ranked = item.ranked { groups[item.group]?.ranked.remove(ranked) }
        for row in item.rows { removeRow(row, slot, item) }
        return item
    }

    private mutating func insertRow(_ row: ListRow, _ slot: Int, _ item: Item) {
        let (group, waiting) = (item.group, WaitingRow(row: row.row, number: item.number, slot: slot))
        var lane = groups[group]?.lanes.firstIndex { $0.list == row.list } ?? groups[group]?.lanes.count ?? 0
        if lane == groups[group]?.lanes.count {
            groups[group]?.lanes.append(Lane(list: row.list))
            lane = (groups[group]?.lanes.count ?? 1) - 1
            listed.insert(group)
        }
        guard let index = groups[group]?.lanes[lane].rows.partitioningIndex(where: { $0 >= waiting }) else {
            return
        }
        // Two observers may be the same row, while one replaces the other.
        if let rows = groups[group]?.lanes[lane].rows, index < rows.count, rows[index] == waiting { return }
        groups[group]?.lanes[lane].rows.insert(waiting, at: index)
    }

    private mutating func removeRow(_ row: ListRow, _ slot: Int, _ item: Item) {
        let (group, waiting) = (item.group, WaitingRow(row: row.row, number: item.number, slot: slot))
        guard let lane = groups[group]?.lanes.firstIndex(where: { $0.list == row.list }),
            let rows = groups[group]?.lanes[lane].rows
        else { return }
        let index = rows.partitioningIndex { $0 >= waiting }
        // Two observers may have been the same row.
        guard index < rows.count, rows[index] == waiting else { return }
        remove(at: index, from: lane, of: group)
    }

    private mutating func remove(at index: Int, from lane: Int, of group: Int) {
        groups[group]?.lanes[lane].rows.remove(at: index)
        guard groups[group]?.lanes[lane].rows.isEmpty == true else { return }
        groups[group]?.lanes.remove(at: lane)
        if groups[group]?.lanes.isEmpty == true { listed.remove(group) }
    }

    private mutating func index(of name: String) -> Int {
        if let index = groupsByName[name] { return index }
        let index = freeGroups.popLast() ?? groups.count
        if index == groups.count { groups.append(nil) }
        groups[index] = Group(name: name)
        groupsByName[name] = index
        return index
    }

    /// Brings the order of the groups up to date after a change of one.
    private mutating func updateReady(_ index: Int) {
        guard let group = groups[index] else { return }
        let rank = group.running < groupLimit ? group.ranked.firstRank : nil
        switch (group.slot, rank) {
        case (let slot?, let rank?): ready.setRank(rank, of: slot)
        case (nil, let rank?): groups[index]?.slot = ready.insert(index, rank: rank)
        case (let slot?, nil):
            ready.remove(slot)
            groups[index]?.slot = nil
        case (nil, nil): break
        }
        if group.running == 0, group.ranked.isEmpty, group.lanes.isEmpty { removeGroup(index) }
    }

    private mutating func removeGroup(_ index: Int) {
        if let name = groups[index]?.name { groupsByName[name] = nil }
        groups[index] = nil
        freeGroups.append(index)
    }
}
