extension RowChange {
    /// Combines this change with a further one.
    ///
    /// - Parameter next: The change that follows.
    /// - Returns: The change from the state before this change to the state after the next.
    /// - Complexity: O(*r* + *m* log *m*), the numbers of ranges and of moved rows in both.
    public func followed(by next: RowChange) -> RowChange {
        if isReload || next.isReload { return .reload }
        if isEmpty { return next }
        if next.isEmpty { return self }
        if moved.isEmpty, next.moved.isEmpty { return runs(followedBy: next) }
        return withoutMoves.runs(followedBy: next.withoutMoves).pairing(moves(followedBy: next))
    }

    /// The composition of changes without moves.
    private func runs(followedBy next: RowChange) -> RowChange {
        var composition = Composition()
        var first = RunReader(self)
        var second = RunReader(next)
        while !(first.isAtTail && second.isAtTail) {
            composition.step(&first, &second)
        }
        return composition.change
    }

    /// The rows that this change or the next one moves and that both keep, each with whether one of them
    /// updates it.
    private func moves(followedBy next: RowChange) -> [(move: Move, isUpdated: Bool)] {
        let isUpdatedFirst = RowSet(updated)
        let isUpdatedNext = RowSet(next.updated)
        var result: [(move: Move, isUpdated: Bool)] = []
        var follower = RowFollower(next)
        for move in moved {
            let end = follower.follow(move.destination)
            if end.isGone { continue }
            let isUpdated = isUpdatedFirst.contains(move.destination) || isUpdatedNext.contains(end.row)
            result.append((Move(from: move.source, to: end.row), isUpdated))
        }
        // Of the rows that the next change moves, those that this one has kept in place.
        var tracer = RowFollower(withoutMoves.reversed)
        for move in next.moved.sorted(by: { $0.source < $1.source }) {
            let origin = tracer.follow(move.source)
            if origin.isGone { continue }
            let isUpdated =
                isUpdatedFirst.contains(move.source) || isUpdatedNext.contains(move.destination)
            result.append((Move(from: origin.row, to: move.destination), isUpdated))
        }
        return result
    }
}

/// The effect of a change on consecutive rows. The last run of a change keeps all rows that remain.
private enum Run {
    case keep(isUpdated: Bool)
    case remove
    case insert
}

/// Reads a change as runs, from the first row to the last.
private struct RunReader {
    private(set) var run = Run.keep(isUpdated: false)
    /// The number of rows that are left of the run.
    private(set) var length = 0
    private var removed: ArraySlice<Range<Int>>
    private var inserted: ArraySlice<Range<Int>>
    private var updated: ArraySlice<Range<Int>>
    /// The first unread row, in the earlier and in the later state.
    private var old = 0
    private var new = 0

    init(_ change: RowChange) {
        removed = change.removed[...]
        inserted = change.inserted[...]
        updated = change.updated[...]
        readNext()
    }

    /// Whether only rows that do not change are left.
    var isAtTail: Bool {
        if case .keep(isUpdated: false) = run, length == .max { true } else { false }
    }

    mutating func consume(_ count: Int) {
        guard length != .max else { return }
        length -= count
        if length == 0 { readNext() }
    }

    private mutating func readNext() {
        if let range = removed.first, range.lowerBound == old {
            removed.removeFirst()
            (run, length) = (.remove, range.count)
            old = range.upperBound
        } else if let range = inserted.first, range.lowerBound == new {
            inserted.removeFirst()
            (run, length) = (.insert, range.count)
            new = range.upperBound
        } else if let range = updated.first, range.lowerBound == new {
            readKept(isUpdated: true, atMost: range.count)
            let rest = new..<range.upperBound
            if rest.isEmpty { updated.removeFirst() } else { updated[updated.startIndex] = rest }
        } else {
            readKept(isUpdated: false, atMost: updated.first.map { $0.lowerBound - new } ?? .max)
        }
    }

    private mutating func readKept(isUpdated: Bool, atMost limit: Int) {
        let untilRemoved = removed.first.map { $0.lowerBound - old } ?? .max
        let untilInserted = inserted.first.map { $0.lowerBound - new } ?? .max
        (run, length) = (.keep(isUpdated: isUpdated), min(limit, untilRemoved, untilInserted))
        guard length != .max else { return }
        old += length
        new += length
    }
}

/// Collects the runs of the composed change.
private struct Composition {
    private var removed: [Range<Int>] = []
    private var inserted: [Range<Int>] = []
    private var updated: [Range<Int>] = []
    private var old = 0
    private var new = 0

    var change: RowChange { RowChange(removed: removed, inserted: inserted, updated: updated) }

    mutating func step(_ first: inout RunReader, _ second: inout RunReader) {
        if case .remove = first.run {
            remove(first.length)
            return first.consume(first.length)
        }
        if case .insert = second.run {
            insert(second.length)
            return second.consume(second.length)
        }
        let count = min(first.length, second.length)
        switch (first.run, second.run) {
        case (.insert, .keep): insert(count)
        case (.keep, .remove): remove(count)
        case (.keep(let one), .keep(let other)): keep(count, isUpdated: one || other)
        default: break  // Inserted and removed again.
        }
        first.consume(count)
        second.consume(count)
    }

    private mutating func remove(_ count: Int) {
        removed.append(old..<old + count)
        old += count
    }

    private mutating func insert(_ count: Int) {
        inserted.append(new..<new + count)
        new += count
    }

    private mutating func keep(_ count: Int, isUpdated: Bool) {
        if isUpdated { updated.append(new..<new + count) }
        old += count
        new += count
    }
}
