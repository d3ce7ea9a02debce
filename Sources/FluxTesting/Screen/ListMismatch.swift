import Foundation
import PagingOperators

/// A change that does not lead from the rows of one state to those of the next.
///
/// A table view raises an exception for some of these, and shows wrong rows for others.
public enum ListMismatch: Error, Sendable, Hashable, CustomStringConvertible {
    /// The change contains rows out of bounds.
    case rowsOutOfRange(RowChange, before: Int, after: Int)

    /// The inserted and removed rows do not add up to the difference in count.
    case wrongCount(RowChange, before: Int, after: Int)

    /// The change both inserts and updates a row.
    case updatedInsertion(RowChange)

    /// The change moves a row twice, or moves one that it also removes or inserts.
    case wrongMove(RowChange)

    /// A row differs from the state's, and the change does not update it.
    case wrongRow(Int, RowChange)

    public var description: String {
        switch self {
        case .rowsOutOfRange(let change, let before, let after):
            "A change from \(before) to \(after) rows has rows out of bounds: \(change)."
        case .wrongCount(let change, let before, let after):
            "A change does not add up from \(before) to \(after) rows: \(change)."
        case .updatedInsertion(let change):
            "A change updates rows that it inserts: \(change)."
        case .wrongMove(let change):
            "A change moves rows twice, or moves rows that it removes or inserts: \(change)."
        case .wrongRow(let row, let change):
            "Row \(row) differs from the state's after the change: \(change)."
        }
    }
}

extension ListMismatch: LocalizedError {
    public var errorDescription: String? { description }
}
