import PagingOperators

/// The rows of a list, which of them are in view, and what has been seen. A pure value.
struct SimulatedScreen<Item: Sendable>: Sendable {
    private let viewport: Int
    private var mirror: MirroredRows<Item>
    private var state = ViewState<Item>()
    private var hasState = false

    /// How many rows lie above the viewport.
    private(set) var offset = 0.0
    /// The row that the list is to show as soon as it is there.
    private var target: Int?
    private var isMovingUp = false
    /// The rows in view.
    private var shown: Set<Int> = []
    /// The rows in view that the feed has not been told of.
    private var untold: Set<Int> = []

    private(set) var frames: [ListFrame<Item>] = []
    private(set) var itemsSeen: [Item] = []
    private(set) var mismatches: [ListMismatch] = []
    var signals: [ListSignal] = []
    var isFinished = false

    init(viewport: Int, isSame: @escaping @Sendable (Item, Item) -> Bool) {
        self.viewport = viewport
        mirror = MirroredRows(isSame: isSame)
    }

    var rowCount: Int { mirror.rows.count }

    /// The offset at which the last row is at the bottom of the viewport.
    var lastOffset: Double { max(0, Double(rowCount - viewport)) }

    /// The rows that are in view by more than the error of adding fractions.
    private var visible: Range<Int> {
        let first = Int((offset + 0.001).rounded(.down))
        let end = Int((offset + Double(viewport) - 0.001).rounded(.up))
        return min(first, rowCount)..<min(end, rowCount)
    }

    /// Goes to an offset, as far as there are rows.
    ///
    /// - Returns: Whether that is somewhere else.
    mutating func move(to newOffset: Double, at time: Duration) -> Bool {
        let old = offset
        target = nil
        offset = min(max(newOffset, 0), lastOffset)
        isMovingUp = offset < old
        layOut(at: time)
        return offset != old
    }

    /// Goes to a row at once if it is there, or else as soon as its item is.
    mutating func jump(to row: Int, at time: Duration) {
        target = row
        settle()
        layOut(at: time)
    }

    private mutating func settle() {
        guard let row = target, row < rowCount else { return }
        isMovingUp = Double(row) < offset
        offset = min(Double(row), lastOffset)
        if !mirror.rows[row].isPlaceholder { target = nil }
    }

    private mutating func layOut(at time: Duration) {
        let appeared = visible.filter { !shown.contains($0) }
        itemsSeen += appeared.compactMap { mirror.rows[$0].item }
        shown = Set(visible)
        untold = untold.intersection(shown).union(appeared)
        let frame = frame(at: time)
        // What is replaced within the moment was never seen.
        if frames.last?.time == time { frames.removeLast() }
        frames.append(frame)
    }

    /// The next row in view that the feed has not been told of, in the direction of scrolling.
    mutating func nextUntoldRow() -> Int? {
        guard let row = isMovingUp ? untold.max() : untold.min() else { return nil }
        untold.remove(row)
        return row
    }
}

// States.
extension SimulatedScreen {
    /// Takes a state of the feed.
    mutating func take(_ newState: ViewState<Item>, at time: Duration) {
        let isReload = newState.change.isReload || !hasState
        hasState = true
        if isReload {
            mirror.reload(newState)
            forgetShownRows()
            offset = min(offset, lastOffset)
        } else {
            change(to: newState)
        }
        state = newState
        settle()
        // It is not among these rows, and nobody knows where it is.
        if state.refresh.error != nil || isReload && (target ?? 0) >= rowCount { target = nil }
        layOut(at: time)
    }

    private mutating func change(to newState: ViewState<Item>) {
        let change = newState.change
        let anchor = visible.lazy.compactMap { row in change.row(afterMoving: row).map { (row, $0) } }.first
        do throws(ListMismatch) {
            try mirror.apply(newState)
            let updated = Set(change.updated.joined())
            shown = Set(shown.compactMap(change.row(afterMoving:))).subtracting(updated)
            untold = Set(untold.compactMap(change.row(afterMoving:)))
        } catch {
            mismatches.append(error)
            forgetShownRows()
        }
        if let (old, new) = anchor { offset += Double(new - old) }
        offset = min(max(offset, 0), lastOffset)
    }

    private mutating func forgetShownRows() {
        shown = []
        untold = []
    }
}

// What is seen.
extension SimulatedScreen {
    func frame(at time: Duration) -> ListFrame<Item> {
        ListFrame(
            time: time, firstRow: visible.lowerBound, rows: Array(mirror.rows[visible]), rowCount: rowCount,
            phase: state.phase, footer: state.footer, isAtStart: isAtStart, isAtEnd: isAtEnd, waits: waits)
    }

    // By less than the error of adding fractions.
    private var isAtStart: Bool { offset < 0.001 }
    private var isAtEnd: Bool { offset > lastOffset - 0.001 }

    private var waits: Set<ListWait> {
        var waits: Set<ListWait> = []
        if mirror.rows[visible].contains(where: \.isPlaceholder) { waits.insert(.placeholders) }
        if state.phase == .firstLoad { return waits.union([.firstLoad]) }
        guard hasState, rowCount > 0 else { return waits }
        if state.refresh.isLoading { waits.insert(.refresh) }
        if state.prepend.isLoading, isAtStart { waits.insert(.top) }
        if state.append.isLoading, isAtEnd { waits.insert(.bottom) }
        return waits
    }
}
