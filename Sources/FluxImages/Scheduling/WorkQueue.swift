/// Work that waits for permission to begin: the highest priority first, and at most so much at once, in all
/// and in a group.
///
/// A pure value. Work of a group that has reached its limit does not hold up that of others. All changes take
/// O(log *n*).
struct WorkQueue<Work: Sendable>: Sendable {
    /// Identifies work that waits.
    struct Ticket: Sendable {
        fileprivate let group: Int
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

    private struct Group: Sendable {
        let name: String
        var waiting = IndexedHeap<Work, Rank>()
        var running = 0
        /// The slot among those that may begin work.
        var slot: Int?
    }

    let limit: Int
    let groupLimit: Int
    private(set) var runningCount = 0
    private(set) var waitingCount = 0
    private var groups: [Group?] = []
    private var freeGroups: [Int] = []
    private var groupsByName: [String: Int] = [:]
    /// The groups below their limit that have waiting work, by the rank of their first.
    private var ready = IndexedHeap<Int, Rank>()
    private var lastNumber = 0

    /// - Parameters:
    ///   - limit: How much work runs at once, at least 1.
    ///   - groupLimit: How much work of one group runs at once, at least 1.
    init(limit: Int = .max, groupLimit: Int = .max) {
        self.limit = max(1, limit)
        self.groupLimit = max(1, groupLimit)
    }

    /// Adds work, which waits.
    mutating func add(_ work: Work, to group: String, priority: ImagePriority) -> Ticket {
        lastNumber += 1
        waitingCount += 1
        let index = index(of: group)
        let rank = Rank(priority: priority, number: lastNumber)
        let slot = change(index) { $0.waiting.insert(work, rank: rank) }
        return Ticket(group: index, slot: slot)
    }

    /// Moves waiting work.
    mutating func setPriority(_ priority: ImagePriority, of ticket: Ticket) {
        change(ticket.group) { group in
            var rank = group.waiting.rank(of: ticket.slot)
            rank.priority = priority
            group.waiting.setRank(rank, of: ticket.slot)
        }
    }

    /// Removes waiting work.
    mutating func remove(_ ticket: Ticket) {
        waitingCount -= 1
        change(ticket.group) { _ = $0.waiting.remove(ticket.slot) }
    }

    /// Removes the work that may begin next, if there is any; it counts as running.
    mutating func next() -> Work? {
        guard runningCount < limit, let index = ready.first else { return nil }
        waitingCount -= 1
        runningCount += 1
        return change(index) { group in
            group.running += 1
            return group.waiting.removeFirst()
        }
    }

    /// Work of a group has ended.
    mutating func finish(in group: String) {
        guard let index = groupsByName[group] else { return }
        runningCount -= 1
        change(index) { $0.running -= 1 }
    }

    private mutating func index(of name: String) -> Int {
        if let index = groupsByName[name] { return index }
        let index = freeGroups.popLast() ?? groups.count
        if index == groups.count { groups.append(nil) }
        groups[index] = Group(name: name)
        groupsByName[name] = index
        return index
    }

    /// Changes a group, and brings the order of the groups up to date.
    private mutating func change<Result>(_ index: Int, _ body: (inout Group) -> Result) -> Result {
        let result = body(&groups[index]!)  // a group exists while it has work
        updateReady(index)
        return result
    }

    private mutating func updateReady(_ index: Int) {
        guard let group = groups[index] else { return }
        let rank = group.running < groupLimit ? group.waiting.firstRank : nil
        switch (group.slot, rank) {
        case (let slot?, let rank?): ready.setRank(rank, of: slot)
        case (nil, let rank?): groups[index]?.slot = ready.insert(index, rank: rank)
        case (let slot?, nil):
            ready.remove(slot)
            groups[index]?.slot = nil
        case (nil, nil): break
        }
        if group.running == 0, group.waiting.isEmpty { removeGroup(index) }
    }

    private mutating func removeGroup(_ index: Int) {
        if let name = groups[index]?.name { groupsByName[name] = nil }
        groups[index] = nil
        freeGroups.append(index)
    }
}
