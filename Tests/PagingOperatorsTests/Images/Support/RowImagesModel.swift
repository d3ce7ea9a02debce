import LoadingTestSupport

@testable import FluxImages
@testable import PagingOperators

/// A model of `RowImages` that loops over all rows each time.
struct RowImagesModel {
    struct Row {
        let number: Int
        var image = ImageState<Picture>.idle(placeholder: .placeholder)
        var wasNear = false
        /// Whether the row was near enough to be prefetched, and has not changed since.
        var wasInRange = false
        var isPrefetched = false

        /// The same row with another number.
        ///
        /// - Parameter cached: The pictures in memory: a row that has an image, or has failed, takes its own.
        func updated(to newNumber: Int, cached: Set<Int>) -> Row {
            if ImageRequest.picture(of: number) != .picture(of: newNumber) { return Row(number: newNumber) }
            var row = Row(number: newNumber, image: image, wasNear: wasNear, isPrefetched: isPrefetched)
            let picture = newNumber % 1000
            guard cached.contains(picture) else { return row }
            if image.error != nil { row.image = .idle(placeholder: .placeholder) }
            if case .loaded = image { row.image = .loaded(Picture("cached \(picture)"), from: .memory) }
            return row
        }
    }

    /// A row and its previous position; neither for a new placeholder.
    private struct Slot {
        var old: Int?
        var hasMoved = false
        var row: Row?
    }

    let near: Int
    let kept: Int
    let prefetched: Int
    var cached: Set<Int> = []
    /// All rows; a placeholder is `nil`.
    private(set) var rows: [Row?] = []
    private var focus: Range<Int>?
    private var margins = (before: 0, after: 0)
    private var height = 1
    /// The rows that were reported one by one since the list has jumped, and all between them.
    private var passed = 0..<0
    /// Those that have lost their images since.
    private var lost: Set<Int> = []

    init(near: Int, kept: Int, prefetched: Int) {
        self.near = near
        self.kept = kept
        self.prefetched = prefetched
    }

    var images: [ImageState<Picture>] { rows.compactMap { $0?.image } }

    /// The requests that are prefetched.
    var prefetchedRequests: Set<ImageRequest> {
        Set(rows.compactMap { $0 }.filter(\.isPrefetched).compactMap { .picture(of: $0.number) })
    }

    mutating func show(_ rows: Range<Int>) {
        let isRepeated = rows == focus
        widen(to: rows)
        focus = rows
        let old = self.rows.map { $0?.image.isIdle }
        look()
        if rows.count > 1 || isRepeated { return }
        for (row, wasIdle) in old.enumerated() where wasIdle == false {
            if self.rows[row]?.image.isIdle == true { lost.insert(row) }
        }
    }

    /// Rows that are shown one after the other are in view together, as many as several were before.
    private mutating func widen(to rows: Range<Int>) {
        if rows == focus { return }
        height = max(height, rows.count)
        let row = rows.lowerBound
        var shown = [row]
        if rows.count == 1, let focus {
            let old = Array(focus.lowerBound - margins.before..<focus.upperBound + margins.after)
            let all = min(old.min() ?? row, row)...max(old.max() ?? row, row)
            let isInView =
                lost.contains(row) && passed.contains(row) && !old.contains { abs($0 - row) <= 1 }
            if isInView { height = max(height, all.count) } else { lost = [] }
            if isInView || old.contains(where: { abs($0 - row) <= 4 }) {
                shown += old.filter { abs($0 - row) < height }
            }
            let isBeside = passed.lowerBound - 4..<passed.upperBound + 4 ~= row
            passed = isBeside ? min(passed.lowerBound, row)..<max(passed.upperBound, row + 1) : rows
        } else {
            (lost, passed) = ([], rows)
        }
        margins = (row - (shown.min() ?? row), (shown.max() ?? row) - row)
    }

    mutating func take(_ state: ViewState<Int>) {
        let isReload = state.change.isReload
        let next = focus
        let images = isReload ? loadedImages : [:]
        isReload ? reload(state) : apply(state.change, of: state)
        scroll(to: state.scrollTarget, count: state.focusRows?.count ?? 1)
        // A feed says which rows are in view, which its engine's own tests check.
        if let rows = state.focusRows {
            if let next, state.change.keepsRows(before: next.lowerBound) { focus = next; widen(to: rows) }
            focus = rows
        }
        let isFirst = focus == nil
        focus = focus ?? firstItem
        let first = focus?.lowerBound ?? 0
        let isJump = state.scrollTarget?.isJump == true || isFirst
        margins =
            isJump
            ? (0, 0)
            : (
                min(margins.before, first),
                min(margins.after, max(0, state.rowCount - (focus?.upperBound ?? 0)))
            )
        lost = []
        if state.scrollTarget?.isJump == true || !state.change.keepsRows(before: passed.last) {
            passed = focus ?? 0..<0
        }
        look(taking: images)
    }

    /// An image or an error has arrived for an item.
    mutating func set(_ image: ImageState<Picture>, ofItem item: Int) {
        guard let first = rows.firstIndex(where: { $0 != nil }) else { return }
        rows[first + item]?.image = image
    }

    private mutating func scroll(to target: ScrollTarget?, count: Int) {
        switch target {
        case .jump(let row): focus = row..<row + count
        case .moved(_, let distance):
            let first = focus.map { max(0, min($0.lowerBound + distance, rows.count - 1)) }
            focus = first.map { $0..<$0 + count }
        case nil: break
        }
    }

    private mutating func reload(_ state: ViewState<Int>) {
        rows = state.rows.map { $0.map { Row(number: $0) } }
        margins = (0, 0)
        if let shown = focus, shown.lowerBound >= rows.count, state.scrollTarget == nil { focus = nil }
    }

    private mutating func apply(_ change: RowChange, of state: ViewState<Int>) {
        var slots = rows.indices.map { Slot(old: $0, row: rows[$0]) }
        var arriving: [Int: Slot] = [:]
        for move in change.moved {
            // At its new place a row may try again to load its image.
            slots[move.source].row?.wasNear = false
            slots[move.source].row?.wasInRange = false
            arriving[move.destination] = Slot(old: move.source, hasMoved: true, row: slots[move.source].row)
        }
        for range in change.withoutMoves.removed.reversed() { slots.removeSubrange(range) }
        for row in change.withoutMoves.inserted.joined() {
            slots.insert(
                arriving[row] ?? Slot(row: state.item(atRow: row).map { Row(number: $0) }), at: row)
        }
        for row in change.updated.joined() {
            let number = state.item(atRow: row)
            slots[row].row = number.map { slots[row].row?.updated(to: $0, cached: cached) ?? Row(number: $0) }
        }
        moveFocus(in: slots)
        rows = slots.map(\.row)
    }

    private mutating func moveFocus(in slots: [Slot]) {
        guard let shown = focus else { return }
        var first = shown.lowerBound
        if first < rows.count {
            let inView = slots.firstIndex { !$0.hasMoved && shown.contains($0.old ?? -1) }
            let moved = slots.filter { $0.hasMoved && shown.contains($0.old ?? -1) }.compactMap(\.old).min()
            let next = slots.firstIndex { !$0.hasMoved && ($0.old ?? -1) >= first }
            let movedPlace = slots.firstIndex { moved != nil && $0.old == moved }
            // As far below the row above, but not beyond the row below.
            let above = slots.lastIndex { slot in !slot.hasMoved && slot.old.map { $0 < first } ?? false }
            let place = (above ?? -1) + first - (above.flatMap { slots[$0].old } ?? -1)
            first = inView ?? movedPlace ?? max(0, min(place, next ?? slots.count, slots.count - 1))
            // A row that has become a placeholder is not followed if one is left that has moved.
            if let place = inView, let movedPlace, slots[place].row == nil, slots[movedPlace].row != nil,
                slots[place].old.map({ rows[$0] != nil }) ?? false
            {
                first = movedPlace
            }
            // Placeholders after an item at the top do not keep the place if no item stays in view there.
            let itemsInPlace = slots.contains {
                !$0.hasMoved && shown.contains($0.old ?? -1) && $0.row != nil
            }
            if inView != nil, moved == shown.lowerBound, let movedPlace, slots[movedPlace].row != nil,
                !itemsInPlace,
                !view(of: shown, from: first, in: slots).contains(movedPlace)
            {
                first = movedPlace
            }
        } else if let last = slots.lastIndex(where: { $0.old != nil && !$0.hasMoved }),
            let old = slots[last].old
        {
            first += last - old
        }
        focus = view(of: shown, from: first, in: slots)
    }

    /// As many rows as those in view. A list that ended below them does so afterwards.
    private func view(of shown: Range<Int>, from first: Int, in slots: [Slot]) -> Range<Int> {
        let last = shown.upperBound <= rows.count ? slots.count - shown.count : first
        let first = max(0, min(first, last))
        return first..<first + shown.count
    }

    private var loadedImages: [Int: Picture] {
        var images: [Int: Picture] = [:]
        for row in rows.lazy.compactMap({ $0 }) {
            if case .loaded(let image, _) = row.image { images[row.number % 1000] = image }
        }
        return images
    }

    /// The row that is in view before any was shown.
    private var firstItem: Range<Int>? { rows.firstIndex { $0 != nil }.map { $0..<$0 + 1 } }

    private mutating func look(taking images: [Int: Picture] = [:]) {
        focus = focus ?? firstItem
        let rowsInView = focus ?? 0..<1
        let shown = rowsInView.lowerBound - margins.before..<rowsInView.upperBound + margins.after
        for index in rows.indices {
            guard var row = rows[index] else { continue }
            let distance = max(shown.lowerBound - index, index - shown.upperBound + 1)
            let isNear = distance <= near
            if isNear, row.image.isIdle || row.image.error != nil && !row.wasNear {
                begin(&row, taking: images)
            }
            if !isNear, row.image.isLoading { row.image = .idle(placeholder: .placeholder) }
            if distance > kept, case .loaded = row.image {
                row.image = .idle(placeholder: .placeholder)
            }
            row.wasNear = isNear
            let isInRange = distance <= prefetched && prefetched > near
            if isNear || !isInRange || !row.image.isIdle || row.number < 0 {
                row.isPrefetched = false
            } else if !row.wasInRange {
                row.isPrefetched = true
            }
            row.wasInRange = isInRange
            rows[index] = row
        }
    }

    private func begin(_ row: inout Row, taking images: [Int: Picture]) {
        guard row.number >= 0 else { return }
        let picture = row.number % 1000
        if cached.contains(picture) {
            row.image = .loaded(Picture("cached \(picture)"), from: .memory)
        } else if let image = images[picture] {
            row.image = .loaded(image, from: .memory)
        } else {
            row.image = .loading(ImageProgress(), placeholder: .placeholder)
        }
    }
}
