@testable import PagingOperators

/// A model of `RowImages` that loops over all rows each time.
struct RowImagesModel {
    struct Row {
        let number: Int
        var image = ImageState<Picture>.idle(placeholder: .placeholder)
        var wasNear = false

        /// The same row with another number.
        func updated(to newNumber: Int) -> Row {
            if ImageRequest.picture(of: number) != .picture(of: newNumber) { return Row(number: newNumber) }
            return Row(number: newNumber, image: image, wasNear: wasNear)
        }
    }

    /// A row and its previous position; neither for a new placeholder.
    private struct Slot {
        var old: Int?
        var row: Row?
    }

    let near: Int
    let kept: Int
    var cached: Set<Int> = []
    /// All rows; a placeholder is `nil`.
    private(set) var rows: [Row?] = []
    private var focus: Int?

    init(near: Int, kept: Int) {
        self.near = near
        self.kept = kept
    }

    var images: [ImageState<Picture>] { rows.compactMap { $0?.image } }

    mutating func show(_ row: Int) {
        focus = row
        look()
    }

    mutating func take(_ state: ViewState<Int>) {
        let isReload = state.change.isReload
        let images = isReload ? loadedImages : [:]
        isReload ? reload(state) : apply(state.change, of: state)
        focus = state.scrollTarget ?? focus
        look(taking: images)
    }

    /// An image or an error has arrived for an item.
    mutating func set(_ image: ImageState<Picture>, ofItem item: Int) {
        guard let first = rows.firstIndex(where: { $0 != nil }) else { return }
        rows[first + item]?.image = image
    }

    private mutating func reload(_ state: ViewState<Int>) {
        rows = state.rows.map { $0.map { Row(number: $0) } }
        if let row = focus, row >= rows.count { focus = nil }
    }

    private mutating func apply(_ change: RowChange, of state: ViewState<Int>) {
        var slots = rows.indices.map { Slot(old: $0, row: rows[$0]) }
        for range in change.removed.reversed() { slots.removeSubrange(range) }
        for row in change.inserted.joined() {
            slots.insert(Slot(row: state.item(atRow: row).map { Row(number: $0) }), at: row)
        }
        for row in change.updated.joined() {
            let number = state.item(atRow: row)
            slots[row].row = number.map { slots[row].row?.updated(to: $0) ?? Row(number: $0) }
        }
        moveFocus(in: slots)
        rows = slots.map(\.row)
    }

    private mutating func moveFocus(in slots: [Slot]) {
        guard let row = focus else { return }
        if row < rows.count {
            focus = slots.firstIndex { ($0.old ?? -1) >= row } ?? max(0, slots.count - 1)
        } else if let last = slots.lastIndex(where: { $0.old != nil }), let old = slots[last].old {
            focus = row + last - old
        }
    }

    private var loadedImages: [Int: Picture] {
        var images: [Int: Picture] = [:]
        for row in rows.lazy.compactMap({ $0 }) {
            if case .loaded(let image, _) = row.image { images[row.number % 1000] = image }
        }
        return images
    }

    private mutating func look(taking images: [Int: Picture] = [:]) {
        focus = focus ?? rows.firstIndex { $0 != nil }
        let center = focus ?? 0
        for index in rows.indices {
            guard var row = rows[index] else { continue }
            let isNear = abs(index - center) <= near
            if isNear, row.image.isIdle || row.image.error != nil && !row.wasNear {
                begin(&row, taking: images)
            }
            if !isNear, row.image.isLoading { row.image = .idle(placeholder: .placeholder) }
            if abs(index - center) > kept, case .loaded = row.image {
                row.image = .idle(placeholder: .placeholder)
            }
            row.wasNear = isNear
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
