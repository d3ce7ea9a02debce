import PagingOperators

// The rows in view while the list changes, as a person expects: the row at the top stays at the top.
extension ReferenceList {
    /// Where a screen is after an event.
    struct Landing {
        var top: TopRow
        /// Where the list has to scroll; `nil` if its change says where the rows in view are.
        var target: ScrollTarget?
    }

    /// The first row in view after an event.
    enum TopRow: Equatable {
        case row(Int)
        /// One of several, which have changed places.
        case oneOf([Int])
        case ambiguous

        func clamped(to rows: ClosedRange<Int>) -> TopRow {
            let nearest = { (row: Int) in max(rows.lowerBound, min(row, rows.upperBound)) }
            return switch self {
            case .row(let row): .row(nearest(row))
            case .oneOf(let all): .oneOf(all.map(nearest))
            case .ambiguous: .ambiguous
            }
        }
    }

    /// Returns where the screen is after an event.
    ///
    /// - Parameter old: The list before the event.
    func landing(since old: ReferenceList) -> Landing {
        if let rows = arrivals.last {
            return Landing(top: .row(rows.lowerBound), target: .jump(row: rows.lowerBound))
        }
        guard let view else { return Landing(top: rowCount > 0 ? .row(placeholdersBefore) : .ambiguous) }
        if generation > old.generation, old.visibleRowCount > 0, !setup.chain.identifiesRows {
            return landing(afterReloading: view, since: old)
        }
        let top = top(following: view, since: old)
        let isWithin = view.upperBound <= old.visibleRowCount
        return Landing(top: isWithin ? top.clamped(to: 0...max(0, visibleRowCount - view.count)) : top)
    }

    /// Rows without identities count from the first row of the page that was loaded again. If there is no such page, they
    /// keep their numbers.
    private func landing(afterReloading view: Range<Int>, since old: ReferenceList) -> Landing {
        let top = view.lowerBound
        guard rowCount > 0 else { return Landing(top: .ambiguous) }
        let item = reloaded.map { row(top - old.placeholdersBefore, following: $0) }
        let distance = item.map { $0 + placeholdersBefore - top } ?? 0
        if distance == 0 { return Landing(top: .row(top < visibleRowCount ? top : placeholdersBefore)) }
        let nearest = max(0, min(top + distance - placeholdersBefore, rowCount - 1))
        return Landing(
            top: TopRow.row(top + distance).clamped(to: 0...visibleRowCount - 1),
            target: .moved(to: nearest + placeholdersBefore, by: distance))
    }

    /// Returns the new number of the first row in view or, if it is gone, of the next one or the last.
    private func top(following view: Range<Int>, since old: ReferenceList) -> TopRow {
        let top = view.lowerBound
        // A row that is reported before there are any keeps its number.
        if old.visibleRowCount == 0 { return .row(top) }
        let fromEnd = old.visibleRowCount - top
        guard fromEnd > 0, visibleRowCount > 0 else { return .ambiguous }
        // Placeholders that are left count from their end of the list.
        if top < old.placeholdersBefore { return top < placeholdersBefore ? .row(top) : .ambiguous }
        if fromEnd <= old.placeholdersAfter {
            return fromEnd <= placeholdersAfter ? .row(visibleRowCount - fromEnd) : .ambiguous
        }
        let byPage = generation == old.generation
        let moved = byPage ? movedRows(since: old) : []
        let items = view.shifted(by: -old.placeholdersBefore)
        let followed = self.top(
            following: items.clamped(to: 0..<old.rowCount), from: old.names(byPage: byPage),
            to: names(byPage: byPage), isNew: !byPage, moved: moved)
        // A placeholder in view, or one that replaces a row, keeps its place, and comes before rows that have moved.
        let isAmongPlaceholders = placeholdersAfter > 0 || old.placeholdersAfter > 0
        if case .oneOf = followed, isAmongPlaceholders { return .ambiguous }
        return followed
    }

    /// Returns the rows that edits have moved, also past rows that are hidden: they are removed and inserted, even if the
    /// rows that are shown have the same order as before.
    private func movedRows(since old: ReferenceList) -> Set<Name> {
        let (before, after) = (old.labels.edited, labels.edited)
        guard setup.chain.isEditable, before != after else { return [] }
        return Set(
            before.filter { hasMoved($0, from: before, to: after) }.map { Name(id: $0.id, page: $0.page) })
    }

    /// - Parameters:
    ///   - items: The items in view.
    ///   - old: The names of all items before.
    ///   - new: The names of all items.
    ///   - isNew: Whether they were loaded anew.
    ///   - moved: The items that edits have moved.
    private func top(
        following items: Range<Int>, from old: [Name?], to new: [Name?], isNew: Bool, moved: Set<Name>
    ) -> TopRow {
        guard let places = places(of: new), self.places(of: old) != nil else { return .ambiguous }
        let place = { (name: Name?) in name.flatMap { places[$0] } }
        let first = old[items.lowerBound...].firstIndex { $0 == nil || place($0) != nil }
        // Placeholders may have replaced rows that are gone.
        let hasPlaceholders = visibleRowCount > rowCount || setup.rules.showsPlaceholders
        if first != items.lowerBound, hasPlaceholders { return .ambiguous }
        guard let first else { return .row(rowCount - 1) }
        guard let name = old[first], !moved.contains(name), let top = places[name] else { return .ambiguous }
        // Of rows that have changed places, either may count as the one that was moved.
        let before = Set(old[..<first].filter { place($0) != nil })
        let kept = Set(old.filter { place($0) != nil })
        if before == Set(new[..<top]).intersection(kept) { return .row(placeholdersBefore + top) }
        let inView = old[items].compactMap(place)
        let isOneInView = isNew && !inView.isEmpty && old[items].allSatisfy { $0 != nil }
        return isOneInView ? .oneOf(inView.map { placeholdersBefore + $0 }) : .ambiguous
    }

    /// Returns the index of each row; `nil` if two have the same name.
    private func places(of names: [Name?]) -> [Name: Int]? {
        var places: [Name: Int] = [:]
        for (index, name) in names.enumerated() {
            if let name, places.updateValue(index, forKey: name) != nil { return nil }
        }
        return places
    }

    /// The identity of a row.
    private struct Name: Hashable {
        let id: Int
        /// The number of its page in the generation.
        let page: Int?
    }

    /// Returns the names of the items. Separators have none: one that is made again for other neighbors is the same row with
    /// another content if its gap stays, and another row if the row after it was removed and inserted.
    private func names(byPage: Bool) -> [Name?] {
        zip(pages, rows).flatMap { page, rows in
            rows.map { $0.id < 0 ? nil : Name(id: $0.id, page: byPage ? page.number : nil) }
        }
    }
}
