import PagingOperators

/// An edit of the rows, as data.
package struct SimulatedEdit: Sendable, CustomStringConvertible {
    package enum Kind: Sendable {
        case update(Int, by: Int)
        case remove(Int)
        case insert(SimulatedRow, FeedPlace<Int>)
        case move(Int, FeedPlace<Int>)

        func updates(_ id: Int) -> Bool { if case .update(id, _) = self { true } else { false } }

        func moves(_ id: Int) -> Bool { if case .move(id, _) = self { true } else { false } }
    }

    package var kind: Kind
    package var survivesRefresh: Bool

    package var description: String { "\(kind)\(survivesRefresh ? ", kept through refreshes" : "")" }

    /// The row to which it gives a place.
    var placedRow: Int? {
        switch kind {
        case .update, .remove: nil
        case .insert(let row, _): row.id
        case .move(let id, _): id
        }
    }

    /// Whether it inserts a row under an identity.
    func inserts(_ id: Int) -> Bool {
        if case .insert(let row, _) = kind { row.id == id } else { false }
    }

    /// Makes the edit.
    package func make(in edits: FeedEdits<SimulatedRow, Int>) -> FeedEdit {
        switch kind {
        case .update(let id, let number):
            edits.update(id, survivesRefresh: survivesRefresh) {
                SimulatedRules.update(&$0, by: number)
            }
        case .remove(let id): edits.remove(id, survivesRefresh: survivesRefresh)
        case .insert(let row, let place):
            edits.insert(row, at: place, survivesRefresh: survivesRefresh)
        case .move(let id, let place): edits.move(id, to: place, survivesRefresh: survivesRefresh)
        }
    }
}
