import PagingOperators

// What becomes of the source's rows.
extension ReferenceList {
    /// Applies the transforms that depend on the list's content when a page arrives.
    mutating func takeIn(_ items: [SimulatedRow]) -> [SimulatedRow] {
        var taken: [SimulatedRow] = []
        let stages = setup.chain.stages
        defer {
            let isUnique = stages.contains(.dedupe) || stages.contains(.latest)
            lastPageRepeats = isUnique && taken.isEmpty && !arriving(items).isEmpty
        }
        for item in arriving(items) {
            if stages.contains(.latest), replace(item) { continue }
            let isKnown = (pages.map(\.rows) + [taken]).joined().contains { $0.id == item.id }
            switch (isKnown, keepsFirst: stages.contains(.dedupe), keepsLatest: stages.contains(.latest)) {
            case (true, true, _): continue
            case (true, _, true):
                for index in taken.indices where taken[index].id == item.id { taken[index] = item }
            default: taken.append(item)
            }
        }
        return taken
    }

    /// Returns the rows before the transform that makes rows unique.
    private func arriving(_ items: [SimulatedRow]) -> [SimulatedRow] {
        setup.chain.stages.first == .filter ? items.filter(SimulatedRules.isKept) : items
    }

    /// Shows duplicates hidden by removed rows: the first of each identity, at its place on its page.
    mutating func reveal(behind gone: [SimulatedRow]) {
        let keepsLatest = setup.chain.stages.contains(.latest)
        guard keepsLatest || setup.chain.stages.contains(.dedupe) else { return }
        for row in gone {
            for page in pages.indices {
                let items = arriving(pages[page].page.items)
                guard let index = items.firstIndex(where: { $0.id == row.id }) else { continue }
                let before = Set(items[..<index].map(\.id))
                let place = pages[page].rows.count { before.contains($0.id) }
                pages[page].rows.insert(keepsLatest ? row : items[index], at: place)
                break
            }
        }
    }

    /// Replaces the row of the same identity on an earlier page, if there is one.
    private mutating func replace(_ row: SimulatedRow) -> Bool {
        for page in pages.indices {
            guard let index = pages[page].rows.firstIndex(where: { $0.id == row.id }) else { continue }
            pages[page].rows[index] = row
            return true
        }
        return false
    }

    /// Makes all rows from those of the pages.
    mutating func present() {
        var result = pages.map(\.rows)
        var stages = setup.chain.stages[...]
        if stages.first == .filter { stages.removeFirst() }
        for stage in stages {
            switch stage {
            case .dedupe, .latest: break  // Done when the page came; after edits, rows are unique.
            case .filter: result = result.map { $0.filter(SimulatedRules.isKept) }
            case .map: result = result.map { $0.map(SimulatedRules.convert) }
            case .separators: result = separate(result)
            case .edits:
                result = ReferenceEdits(edits, pages: result, ends: ends).rows
                editedRows = result
            }
        }
        rows = result
        if !setup.chain.isEditable { editedRows = result }
    }

    private var ends: ListEnds { ListEnds(start: hasPages && !hasPrevious, end: hasPages && !hasNext) }

    private func separate(_ pages: [[SimulatedRow]]) -> [[SimulatedRow]] {
        var result = pages.map { _ in [SimulatedRow]() }
        var last: (row: SimulatedRow, page: Int)?
        for (page, rows) in pages.enumerated() {
            for row in rows {
                let isSeparable = last != nil || ends.start
                if isSeparable, let separator = SimulatedRules.separator(last?.row, row) {
                    result[page].append(separator)
                }
                result[page].append(row)
                last = (row, page)
            }
        }
        if ends.end, let last, let separator = SimulatedRules.separator(last.row, nil) {
            result[last.page].append(separator)
        }
        return result
    }
}
