import Foundation

/// One batch of updates of a list. Removed and reloaded rows are counted before it, inserted ones after it.
struct ListUpdates {
    var removed: [IndexPath] = []
    var inserted: [IndexPath] = []
    var moved: [(from: IndexPath, to: IndexPath)] = []
    var reloaded: [IndexPath] = []
    var reloadedSections = IndexSet()

    var isEmpty: Bool {
        removed.isEmpty && inserted.isEmpty && moved.isEmpty && reloaded.isEmpty && reloadedSections.isEmpty
    }

    private var sources: [IndexPath] { moved.map(\.from) }
    private var destinations: [IndexPath] { moved.map(\.to) }

    /// The path of a row after the batch; `nil` if its cell does not stay.
    func path(after path: IndexPath) -> IndexPath? {
        if let move = moved.first(where: { $0.from == path }) { return move.to }
        if reloadedSections.contains(path.section) || (removed + reloaded).contains(path) { return nil }
        let section = path.section
        var row = path.row - (removed + sources).count { $0.section == section && $0.row < path.row }
        for new in (inserted + destinations).filter({ $0.section == section }).map(\.row).sorted()
        where new <= row {
            row += 1
        }
        return IndexPath(row: row, section: section)
    }
}

// Exceptions, in UIKit's words.
extension ListUpdates {
    /// The reason of the exception for a batch that does not lead from one list to another; `nil` if it does.
    ///
    /// - Parameters:
    ///   - old: The counts of rows by section before the batch.
    ///   - new: The counts after it.
    ///   - row: What the view calls a row.
    func problem(from old: [Int], to new: [Int], row: String) -> String? {
        if old.count != new.count {
            return """
                Invalid update: invalid number of sections. The number of sections contained in the view after the update \
                (\(new.count)) must be equal to the number of sections contained in the view before the update \
                (\(old.count)), plus or minus the number of sections inserted or deleted (0 inserted, 0 deleted).
                """
        }
        if let path = (removed + sources + reloaded).first(where: { !old.contains($0) }) {
            return """
                attempt to delete \(row) \(path.row) from section \(path.section) which only contains \
                \(old.indices.contains(path.section) ? old[path.section] : 0) \(row)s before the update
                """
        }
        if let path = (inserted + destinations).first(where: { !new.contains($0) }) {
            return """
                attempt to insert \(row) \(path.row) into section \(path.section), but there are only \
                \(new.indices.contains(path.section) ? new[path.section] : 0) \(row)s in section \(path.section) \
                after the update
                """
        }
        if let path = (removed + sources + reloaded).firstRepeated {
            return
                "attempt to perform two of a delete, a move and a reload from the same index path (\(path))"
        }
        if let path = (inserted + destinations).firstRepeated {
            return "attempt to perform an insert and a move to the same index path (\(path))"
        }
        return old.indices.lazy.compactMap { countProblem(inSection: $0, old, new, row) }.first
    }

    private func countProblem(inSection section: Int, _ old: [Int], _ new: [Int], _ row: String) -> String? {
        if reloadedSections.contains(section) { return nil }
        func count(_ paths: [IndexPath]) -> Int { paths.count { $0.section == section } }
        let (ins, del) = (count(inserted), count(removed))
        let (movedIn, movedOut) = (count(destinations), count(sources))
        if old[section] + ins + movedIn - del - movedOut == new[section] { return nil }
        return """
            Invalid update: invalid number of \(row)s in section \(section). The number of \(row)s contained in an \
            existing section after the update (\(new[section])) must be equal to the number of \(row)s contained in \
            that section before the update (\(old[section])), plus or minus the number of \(row)s inserted or deleted \
            from that section (\(ins) inserted, \(del) deleted) and plus or minus the number of \(row)s moved into or \
            out of that section (\(movedIn) moved in, \(movedOut) moved out).
            """
    }
}

extension [IndexPath] {
    fileprivate var firstRepeated: IndexPath? {
        var known: Set<IndexPath> = []
        return first { !known.insert($0).inserted }
    }
}
