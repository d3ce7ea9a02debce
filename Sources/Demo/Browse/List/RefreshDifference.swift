import Flux

/// The rows that a refresh has changed.
///
/// Other pages may be loaded after the refresh than before. A row that only one of the two states has is new
/// or gone if it is between rows that both have, or between one of them and an end of the list that both have
/// loaded. Of other rows it is unknown whether the list has them.
struct RefreshDifference {
    /// The rows that are new or have changed.
    let marks: [BrowseItem.ID: BrowseModel.Mark]
    private let removedCount: Int
    /// Whether the two states have nothing that can be compared.
    private let isUnknown: Bool

    init(from old: ViewState<BrowseRow>, to new: ViewState<BrowseRow>) {
        let before = Dictionary(old.items.lazy.map { ($0.id, $0.item) }) { first, _ in first }
        let now = Set(new.items.lazy.map(\.id))
        let ends = (start: old.isAtStart && new.isAtStart, end: old.isAtEnd && new.isAtEnd)

        var marks: [BrowseItem.ID: BrowseModel.Mark] = [:]
        for row in new.items.comparable(ends, isShared: { before[$0.id] != nil }) {
            if let item = before[row.id], item == row.item { continue }
            marks[row.id] = before[row.id] == nil ? .inserted : .updated
        }
        self.marks = marks
        removedCount = old.items.comparable(ends) { now.contains($0.id) }.count { !now.contains($0.id) }
        isUnknown = !ends.start && !ends.end && now.isDisjoint(with: before.keys)
    }

    /// The numbers of rows that are new, gone and changed: `3 new, 1 gone`.
    var text: String {
        if isUnknown { return "other rows are loaded" }
        let inserted = marks.values.count { $0 == .inserted }
        let parts = [(inserted, "new"), (removedCount, "gone"), (marks.count - inserted, "changed")]
            .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return parts.isEmpty ? "no change" : parts.joined(separator: ", ")
    }
}

extension ViewState<BrowseRow> {
    fileprivate var isAtStart: Bool { !hasPrevious && placeholdersBefore == 0 }
    fileprivate var isAtEnd: Bool { !hasMore && placeholdersAfter == 0 }
}

extension RandomAccessCollection {
    /// Returns the elements from the first to the last one that is shared, and those up to a shared end.
    fileprivate func comparable(
        _ ends: (start: Bool, end: Bool), isShared: (Element) -> Bool
    ) -> SubSequence {
        guard let first = firstIndex(where: isShared), let last = lastIndex(where: isShared) else {
            return ends.start || ends.end ? self[...] : self[endIndex...]
        }
        return self[(ends.start ? startIndex : first)..<(ends.end ? endIndex : index(after: last))]
    }
}
