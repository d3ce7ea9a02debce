import PagingOperators

// The window.
extension ReferenceList {
    func status(_ direction: LoadDirection) -> Status { direction == .append ? append : prepend }

    func hasMore(_ direction: LoadDirection) -> Bool { direction == .append ? hasNext : hasPrevious }

    /// Whether the rows around the viewport include placeholders at an end.
    func isZoneUnloaded(_ side: LoadDirection) -> Bool {
        guard case .within = rules.scrollPolicy, let zone = hints.zone, placeholders(at: side) > 0 else {
            return false
        }
        return side == .append ? zone.upperBound > rowCount : zone.lowerBound < 0
    }

    func placeholders(at side: LoadDirection) -> Int {
        side == .append ? placeholdersAfter : placeholdersBefore
    }

    /// The rows, placeholders included, that take up a part of the content.
    func rows(from start: Int, to end: Int, of content: Int) -> Range<Int> {
        let count = visibleRowCount
        let first = min(max(start, 0), content) * count / content
        return first..<(max(end, 0) * count + content - 1) / content
    }

    /// Removes pages opposite to the side that was loaded or, of two that load, to the one that was asked for last.
    mutating func trim(after side: LoadDirection) {
        guard let most = rules.maxRows else { return }
        let rival: LoadDirection = side == .append ? .prepend : .append
        let kept = status(rival) == .loading ? hints.lastEnd ?? side : side
        let isHead = kept == .append
        let target: LoadDirection = isHead ? .prepend : .append
        let oldPlaceholders = placeholders(at: target)
        defer {
            let removed = max(0, placeholders(at: target) - oldPlaceholders)
            hints.redrawn[target, default: (0, 0)].removed += removed
        }
        while rowCount > most, rows.count(where: { !$0.isEmpty }) > 2,
            canLose(isHead ? rows[0] : rows[rows.count - 1], isHead)
        {
            let old = labels
            stop(isHead ? .prepend : .append)
            if isHead {
                earlierRows += rows[0].count
                let page = pages.removeFirst()
                reveal(behind: page.rows)
                if !leftKeys.isEmpty || pages.first?.page.previous == nil { leftKeys.append(page.key) }
            } else {
                let page = pages.removeLast()
                reveal(behind: page.rows)
                if !rightKeys.isEmpty || pages.last?.page.next == nil { rightKeys.append(page.key) }
            }
            present()
            followZone(from: old)
            follow(from: old)
        }
    }

    /// Whether a page at an end has no rows in view or near them.
    private func canLose(_ page: [SimulatedRow], _ isHead: Bool) -> Bool {
        let distance = { [rowCount] (rows: Range<Int>) in
            (isHead ? rows.lowerBound : rowCount - rows.upperBound) - page.count
        }
        if let zone = hints.zone, distance(zone) <= 0 { return false }
        // A separator of the page beside it is removed, too.
        let separators = setup.chain.stages.count { $0 == .separators }
        return hints.inView.map { distance($0) - separators >= rules.threshold } ?? true
    }

    /// Stops a load that was overtaken, or drops its failure.
    private mutating func stop(_ direction: LoadDirection) {
        for index in loads.indices where loads[index].direction == direction {
            loads[index].isRunning = false
        }
        if direction == .append { append = .idle } else { prepend = .idle }
        if direction == .append { hints.append = false } else { hints.prepend = false }
        hints.holds.insert(direction)
    }
}
