import PagingOperators

/// A change that does not lead from the rows of one state to those of the next.
///
/// A table view raises an exception for some of these, and shows wrong rows for the others.
public enum ListMismatch: Error, Sendable, Hashable, CustomStringConvertible {
    /// The change names rows that the list does not have.
    case rowsOutOfRange(RowChange, before: Int, after: Int)

    /// The rows that are inserted and removed do not make up for the difference.
    case wrongCount(RowChange, before: Int, after: Int)

    /// A row is said to be both inserted and updated.
    case updatedInsertion(RowChange)

    /// A row is not the one that the state has there, and the change does not say so.
    case wrongRow(Int, RowChange)

    public var description: String {
        switch self {
        case .rowsOutOfRange(let change, let before, let after):
            "The change from \(before) to \(after) rows names rows that are not there: \(change)."
        case .wrongCount(let change, let before, let after):
            "The change does not lead from \(before) to \(after) rows: \(change)."
        case .updatedInsertion(let change):
            "The change updates rows that it inserts: \(change)."
        case .wrongRow(let row, let change):
            "Row \(row) is not the one that the state has there after the change: \(change)."
        }
    }
}
