import Foundation

// From one generation to the next.
extension PagingEngine {
    /// The pages of a list that was loaded anew, and what the transforms have made of them.
    @usableFromInline
    struct Generation: Sendable {
        @usableFromInline var pages: LoadedPages<Key, Input>
        @usableFromInline var transform: any PageTransform<Input, Item>
        @usableFromInline var rows = PresentedRows<Item>()
        /// The ends of the list, as last passed to the transforms.
        @usableFromInline var ends = ListEnds()
        /// When the pages were loaded, if they are those of an earlier session from a store.
        @usableFromInline var storedAt: Date?
        /// The number of consecutive pages with only items that were in the list already.
        @usableFromInline var repeatedPages = 0

        @inlinable
        init(pages: LoadedPages<Key, Input>, transform: any PageTransform<Input, Item>) {
            self.pages = pages
            self.transform = transform
        }

        /// Performs a command, so that rows that are loaded later are edited as well.
        @inlinable
        mutating func perform(_ command: TransformCommand) {
            _ = rows.apply(transform.perform(command))
        }
    }

    /// The generation that is shown.
    @inlinable
    var generation: Generation {
        get {
            var generation = Generation(pages: pages, transform: transform)
            generation.rows = rows
            generation.ends = ends
            generation.storedAt = storedAt
            return generation
        }
        set {
            pages = newValue.pages
            transform = newValue.transform
            rows = newValue.rows
            ends = newValue.ends
            storedAt = newValue.storedAt
        }
    }

    /// A generation without pages, to be loaded by the refresh that is running.
    @inlinable
    var newGeneration: Generation {
        var generation = Generation(pages: LoadedPages(), transform: transform)
        generation.pages.beyond = pagesAroundRefreshed
        generation.transform.beginGeneration()
        return generation
    }

    /// Adds a page to a new generation, and shows that in place of the old one once it has a row or, in a reload, those in
    /// view, or has reached its end.
    @inlinable
    mutating func takeFirst(_ page: Page<Key, Input>, for request: PageRequest<Key>) -> [Action] {
        let old = generation
        let oldCounts = placeholders
        let reloaded = reloadedPage
        var repeatedCount = upcoming?.repeatedPages ?? 0
        generation = upcoming.take() ?? newGeneration
        let count = rows.items.count
        _ = add(page, for: request)
        recordRows(rows.items.count - count, of: request)
        if oldCounts.all > 0, let further = missingPage(of: reloaded, from: old.rows.items) {
            repeatedCount = transform.lastPageRepeats ? repeatedCount + 1 : 0
            let isGivenUp = repeatedCount >= rules.repeatedPageLimit
            let error = circle(beyond: further) ?? (isGivenUp ? .repeatedPages(repeatedCount) : nil)
            if let error, rows.items.isEmpty {
                generation = old
                return failRefresh(error, loading: request)
            } else if error == nil {
                upcoming = generation
                upcoming?.repeatedPages = repeatedCount
                generation = old
                return [startRefreshLoad(further)]
            }
        }
        refresh = .idle
        tally.endedRefreshes = tally.refreshes
        tally.generations += 1
        let change = changeOfGeneration(from: old.rows.items, oldCounts)
        let isJump = target != nil
        moveHints(through: change, from: oldCounts, itemsBefore: old.pages.itemsBefore, reloaded)
        resetLoads()
        let moved = change.isReload ? reloaded.flatMap { landing(after: $0) } : nil
        let arrived = takeArrival()
        let started = (isJump ? nil : jumpToScrolledRows()) ?? startLoads()
        return publish(change, landingAt: arrived ?? moved) + started
    }

    /// Moves the hints to the target of the refresh, or to the rows in view: those that were shown while it was running or,
    /// where rows stay and are not shown again, before.
    ///
    /// - Parameters:
    ///   - change: How the items differ from those of the generation before.
    ///   - oldCounts: The rows and placeholders of that generation.
    ///   - oldItemsBefore: The number of the source's items before its rows.
    ///   - reloaded: The page that was loaded again.
    @inlinable
    mutating func moveHints(
        through change: RowChange, from oldCounts: RowCounts, itemsBefore oldItemsBefore: Int,
        _ reloaded: ReloadedPage?
    ) {
        if let target = target.take() {
            hints.show(clamped(target.rows.shifted(by: -pages.itemsBefore)))
            hints.isTarget = !target.isShown
            if target.isShown { scroll(toRow: target.rows.lowerBound) }
        } else {
            let kept = refreshPlace == .rowsInView && change.isReload ? reloaded : nil
            moveScrolledRows(from: oldCounts)
            moveShownRows(through: change, from: oldCounts, itemsBefore: oldItemsBefore, keptBy: kept)
        }
    }

    /// Moves the rows in view, as of the last hint, to those of the new generation. If none of them stays, the list has a place
    /// there, but no hint before the screen reports the rows that it shows instead.
    @inlinable
    mutating func moveShownRows(
        through change: RowChange, from oldCounts: RowCounts, itemsBefore oldItemsBefore: Int,
        keptBy reloaded: ReloadedPage? = nil
    ) {
        var before = hints.shown == nil ? hintsBeforeRefresh : Hints()
        // A jump that the refresh has ended.
        if before.isTarget { before.shown = focusRows?.shifted(by: -oldCounts.before) }
        let moved = { [self] (rows: Range<Int>) -> Range<Int>? in
            if let reloaded, rows.overlaps(0..<oldCounts.items) || !placeholders.hasPlaceholders {
                return self.rows(rows, following: reloaded)
            }
            return staying(rows, through: change, from: oldCounts)
        }
        // A hint during the refresh counted the rows of that time, or there were none.
        let shown = hints.shown.map { moved($0) ?? followed($0, through: change, from: oldCounts) }
        let stayed = shown ?? before.shown.flatMap { moved($0) }
        let inViewport = hints.inViewport ?? before.inViewport ?? (stayed == nil ? before.shown : nil)
        hints.inViewport = inViewport.map { rows in
            if let rows = moved(rows) { return rows }
            // Placeholders are shown at that scroll position.
            return placeholders.hasPlaceholders
                ? samePlace(rows, from: oldCounts) : followed(rows, through: change, from: oldCounts)
        }
        if let target = hints.shown, hints.isTarget {
            // A jump counts the rows of the whole list.
            hints.shown = target.shifted(by: oldItemsBefore - pages.itemsBefore)
        } else {
            hints.shown = stayed
        }
    }

    /// The new numbers of rows in view, if an item or a placeholder among them stays: no screen shows it anew, or reports it.
    @inlinable
    func staying(_ rows: Range<Int>, through change: RowChange, from old: RowCounts) -> Range<Int>? {
        if change.isReload { return nil }
        let keepsItem = change.keepsRow(of: rows.clamped(to: 0..<old.items))
        if keepsItem, rows.lowerBound >= 0 {
            return within(change.focus(afterMoving: rows, from: old.items, to: self.rows.items.count))
        }
        let (new, first) = (placeholders, rows.lowerBound + old.before)
        if old.hasPlaceholders, new.hasPlaceholders {
            let rowChange = change.amongPlaceholders(from: old, to: new)
            for row in rows.shifted(by: old.before).clamped(to: 0..<old.all) where !old.isItem(row) {
                guard let place = rowChange.row(afterMoving: row), !new.isItem(place) else { continue }
                return within(rows.starting(at: place - row + first - new.before))
            }
        }
        return keepsItem ? samePlace(rows, from: old) : nil
    }

    /// The rows that have the numbers of rows of the generation before, placeholders included.
    @inlinable
    func samePlace(_ rows: Range<Int>, from old: RowCounts) -> Range<Int> {
        within(rows.shifted(by: old.before - placeholders.before))
    }

    /// The nearest rows, placeholders included, as many as there are.
    @inlinable
    func within(_ rows: Range<Int>) -> Range<Int> {
        let counts = placeholders
        return rows.starting(
            at: max(-counts.before, min(rows.lowerBound, counts.items + counts.after - rows.count)))
    }

    /// Moves the rows around the viewport of a list that reports distances. The scroll position stays where it was, and so the
    /// list need not report it again.
    @inlinable
    mutating func moveScrolledRows(from oldCounts: RowCounts) {
        let scrolled = hints.inView == nil ? hintsBeforeRefresh.scrolled : hints.scrolled
        let isKept = oldCounts.all > 0 && placeholders.hasPlaceholders
        hints.scrolled = isKept ? scrolled?.shifted(by: oldCounts.before - placeholders.before) : nil
    }

    /// How the items differ from those of the generation before.
    @inlinable
    func changeOfGeneration(from oldItems: PagedItems<Item>, _ oldCounts: RowCounts) -> RowChange {
        if oldCounts.all == 0 { return RowChange(inserted: [0..<rows.items.count]) }
        return difference?.change(from: oldItems, to: rows.items) ?? .reload
    }

    /// The rows in view that a hint has counted in the generation before.
    @inlinable
    func followed(_ shown: Range<Int>, through change: RowChange, from old: RowCounts) -> Range<Int> {
        let isLoaded = shown.lowerBound >= 0 && shown.lowerBound < old.items
        if isLoaded, !change.isReload {
            return clamped(change.focus(afterMoving: shown, from: old.items, to: rows.items.count))
        }
        let items = shown.shifted(by: old.before - placeholders.before)
        return clamped(items)
    }
}
