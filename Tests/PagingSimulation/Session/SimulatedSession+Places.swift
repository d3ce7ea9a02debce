import PagingOperators

// The rows in view while the list changes, as a person expects: the row at the top stays at the top.
extension SimulatedSession {
    func checkPlace(_ event: Engine.Event, _ before: Before, _ outcome: Outcome) throws(Mismatch) {
        try checkRowsInView(event, before, outcome)
        guard outcome.states.count == 1, list.rowCount > 0, let view = view(before, in: event),
            state.scrollTarget?.isJump != true, !state.change.isEmpty
        else {
            let isNoted = outcome.states.isEmpty || state.change.isEmpty && state.scrollTarget == nil
            let isKept = !isNoted || event.isReport || before.view == nil || engine.focusRows == before.view
            return try Mismatch.unless(
                isKept || rows.isEmpty, "other rows are in view, though none has changed")
        }
        let lastTop = max(0, rows.count - view.count)
        let top = min(state.topRow(following: view), lastTop)
        let place = min(state.focusRows?.lowerBound ?? top, lastTop)
        // A list that is reloaded and has no row with that number begins again.
        let isAtStart = place == min(state.placeholdersBefore, lastTop)
        let isShort = isAtStart && state.change.isReload && view.lowerBound >= rows.count
        try Mismatch.unless(
            top == place || isShort, "the screen scrolls from \(view) to \(top), the list knows \(place)")
        if outcome.isNewGeneration, !setup.chain.identifiesRows { return }
        // A row that changes places with one that is hidden may be the one that was moved.
        if case .command = event, setup.chain.hidesEditedRows { return }
        guard let expected = self.top(following: view, before, outcome) else { return }
        try Mismatch.unless(
            top == min(expected, lastTop), "the screen scrolls from \(view) to \(top), not to \(expected)")
    }

    /// Checks that rows in view, and those within the threshold of them, are not removed when a page arrives.
    private func checkRowsInView(
        _ event: Engine.Event, _ before: Before, _ outcome: Outcome
    ) throws(Mismatch) {
        // The filter may hide the latest version of a row in view.
        guard case .loaded = event, !outcome.isNewGeneration, !before.past.mayJump, !setup.chain.isEditable,
            setup.chain != .latestFilteredSeparated, let view = before.shownRows
        else { return }
        // A row that appears when a page is removed makes others more distant.
        let margin = setup.chain == .plain || setup.chain == .identified ? rules.threshold : 0
        let zone = view.lowerBound - margin..<view.upperBound + margin
        let items = zone.shifted(by: -before.state.placeholdersBefore).clamped(to: 0..<before.list.rowCount)
        let kept = Set(names(of: list, byPage: true))
        let old = names(of: before.list, byPage: true)
        let gone = items.filter { item in
            guard let name = old[item], !kept.contains(name) else { return false }
            // Duplicates that appear when a page is removed may have moved it out of view before.
            let pushed =
                item + before.state.placeholdersBefore + appeared(before: name, items, of: before.list)
            return zone.contains(pushed)
        }
        try Mismatch.unless(gone.isEmpty, "rows in view are removed: \(gone.compactMap { old[$0]?.id })")
    }

    /// The number of rows that were hidden and appear on the pages before that of a name, below the top of
    /// the rows in view: the row there keeps its place.
    private func appeared(before name: Name, _ inView: Range<Int>, of before: ReferenceRows) -> Int {
        let (old, now) = (names(of: before, byPage: true), names(of: list, byPage: true))
        let (shown, loaded) = (Set(old), Set(before.pages.map(\.number)))
        let top = now.firstIndex { row in row.map { old[inView].contains($0) } ?? false } ?? 0
        return now[top...].count { row in
            guard let row, let page = row.page, let last = name.page else { return false }
            return page < last && loaded.contains(page) && !shown.contains(row)
        }
    }

    /// The rows in view when an event was handled, counted in the rows before.
    private func view(_ before: Before, in event: Engine.Event) -> Range<Int>? {
        var view = before.view
        switch event {
        case .signal(.shown(let rows)): view = rows
        case .signal(.scrolled): view = nil
        default: break
        }
        return view.flatMap { $0.upperBound <= before.rows.count && !$0.isEmpty ? $0 : nil }
    }

    /// The number of the row that was at the top or, if it is gone, of the next one in view; if all in view
    /// are gone, of the row as far below the one above them, but not beyond the one below them. `nil` where
    /// either of two rows may be it.
    private func top(following view: Range<Int>, _ before: Before, _ outcome: Outcome) -> Int? {
        let top = view.lowerBound
        let old = before.state
        let fromEnd = before.rows.count - top
        let byPage = !outcome.isNewGeneration
        let (names, oldNames) = (names(of: list, byPage: byPage), names(of: before.list, byPage: byPage))
        guard let places = places(of: names), self.places(of: oldNames) != nil else { return nil }
        // A list that is another one keeps the numbers of its rows, or says where it begins.
        let isOther = oldNames.allSatisfy { name in name.map { places[$0] == nil } ?? true }
        // Placeholders that are left count from their end of the list.
        if top < old.placeholdersBefore {
            return top < state.placeholdersBefore && !isOther ? top : nil
        }
        if fromEnd <= old.placeholdersAfter {
            return fromEnd <= state.placeholdersAfter && !isOther ? rows.count - fromEnd : nil
        }
        let items = view.shifted(by: -old.placeholdersBefore).clamped(to: oldNames.indices)
        func stays(_ index: Int) -> Bool { oldNames[index].map { places[$0] != nil } ?? true }
        let next = (items.lowerBound..<oldNames.count).first(where: stays)
        let above = next == items.lowerBound ? next : (0..<items.lowerBound).last(where: stays)
        let hasPlaceholders = state.rowCount > list.rowCount || old.rowCount > old.items.count
        // Placeholders may have replaced rows that are gone.
        if next != items.lowerBound, hasPlaceholders { return nil }
        if isOther { return state.scrollTarget == nil && !oldNames.contains(nil) ? top : nil }
        let nextPlace =
            next.map { place(of: oldNames[$0], in: places, among: names, oldNames, $0) } ?? names.count
        let abovePlace = above.map { place(of: oldNames[$0], in: places, among: names, oldNames, $0) } ?? -1
        // A row that an edit has moved or inserted may be followed to another page, or not.
        let passed = oldNames[items.lowerBound...(next ?? oldNames.count - 1)].compactMap { $0?.id }
        guard past.placedRows.isDisjoint(with: passed), let nextPlace, let abovePlace else { return nil }
        if let next, items.contains(next) { return state.placeholdersBefore + nextPlace }
        return min(abovePlace + items.lowerBound - (above ?? -1), nextPlace)
    }

    /// The number of an item that stays; `nil` for a separator, and if it may be the one that was moved when
    /// rows have changed places.
    private func place(
        of name: Name?, in places: [Name: Int], among names: [Name?], _ oldNames: [Name?], _ index: Int
    ) -> Int? {
        guard let name, let place = places[name] else { return nil }
        let kept = Set(oldNames).intersection(names)
        let hasMoved =
            Set(oldNames[..<index]).intersection(kept) != Set(names[..<place]).intersection(kept)
        return hasMoved ? nil : place
    }

    /// The identity of a row.
    private struct Name: Hashable {
        let id: Int
        /// The number of its page in the generation.
        let page: Int?
    }

    /// The names of the items. Separators have none: one that is made again for other neighbors is the same
    /// row with another content if its gap stays, and another row if the row after it was removed and
    /// inserted.
    private func names(of list: ReferenceRows, byPage: Bool) -> [Name?] {
        zip(list.pages, list.rows).flatMap { page, rows in
            rows.map { $0.id < 0 ? nil : Name(id: $0.id, page: byPage ? page.number : nil) }
        }
    }

    /// The index of each row; `nil` if two have the same name.
    private func places(of names: [Name?]) -> [Name: Int]? {
        var places: [Name: Int] = [:]
        for (index, name) in names.enumerated() {
            if let name, places.updateValue(index, forKey: name) != nil { return nil }
        }
        return places
    }
}

extension PagingEngine.Event {
    /// Whether it says what is in view.
    var isReport: Bool {
        switch self {
        case .signal(.shown), .signal(.scrolled), .signal(.jump), .signal(.reset), .start: true
        default: false
        }
    }
}
