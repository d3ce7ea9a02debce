import Foundation
import PagingOperators

/// The place of a list after a state is shown.
struct ListPlace: Equatable {
    /// The row that is scrolled to.
    let row: Int

    /// The row in view, counted in the state before, whose distance from the top of the viewport it gets: the
    /// same row, or the first one if all are gone. `nil` if it goes to the top.
    let follows: Int?
}

/// The place of a view with several lists, its sections, after a state of one of them is shown.
struct SectionPlace: Equatable {
    /// The row that is scrolled to.
    let path: IndexPath

    /// The row in view, counted in the state before, whose distance from the top of the viewport it gets.
    /// `nil` if it goes to the top.
    let follows: IndexPath?
}

extension ViewState {
    /// Whether a list that shows this state has the same rows, at the same place.
    var keepsRows: Bool { change.isEmpty && scrollTarget == nil }

    /// The place of the list after this state is shown; `nil` if it has no rows, or none were in view and
    /// none is scrolled to.
    ///
    /// - Parameter rows: The rows that were in view; `nil` if there were none.
    func place(following rows: Range<Int>?) -> ListPlace? {
        if rowCount == 0 { return nil }
        if case .jump(let row) = scrollTarget { return ListPlace(row: row, follows: nil) }
        guard let rows else { return nil }
        if staysAtStart(showing: rows) {
            return ListPlace(row: topRow(following: rows), follows: rows.lowerBound)
        }
        guard let kept = change.firstKeptRow(of: rows), let row = change.row(afterMoving: kept) else {
            return ListPlace(row: topRow(following: rows), follows: rows.lowerBound)
        }
        return ListPlace(row: row, follows: kept)
    }

    /// The place of a view after this state is shown in a section: that of the section, or of the first row
    /// in view if the section has none there, which may be below the rows that change.
    ///
    /// - Parameters:
    ///   - paths: The rows that were in view, of all sections.
    ///   - section: The section of the list.
    func place(following paths: some Sequence<IndexPath>, inSection section: Int) -> SectionPlace? {
        let rows = paths.rows(inSection: section)
        if let place = place(following: rows) {
            return SectionPlace(
                path: IndexPath(indexes: [section, place.row]),
                follows: place.follows.map { IndexPath(indexes: [section, $0]) })
        }
        guard rows == nil || rowCount == 0, let first = paths.filter({ $0[0] != section }).min(),
            rows != nil || !staysAtStart(showing: first, ofSectionAfter: section)
        else { return nil }
        return SectionPlace(path: first, follows: first)
    }

    /// Whether a view that begins with the first row of a section stays at its start when one before it gets
    /// its first rows.
    private func staysAtStart(showing first: IndexPath, ofSectionAfter section: Int) -> Bool {
        first[0] > section && first[1] == 0 && (change.isReload || change.countChange == rowCount)
    }

    /// Whether a list at its start stays there in the list of another source, also where its first row is
    /// farther down in that: a target that is computed for the first row.
    private func staysAtStart(showing rows: Range<Int>) -> Bool {
        guard rows.lowerBound == 0, !change.isReload, case .moved(let row, let distance) = scrollTarget else {
            return false
        }
        return row == distance
    }
}

extension RowChange {
    /// The first of some rows that is still there in its order, or the first that has moved; `nil` if all are
    /// gone, or after a reload.
    fileprivate func firstKeptRow(of rows: Range<Int>) -> Int? {
        if isReload { return nil }
        if isEmpty { return rows.first }
        let sources = Set(moved.lazy.map(\.source).filter(rows.contains))
        return rows.first { !sources.contains($0) && row(afterMoving: $0) != nil } ?? sources.min()
    }
}
