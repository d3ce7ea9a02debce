// From one generation to the next: refreshes, reloads around the rows in view, and jumps.
extension PagingEngine {
    /// Starts to load a generation; the rows of the present one stay until it can be shown.
    @usableFromInline
    mutating func rebuildList(
        _ goal: Goal, _ request: PageRequest<Key>, around: PagesAround<Key> = PagesAround()
    ) {
        asked.isPaused = false
        var plan = Plan(goal: goal, request: request, around: around)
        let replacedReload = replacedReload
        if rebuild.load.isLoading, let running = rebuild.plan {
            plan.before = running.before
            plan.before.reload = replacedReload
            if running.request == request {
                // The load that is running is the one that is needed.
                (plan.next, plan.isRequested) = (running.next, running.isRequested)
                return rebuild.plan = plan
            }
        } else if hasPages {
            plan.before = asked.takeRequests()
            if viewport.origin == .reported { viewport.origin = .followed }
        }
        plan.before.reload = replacedReload
        cancelLoads()
        // Edits from before the first page are not those of an earlier list.
        if hasPages || tally.generations > 0 { list.transform.refreshBegins() }
        // What it loads is newer than the invalidation.
        asked.reload = .no
        list.arrivals?.sinceRebuild = Edges(start: [], end: [])
        rebuild = Rebuild(load: .loading(newLoad(), request), box: .plan(plan))
    }

    /// Whether the present list is to be loaded again in any case: its items have changed, or a refresh or a
    /// reload of it is running or has failed, or was replaced by a jump.
    private var replacedReload: Asked.Reload {
        if asked.reload != .no { return .due }
        guard hasPages, let plan = rebuild.plan else { return .no }
        return plan.isJump ? plan.before.reload : .due
    }

    /// Loads the list of another source. The rows of the old one stay, without their pages, until the first
    /// row of the new one is loaded; or they go at once.
    @usableFromInline
    mutating func beginSource() {
        if isRestoring { return begin() }
        dropLoads()
        setup.earlier = tally
        rebuildList(.firstRow, firstRequest)
        list.pages.dropPages()
        // Those that wait for a page are items of the old source.
        list.arrivals = nil
        if list.rows.items.isEmpty || rules.sourceChange == .removesRows {
            removeRows(leaving: makeGeneration(around: PagesAround()))
        }
    }

    /// Loads the list again from the page with the first row in view.
    @usableFromInline
    mutating func reload() {
        asked.target = nil
        guard let page = list.page(nearest: inView?.rows.shifted(by: -counts.before)) else {
            return rebuildList(.firstRow, firstRequest)
        }
        let request = PageRequest(key: list.pages.table[page].key, direction: .refresh)
        rebuildList(.place, request, around: list.pagesAround(page))
    }

    /// Whether rows are placeholders so far from the loaded ones that the list jumps there.
    @inlinable
    func isFarAway(_ rows: Range<Int>) -> Bool {
        guard let limit = rules.jumpThreshold(for: rows), hasPages, rows.lowerBound < counts.all else {
            return false
        }
        // Of loaded items without a row, such as duplicates, the whole list counts the rows as placeholders.
        let hidden = max(0, list.pages.itemCount - list.rows.items.count)
        return distance(from: rows, to: .start) + rows.count <= -limit
            || distance(from: rows, to: .end) + hidden + rows.count <= -limit
    }

    /// The request of the page with the rows in view, if they are placeholders far from the loaded rows.
    @inlinable
    var requestOfRowsFarAway: PageRequest<Key>? {
        if rules.jumpThreshold == nil || viewport.origin == .list || asked.target != nil { return nil }
        return findRowsFarAway()
    }

    @usableFromInline
    func findRowsFarAway() -> PageRequest<Key>? {
        guard let view = inView?.rows, isFarAway(view) else { return nil }
        if viewport.unit == .distances {
            guard case .within = rules.scrollPolicy else { return nil }
        }
        // A page that is loaded and does not have the rows would not have them the next time.
        guard let key = setup.keyForRow(view.lowerBound),
            !list.pages.table.pages.contains(where: { list.pages.table[$0].key == key })
        else { return nil }
        return PageRequest(key: key, direction: .refresh)
    }

    /// Ends the load of placeholders that are not in view any more, or its failure.
    @usableFromInline
    mutating func endUnneededRebuild() {
        if rebuild.plan?.goal == .viewport, requestOfRowsFarAway == nil { endJumpRebuild() }
    }

    /// Ends a jump that loads the page around its rows. What it has replaced is loaded after all: a refresh,
    /// a reload, or the first load, which stored rows precede.
    @usableFromInline
    mutating func endJumpRebuild() {
        guard hasPages, let plan = rebuild.plan, plan.isJump else { return }
        rebuild = Rebuild()
        asked.restoreRequests(plan.before)
        if awaitsRefresh || list.origin.isOutdated {
            rebuildList(.firstRow, firstRequest)
        } else if plan.before.reload != .no {
            asked.reload = .due
        }
    }

    /// Adds a page to the next generation, and shows that in place of the present one once it has the rows
    /// that the plan requires.
    @usableFromInline
    mutating func takeFirst(_ page: Page<Key, Input>, for request: PageRequest<Key>) {
        guard var plan = rebuild.plan else { return }
        if case .rows(let rows) = plan.goal, let total = PageCounts(of: page).total ?? knownTotal, total > 0,
            rows.upperBound > total
        {
            plan.goal = .rows(min(rows.lowerBound, total - 1)..<total)
        }
        if let other = requestOfMovedRows(&plan, page) {
            plan.request = other
            plan.next = nil
            // What it loads is newer than the invalidation.
            plan.before.reload = replacedReload
            asked.reload = .no
            rebuild = Rebuild(load: .loading(newLoad(), other), box: .plan(plan))
            return
        }
        list.arrivals?.removeSinceRebuild(foundOn: page.items)
        let isFirst = plan.next == nil
        var next = plan.next ?? makeGeneration(around: plan.around)
        // It is not copied for each page.
        plan.next = nil
        rebuild.plan = nil
        _ = next.add(page, for: request, keepsItems: setup.start.keepsItems)
        if case .rows(let rows) = plan.goal, isFirst {
            next.pages.countItemsBefore(
                PageCounts(of: page).beyond.start ?? firstRow(ofPageWith: rows.lowerBound, page.items.count))
        }
        let reloaded = reloadedPage(plan)
        if counts.all > 0, let further = missingPage(of: next, reloaded) {
            let error = errorOfEndlessSource(
                next, loadedAt: Edge(request.direction) ?? .end, next: further)
            if let error, next.rows.items.isEmpty { return failRebuild(plan, error) }
            if error == nil {
                if let edge = Edge(further.direction) { next.transform.loadBegins(beyond: edge) }
                plan.next = next
                rebuild = Rebuild(load: .loading(newLoad(), further), box: .plan(plan))
                return
            }
        }
        show(next, plan, reloaded)
    }

    /// The first row of a page, as the source's keys tell.
    private func firstRow(ofPageWith row: Int, _ count: Int) -> Int {
        let key = setup.keyForRow(row)
        var first = row
        while first > 0, row - first < count - 1, setup.keyForRow(first - 1) == key { first -= 1 }
        return first
    }

    /// A generation without pages.
    func makeGeneration(around: PagesAround<Key>) -> Generation {
        var generation = Generation(transform: list.transform)
        generation.pages.beyond = around
        generation.transform.beginGeneration()
        return generation
    }

    /// The request of another page, if a page that has arrived is not the one that is needed by now: the rows
    /// of a jump are no longer in the list, or the list was scrolled on.
    private mutating func requestOfMovedRows(
        _ plan: inout Plan, _ page: Page<Key, Input>
    ) -> PageRequest<Key>? {
        switch plan.goal {
        case .firstRow: return nil
        case .rows(let rows):
            if let other = request(of: rows, unlessOn: page, plan) { return other }
            return request(before: rows, beyondEndOn: page, &plan)
        case .viewport: return viewport.rows.flatMap { request(of: $0, unlessOn: page, plan) }
        case .place:
            guard plan.detours > 0, asked.target == nil, let reloaded = reloadedPage(plan),
                reloaded.inView == nil,
                let page = list.page(nearest: viewport.rows?.shifted(by: -counts.before)),
                list.pages.table[page].key != plan.request.key
            else { return nil }
            // Once, so that a reload that takes longer than the list is scrolled ends.
            plan.detours -= 1
            plan.around = list.pagesAround(page)
            return PageRequest(key: list.pages.table[page].key, direction: .refresh)
        }
    }

    private func request(
        of rows: Range<Int>, unlessOn page: Page<Key, Input>, _ plan: Plan
    ) -> PageRequest<Key>? {
        guard let key = setup.keyForRow(rows.lowerBound), key != plan.request.key else { return nil }
        if let before = PageCounts(of: page).beyond.start {
            let margin = plan.goal == .viewport ? rules.jumpThreshold(for: rows) ?? 0 : 0
            let items = rows.shifted(by: -before)
            if items.upperBound > -margin, items.lowerBound - page.items.count < margin { return nil }
        }
        return PageRequest(key: key, direction: .refresh)
    }

    /// The request of a page further back, if the page of a jump shows that its row is beyond the end of a
    /// list: it is the last one, and empty. The list has no total, or one of more items than the server has.
    /// The first goes to the item before the page, which is the last one if the page counts the items that
    /// there are. Each later one goes back twice as far, at most to the last loaded item.
    private func request(
        before rows: Range<Int>, beyondEndOn page: Page<Key, Input>, _ plan: inout Plan
    ) -> PageRequest<Key>? {
        let stated = PageCounts(of: page)
        guard plan.next == nil, page.items.isEmpty, page.next == nil, let before = stated.beyond.start
        else { return nil }
        let beyond = min(before, rows.lowerBound)..<rows.upperBound
        let lastLoaded = list.pages.itemsBefore + list.pages.itemCount - 1
        let limit = lastLoaded < beyond.lowerBound ? max(0, lastLoaded) : 0
        let step = rows.count == 1 ? 1 : beyond.count
        let row = max(limit, beyond.lowerBound - step)
        guard row < beyond.lowerBound, let key = setup.keyForRow(row), key != plan.request.key else {
            return nil
        }
        plan.goal = .rows(row..<rows.upperBound)
        return PageRequest(key: key, direction: .refresh)
    }

    /// The page that a rebuild loads again; `nil` if it is not loaded, or for a jump.
    private func reloadedPage(_ plan: Plan) -> ReloadedPage? {
        guard !plan.isJump,
            let page = list.pages.table.pages.first(where: { list.pages.table[$0].key == plan.request.key })
        else { return nil }
        let rows = list.rows.rows(of: list.pages.unit(of: page))
        guard plan.goal == .place else { return ReloadedPage(start: rows.lowerBound, inView: nil) }
        let inView = viewport.rowsToKeep?.shifted(by: -counts.before)
            .clamped(to: 0..<list.rows.items.count)
        let isOnPage = inView.map { $0.overlaps(rows) } ?? false
        return ReloadedPage(start: rows.lowerBound, inView: isOnPage ? inView : nil)
    }

    /// The request for the next page of a generation that cannot be shown yet: it has no row, or not all that
    /// a reload keeps in view. `nil` if it can, or if there are no more pages.
    ///
    /// Rows in view that are no longer on the page may have moved to one of the pages beside it.
    private func missingPage(of next: Generation, _ reloaded: ReloadedPage?) -> PageRequest<Key>? {
        let (pages, count) = (next.pages, next.rows.items.count)
        if count == 0 { return pages.request(beyond: .end) ?? pages.request(beyond: .start) }
        guard let reloaded, let old = reloaded.inView else { return nil }
        let change = setup.difference?.change(from: list.rows.items, to: next.rows.items)
        let kept = change.flatMap { change in
            old.lazy.compactMap { row in change.row(afterMoving: row).map { $0 - row + old.lowerBound } }
                .first
        }
        if change != nil, kept == nil {
            // The page after the one that was loaded again, and then the one before, each once.
            if pages.table.pages.upperBound == 1, let next = pages.request(beyond: .end) { return next }
            if pages.table.pages.lowerBound == 0, let previous = pages.request(beyond: .start) {
                return previous
            }
        }
        let inView = old.starting(at: kept ?? next.row(old.lowerBound, following: reloaded))
        if inView.upperBound > count, let next = pages.request(beyond: .end) { return next }
        // Where the list is shorter, the rows before move into view.
        return min(inView.lowerBound, count - inView.count) < 0 ? pages.request(beyond: .start) : nil
    }

    /// Shows a generation in place of the present one.
    private mutating func show(_ next: Generation, _ plan: Plan, _ reloaded: ReloadedPage?) {
        let (old, oldCounts, isOfNewSource) = (list.rows.items, counts, !hasPages)
        let (arrivals, oldChange) = (list.arrivals, published.change)
        let oldView = viewport.origin == .list ? nil : viewport.rows
        list = next
        list.takeArrivals(arrivals)
        // Rows may be anchored to items that are inserted now.
        _ = list.settle(list.arrivals?.isPending == true ? .unanchored : .all)
        dropRequestsBeyondEnds()
        list.repeats = Edges(start: 0, end: 0)
        edges = Edges(start: .open, end: .open)
        rebuild = Rebuild()
        tally.endedRefreshes = tally.refreshes
        tally.generations += 1
        // Before the difference is taken: a row that was inserted before, and is again, stays.
        let gained = insertArrivals()
        published.change = oldChange
        if oldCounts.all == 0 {
            note(RowChange(inserted: [0..<list.rows.items.count]))
        } else {
            noteReplacement(of: old)
            if isOfNewSource {
                keepPlaceInNewSource(from: oldCounts)
            } else {
                keepPlace(from: oldCounts, plan, reloaded)
            }
        }
        trim(afterGain: gained)
        if case .rows(let rows) = plan.goal { asked.target = rows.suffix(1) }
        if let oldView, oldCounts.all > 0 { fillScreen(of: oldView, of: old.count, plan) }
        // A screen whose content is as long as before has nothing to report.
        if counts.all == oldCounts.all, published.landing?.target == nil { requestPagesOfScrollPosition() }
    }

    /// Requests the pages within the distance of the scroll position, which a screen does not report again.
    /// Not in a window, where one edge may have no room beside the other.
    mutating func requestPagesOfScrollPosition() {
        guard rules.maxRows == nil, viewport.unit == .distances, case .within = rules.scrollPolicy,
            let zone = inView?.widened
        else { return }
        for edge in Edge.allCases where !list.ends[edge] && distance(from: zone, to: edge) <= 0 {
            asked.pages[edge] = true
        }
    }

    /// Requests a page if the list is not longer than a screen whose rows stay: of these it reports none
    /// again, and it cannot be scrolled.
    ///
    /// - Parameters:
    ///   - rows: The rows in view before. If the height of the screen is not known, they may all be in view
    ///     up to the last of them.
    ///   - count: The number of items before.
    private mutating func fillScreen(of rows: Range<Int>, of count: Int, _ plan: Plan) {
        let height = viewport.knownHeight ?? (plan.goal == .firstRow ? rows.upperBound : 0)
        guard viewport.unit.isRows, rules.threshold > 0, counts.all <= height,
            published.change.keepsRow(of: 0..<count)
        else { return }
        viewport.origin = .followed
        asked.pages[list.ends.end ? .start : .end] = true
    }

    /// Records that the present items have replaced others.
    mutating func noteReplacement(of old: PagedItems<Item>) {
        note(setup.difference?.change(from: old, to: list.rows.items) ?? .reload)
    }

    /// Finds the place of the rows in view in the list of another source: by identity, if the list was
    /// scrolled and one of them is left; else at the start.
    mutating func keepPlaceInNewSource(from old: RowCounts) {
        guard let rows = viewport.rows, let focus = viewport.focus else { return }
        let inItems = focus.shifted(by: -old.before).clamped(to: 0..<old.items)
        if rows.lowerBound > 0, !published.change.isReload, published.change.keepsRow(of: inItems) { return }
        let (start, new) = (counts.before, counts)
        // A screen does not report rows again that have not changed.
        let stays =
            published.change.keepsRow(of: inItems)
            || showsKeptPlaceholders(viewport.rowsToKeep ?? focus, from: old)
        viewport.origin = stays ? .followed : .list
        let landing = start..<max(start + 1, min(start + rows.count, new.all))
        let isThere = start >= new.all || inView?.rows.lowerBound == start
        published.landing = (isThere ? nil : .moved(to: start, by: start - rows.lowerBound), landing)
        if viewport.unit.isRows {
            viewport.margins = Edges(start: 0, end: max(0, viewport.height - landing.count))
        }
    }

    /// Finds the place of the rows in view in the generation that is shown now: by identity, that of the
    /// nearest rows that stay; if none does, by the page and the row in it; then by the number.
    private mutating func keepPlace(from old: RowCounts, _ plan: Plan, _ reloaded: ReloadedPage?) {
        guard let rows = viewport.rows, let kept = viewport.rowsToKeep else { return }
        let (change, new) = (published.change, counts)
        var stays = plan.goal == .viewport
        if !change.isReload, old.hasPlaceholders || new.hasPlaceholders || change.keepsRow(of: 0..<old.items)
        {
            stays =
                stays || change.keepsRow(of: kept.shifted(by: -old.before).clamped(to: 0..<old.items))
                || showsKeptPlaceholders(kept, from: old)
        } else if let reloaded {
            stays = keepRows(rows, following: reloaded, from: old, plan)
        }
        // Rows in view that stay ask for pages as before, and so do those that were reported meanwhile.
        if !stays, viewport.origin == .reported {
            let view = inView?.rows ?? rows
            if published.landing == nil, view.upperBound > new.all {
                published.landing = (nil, view.moved(intoRows: new.all))
            }
        } else if !stays {
            if published.landing == nil { keepNumber(of: rows, old, new, plan) }
            // A screen does not report placeholders that have not changed.
            let showsPlaceholders =
                new.hasPlaceholders && inView.map { $0.rows.clamped(to: new.itemRows) != $0.rows } ?? false
            if !showsPlaceholders { viewport.origin = .list }
        }
        // The source has not delivered the rows in view: they wait for the next report.
        if plan.goal == .viewport, let view = inView?.rows, isFarAway(view) { viewport.origin = .list }
    }

    /// Keeps the number of rows in view in the whole list, though others are there now, or goes to the start.
    private mutating func keepNumber(of rows: Range<Int>, _ old: RowCounts, _ new: RowCounts, _ plan: Plan) {
        let first = rows.lowerBound
        if first < new.all, old.hasPlaceholders || new.hasPlaceholders {
            let stays = rows.upperBound <= old.all ? rows.moved(intoRows: new.all) : rows
            if inView?.rows != stays { published.landing = (.moved(to: first, by: 0), stays) }
        } else if plan.goal == .firstRow, first >= new.all, new.items > 0,
            !published.change.keepsRow(of: 0..<old.items)
        {
            // No row is left near which the list could stay.
            let start = new.before
            published.landing = (
                .moved(to: start, by: start - first), start..<min(start + rows.count, new.all)
            )
        }
    }

    /// Whether one of the rows in view was a placeholder and still is one.
    private func showsKeptPlaceholders(_ rows: Range<Int>, from old: RowCounts) -> Bool {
        let new = counts
        guard old.hasPlaceholders, new.hasPlaceholders else { return false }
        let change = published.change.amongPlaceholders(from: old, to: new)
        return rows.clamped(to: 0..<old.all).contains { row in
            !old.isItem(row) && change.row(afterMoving: row).map { !new.isItem($0) } ?? false
        }
    }

    /// Keeps the rows of a page that was loaded again where they are, after a reload.
    ///
    /// - Returns: Whether rows in view were loaded again.
    private mutating func keepRows(
        _ rows: Range<Int>, following reloaded: ReloadedPage, from old: RowCounts, _ plan: Plan
    ) -> Bool {
        let new = counts
        guard new.items > 0 else { return false }
        let first = rows.lowerBound
        let place = list.row(first - old.before, following: reloaded)
        let distance = new.before + place - first
        if plan.goal == .firstRow, place >= new.items || list.isFirstPageEmpty { return false }
        let nearest = new.before + max(0, min(place, new.items - 1))
        if distance != 0 {
            let rows = new.nearestItems(to: rows.starting(at: new.before + place))
            published.landing = (.moved(to: nearest, by: distance), rows)
        }
        return plan.goal == .place
    }
}

extension PagingEngine.Plan {
    /// Whether it loads a page around rows of the whole list.
    var isJump: Bool { goal != .firstRow && goal != .place }
}

/// The page that a rebuild loads again, in the present generation.
struct ReloadedPage {
    /// The number of its first row, among the items.
    let start: Int
    /// The items in view that a reload keeps in place, if one of them is on the page.
    let inView: Range<Int>?
}

extension ListGeneration {
    /// The row at the place of a row of the generation before, counted from the page that was loaded again.
    /// If that page has no rows now, it is the one after it.
    func row(_ row: Int, following reloaded: ReloadedPage) -> Int {
        let (items, start) = rows.items.page(at: -rows.firstPage)
        return items.isEmpty ? start : start + row - reloaded.start
    }

    /// Whether the page that was loaded first has no rows.
    var isFirstPageEmpty: Bool { rows.items.page(at: -rows.firstPage).page.isEmpty }

    /// The number of the page that the list begins with, if it was requested with that key.
    func startPage(_ start: PagingStart<Key, Input>) -> Int? {
        pages.table.pages.first { pages.table[$0].key == start.key }
    }
}
