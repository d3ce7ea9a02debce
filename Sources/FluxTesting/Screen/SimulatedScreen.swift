import PagingOperators

/// The rows of a list, the visible ones, and the frames so far. A pure value.
struct SimulatedScreen<Item: Sendable>: Sendable {
    private let viewport: Int
    private var mirror: MirroredRows<Item>
    private(set) var state = ViewState<Item>()
    private var hasState = false

    /// The number of rows above the viewport.
    private(set) var offset = 0.0
    /// The row to scroll to once it is loaded.
    private var target: Int?
    /// Whether the list was scrolled since the last jump, so that its row is not scrolled to.
    private var hasLeftTarget = false
    private var isMovingUp = false
    /// The visible rows.
    private var shown: Set<Int> = []
    /// The visible rows for which no signal has been sent.
    private var unreported: Set<Int> = []
    /// The number of reloads, after each of which the visible rows are reported again.
    private(set) var reloadCount = 0
    /// The number of jumps that the screen has not followed, after each of which its place is reported again:
    /// for the feed, it is at the row of the jump.
    private(set) var declinedJumpCount = 0

    private(set) var frames: [ListFrame<Item>] = []
    private(set) var itemsSeen: [Item] = []
    private(set) var mismatches: [ListMismatch] = []
    private(set) var jumps: [ListJump] = []
    var signals: [ListSignal] = []
    var isFinished = false

    init(viewport: Int, isSame: @escaping @Sendable (Item, Item) -> Bool) {
        self.viewport = viewport
        mirror = MirroredRows(isSame: isSame)
    }

    var rowCount: Int { mirror.rows.count }

    /// The offset at which the last row is at the bottom of the viewport.
    var lastOffset: Double { max(0, Double(rowCount - viewport)) }

    /// The rows that are visible by more than the rounding error.
    var visible: Range<Int> {
        let first = Int((offset + 0.001).rounded(.down))
        let end = Int((offset + Double(viewport) - 0.001).rounded(.up))
        return min(first, rowCount)..<min(end, rowCount)
    }

    /// Scrolls to an offset, as far as there are rows.
    ///
    /// - Returns: Whether the offset has changed.
    mutating func move(to newOffset: Double, at time: Duration) -> Bool {
        let old = offset
        hasLeftTarget = hasLeftTarget || target != nil
        target = nil
        offset = min(max(newOffset, 0), lastOffset)
        isMovingUp = offset < old
        layOut(at: time)
        return offset != old
    }

    /// Scrolls to a row at once if it is loaded, or else once its item is.
    mutating func jump(to row: Int, at time: Duration) {
        target = row
        hasLeftTarget = false
        settle()
        layOut(at: time)
    }

    /// Ends a jump whose row is not loaded: no state scrolls to it.
    mutating func endJump() {
        target = nil
    }

    /// Whether rows have the numbers that they have in the whole list. If not, the row of a jump is known by
    /// the state that has its target only.
    private var beginsWithFirstRow: Bool { state.placeholdersBefore > 0 || !state.hasPrevious }

    private mutating func settle() {
        guard let row = target, row < rowCount, beginsWithFirstRow else { return }
        isMovingUp = Double(row) < offset
        offset = min(Double(row), lastOffset)
        if !mirror.rows[row].isPlaceholder { target = nil }
    }

    private mutating func layOut(at time: Duration) {
        let appeared = visible.filter { !shown.contains($0) }
        itemsSeen += appeared.compactMap { mirror.rows[$0].item }
        shown = Set(visible)
        unreported = unreported.intersection(shown).union(appeared)
        let frame = frame(at: time)
        // A frame replaced within the same moment was never visible.
        if frames.last?.time == time { frames.removeLast() }
        frames.append(frame)
    }

    /// Returns the next visible row without a signal, in the direction of scrolling.
    mutating func nextUnreportedRow() -> Int? {
        guard let row = isMovingUp ? unreported.max() : unreported.min() else { return nil }
        unreported.remove(row)
        return row
    }
}

// States.
extension SimulatedScreen {
    /// Takes a state of the feed.
    mutating func take(_ newState: ViewState<Item>, at time: Duration) {
        // The first one may be made by hand, without a change.
        let isReload = newState.change.isReload || !hasState && newState.change == RowChange()
        let isMoving = target != nil || !hasState || newState.scrollTarget?.isJump == true
        let old = viewportItems
        hasState = true
        if isReload {
            mirror.reload(newState)
            forgetShownRows()
            if newState.scrollTarget == nil { offset = min(offset, lastOffset) }
        } else {
            change(to: newState)
            // A list that was loaded anew may end at the visible rows: they are reported again, as after a
            // reload. Not if nothing was loaded: each report may begin a load, and the next one end it.
            if state.refresh.isLoading, !newState.refresh.isLoading, newState.refresh.error == nil,
                newState.tally.generations != state.tally.generations || newState.storedAt != state.storedAt
            {
                forgetShownRows()
                isMovingUp = false
            }
        }
        let hasFailed = newState.isFailing && !state.isFailing
        state = newState
        follow(newState.scrollTarget)
        settle()
        if !isMoving { recordJump(of: old, at: time) }
        // The row is not in the list, and its position is unknown.
        if hasFailed || state.refresh.error != nil || isReload && (target ?? 0) >= rowCount { endJump() }
        layOut(at: time)
    }

    private mutating func change(to newState: ViewState<Item>) {
        let change = newState.change
        // A row that has moved is followed if all others are gone, as by `topRow(following:)`.
        let anchor = change.movedLast(Array(visible), row: { $0 }).lazy
            .compactMap { row in change.row(afterMoving: row).map { (row, $0) } }.first
        let top = newState.topRow(following: visible)
        do throws(ListMismatch) {
            try mirror.apply(newState)
            let updated = Set(change.updated.joined())
            shown = Set(shown.compactMap(change.row(afterMoving:))).subtracting(updated)
            unreported = Set(unreported.compactMap(change.row(afterMoving:)))
        } catch {
            mismatches.append(error)
            forgetShownRows()
        }
        // By how many rows it moves is said otherwise.
        if case .moved = newState.scrollTarget { return }
        offset = anchor.map { offset + Double($1 - $0) } ?? Double(top)
        offset = min(max(offset, 0), lastOffset)
    }

    /// Scrolls to the target of a state: the row of a jump to the top, unless the list was scrolled since,
    /// and rows that have other numbers to their place on the screen.
    private mutating func follow(_ scrollTarget: ScrollTarget?) {
        switch scrollTarget {
        case .jump(let row):
            if hasLeftTarget {
                declinedJumpCount += 1
                forgetShownRows()
            } else {
                target = nil
                offset = Double(row)
            }
            hasLeftTarget = false
        case .moved(_, let distance): offset += Double(distance)
        case nil: return
        }
        offset = min(max(0, offset), lastOffset)
    }

    private mutating func forgetShownRows() {
        reloadCount += 1
        shown = []
        unreported = []
    }
}

// Jumps.
extension SimulatedScreen {
    /// The visible items with their rows, and their positions on the screen.
    private struct ViewportItems {
        let items: [(row: Int, item: Item)]
        let offset: Double
        /// The number of visible rows, placeholders included.
        let rowCount: Int
    }

    private var viewportItems: ViewportItems {
        let visible = visible
        let items = visible.compactMap { row in mirror.item(atRow: row).map { (row, $0) } }
        return ViewportItems(items: items, offset: offset, rowCount: visible.count)
    }

    /// Records that the present state has moved or removed visible items.
    private mutating func recordJump(of old: ViewportItems, at time: Duration) {
        if old.items.isEmpty { return }
        let distance = distance(ofFirstOf: old)
        let isShorter = visible.count < old.rowCount && state.hasMore
        if let distance, distance.magnitude <= 0.001, !isShorter { return }
        jumps.append(ListJump(time: time, distance: distance))
    }

    /// The distance by which the first item that is still in its order has moved on the screen; that of one
    /// that has moved among the others, if there is none.
    private func distance(ofFirstOf old: ViewportItems) -> Double? {
        for (row, item) in state.change.movedLast(old.items, row: { $0.row }) {
            if let distance = distance(ofItem: item, from: row, at: Double(row) - old.offset) {
                return distance
            }
        }
        return nil
    }

    /// The distance by which an item has moved on the screen: to the row to which the change has moved it or,
    /// as after a reload, to the nearest with an equal item. `nil` if there is none.
    private func distance(ofItem item: Item, from oldRow: Int, at position: Double) -> Double? {
        let rows: [Int]
        if let row = state.change.row(afterMoving: oldRow), mirror.item(atRow: row) != nil {
            rows = [row]
        } else {
            rows = mirror.rows.indices.filter { row in
                mirror.item(atRow: row).map { mirror.isSame($0, item) } ?? false
            }
        }
        return rows.map { Double($0) - offset - position }.min { $0.magnitude < $1.magnitude }
    }
}

extension RowChange {
    /// Sorts elements so that those whose rows have moved are the last ones.
    fileprivate func movedLast<Element>(_ elements: [Element], row: (Element) -> Int) -> [Element] {
        if moved.isEmpty { return elements }
        let sources = Set(moved.map(\.source))
        return elements.filter { !sources.contains(row($0)) } + elements.filter { sources.contains(row($0)) }
    }
}

// Frames.
extension SimulatedScreen {
    func frame(at time: Duration) -> ListFrame<Item> {
        ListFrame(
            time: time, firstRow: visible.lowerBound, rows: Array(mirror.rows[visible]), rowCount: rowCount,
            phase: state.phase, footer: state.footer, isAtStart: isAtStart, isAtEnd: isAtEnd, waits: waits)
    }

    // Up to the rounding error.
    private var isAtStart: Bool { offset < 0.001 }
    private var isAtEnd: Bool { offset > lastOffset - 0.001 }

    private var waits: Set<ListWait> {
        var waits: Set<ListWait> = []
        if mirror.rows[visible].contains(where: { $0.isPlaceholder }) { waits.insert(.placeholders) }
        if state.phase == .firstLoad { return waits.union([.firstLoad]) }
        guard hasState, rowCount > 0 else { return waits }
        if state.refresh.isLoading { waits.insert(.refresh) }
        if state.prepend.isLoading, isAtStart { waits.insert(.top) }
        if state.append.isLoading, isAtEnd { waits.insert(.bottom) }
        return waits
    }
}

extension ViewState {
    /// Whether a load has failed, and is not repeated.
    fileprivate var isFailing: Bool { refresh.error != nil || append.error != nil || prepend.error != nil }
}
