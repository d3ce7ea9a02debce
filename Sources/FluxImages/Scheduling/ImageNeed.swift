/// When an observer needs its image.
@usableFromInline
package enum ImageNeed: Hashable, Sendable {
    /// By priority.
    case priority(ImagePriority)

    /// When a row of a list is in view.
    case row(Int, of: ImageListID)
}

/// A row of a list.
struct ListRow: Hashable, Sendable {
    let list: ImageListID
    let row: Int
}

/// The needs of a number of observers.
struct ImageNeeds: Sendable {
    private var counts = SIMD4<UInt32>()
    /// The rows of lists, one for each observer that is a row.
    private(set) var rows: [ListRow] = []

    init(_ need: ImageNeed? = nil) {
        if let need { add(need) }
    }

    /// The highest priority of an observer; `nil` if all of them are rows.
    var highest: ImagePriority? {
        if self[.shown] > 0 { return .shown }
        if self[.nearAhead] > 0 { return .nearAhead }
        if self[.nearBehind] > 0 { return .nearBehind }
        return self[.prefetch] > 0 ? .prefetch : nil
    }

    mutating func add(_ need: ImageNeed) {
        switch need {
        case .priority(let priority): self[priority] += 1
        case .row(let row, let list): rows.append(ListRow(list: list, row: row))
        }
    }

    mutating func remove(_ need: ImageNeed) {
        switch need {
        case .priority(let priority): self[priority] -= 1
        case .row(let row, let list):
            let removed = ListRow(list: list, row: row)
            if let index = rows.firstIndex(of: removed) { rows.remove(at: index) }
        }
    }

    private subscript(priority: ImagePriority) -> UInt32 {
        get { counts[priority.rawValue] }
        set { counts[priority.rawValue] = newValue }
    }
}
