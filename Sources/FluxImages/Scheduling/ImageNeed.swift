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
    /// How many observers have each priority.
    private var counts = SIMD4<UInt32>()
    /// The rows of lists, one for each observer that is a row.
    private(set) var rows: [ListRow] = []

    init(_ need: ImageNeed? = nil) {
        if let need { add(need) }
    }

    /// The highest priority of an observer; `nil` if all of them are rows.
    var highest: ImagePriority? {
        counts.indices.last { counts[$0] > 0 }.flatMap(ImagePriority.init)
    }

    mutating func add(_ need: ImageNeed) {
        switch need {
        case .priority(let priority): counts[priority.rawValue] += 1
        case .row(let row, let list): rows.append(ListRow(list: list, row: row))
        }
    }

    mutating func remove(_ need: ImageNeed) {
        switch need {
        case .priority(let priority): counts[priority.rawValue] -= 1
        case .row(let row, let list):
            let removed = ListRow(list: list, row: row)
            if let index = rows.firstIndex(of: removed) { rows.remove(at: index) }
        }
    }
}
