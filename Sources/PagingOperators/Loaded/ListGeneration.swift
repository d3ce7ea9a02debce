import Foundation

/// One generation of a list: the pages that were loaded, and what the transforms have made of them.
@usableFromInline
struct ListGeneration<Key: Hashable & Sendable, Input: Sendable, Item: Sendable>: Sendable {
    @usableFromInline var pages = LoadedPages<Key, Input>()
    @usableFromInline var transform: any PageTransform<Input, Item>
    @usableFromInline var rows = PresentedRows<Item>()
    @usableFromInline var origin = ListOrigin.source
    /// For each edge, the number of consecutive pages with only items that were in the list already, since
    /// the generation is shown or restored.
    @usableFromInline var repeats = Edges(start: 0, end: 0)
    /// The items that the source has inserted, and that are not yet in a list; `nil` without any.
    @usableFromInline var arrivals: Arrivals<Input>?

    @inlinable
    init(transform: any PageTransform<Input, Item>) {
        self.transform = transform
    }

    /// The edges beyond which there is no page.
    @inlinable
    var ends: ListEnds { pages.ends }
}

extension ListGeneration {
    /// Adds a page next to the loaded ones. Once all pages are added that become rows together, `settle` ends
    /// that.
    @inlinable
    mutating func add(_ page: Page<Key, Input>, for request: PageRequest<Key>, keepsItems: Bool) -> RowChange
    {
        let (oldCount, oldEnds) = (rows.items.count, ends)
        let number = pages.insert(page, for: request, keepsItems: keepsItems)
        var change = rows.apply(transform.apply(.insert(page: number, page.items)))
        if ends != oldEnds { change = change.followed(by: passEnds(unlike: oldEnds)) }
        if ends.start, ends.end { pages.countAllLoaded(hidden: transform.hiddenDuplicates) }
        let grown = rows.items.count - oldCount
        if request.direction == .prepend { pages.countRowsBefore(-grown) }
        let edge = Edge(request.direction) ?? .end
        repeats[edge] = transform.lastPageRepeats ? repeats[edge] + 1 : 0
        if grown > 0 {
            pages.withoutRows = Edges(start: VisitedKeys(), end: VisitedKeys())
        } else if let key = request.key, let edge = Edge(request.direction), !transform.lastPageRepeats {
            // The first page is beyond neither edge: those on both sides may lead back to it.
            pages.withoutRows[edge].insert(key)
        }
        return change
    }

    /// Ends changes of pages that become rows together.
    @inlinable
    mutating func settle(_ confirmed: ConfirmedRows = .all) -> RowChange {
        let changes = transform.settle(confirmed)
        return changes.isEmpty ? .none : rows.apply(changes)
    }

    /// Removes the page at an edge.
    @inlinable
    mutating func removePage(at edge: Edge) -> RowChange {
        let unit = pages.unit(at: edge)
        let (removedCount, oldEnds) = (rows.count(of: unit), ends)
        pages.removeUnit(at: edge)
        // Loading goes on before the pages that had only repetitions.
        repeats[edge] = 0
        if edge == .start { pages.countRowsBefore(removedCount) }
        // First, so that nothing is shown for an end that is no longer loaded.
        var change = passEnds(unlike: oldEnds)
        for _ in unit {
            let page = rows.page(at: edge)
            change = change.followed(by: rows.apply(transform.apply(.remove(page: page))))
        }
        return change.followed(by: settle())
    }

    /// Passes the ends of the list to the transforms, if they differ from those before.
    @inlinable
    mutating func passEnds(unlike old: ListEnds) -> RowChange {
        ends == old ? .none : rows.apply(transform.apply(.ends(ends)))
    }

    /// Performs a command of a transform.
    @inlinable
    mutating func perform(_ command: TransformCommand) -> RowChange {
        rows.apply(transform.perform(command))
    }

    /// Adds the pages of a snapshot to a list without pages.
    mutating func add(_ snapshot: PagingSnapshot<Key, Input>, keepsItems: Bool) {
        pages.beyond.start.keys = snapshot.keysBefore
        pages.beyond.start.rowCount = snapshot.rowsBefore.isItemCount ? snapshot.rowsBefore : 0
        for (index, saved) in snapshot.pages.enumerated() {
            let direction: LoadDirection = pages.isEmpty ? .refresh : .append
            if index == snapshot.pages.count - 1 { pages.beyond.end.keys = snapshot.keysAfter }
            _ = add(
                saved.page, for: PageRequest(key: saved.key, direction: direction), keepsItems: keepsItems)
        }
        _ = settle()
        repeats = Edges(start: 0, end: 0)
    }

    /// The page with the first of some items, or the nearest; `nil` without rows.
    func page(nearest items: Range<Int>?) -> Int? {
        guard let items, !rows.items.isEmpty else { return nil }
        let row = max(0, min(items.lowerBound, rows.items.count - 1))
        return rows.firstPage + rows.items.pageIndex(ofRow: row)
    }

    /// What is known of the pages around one that is loaded again.
    func pagesAround(_ page: Int) -> PagesAround<Key> {
        let unit = pages.unit(of: page)
        var around = pages.pages(around: unit)
        around.start.rowCount += rows.rows(of: unit).lowerBound
        return around
    }
}

/// Where the pages of a list come from.
@usableFromInline
enum ListOrigin: Sendable {
    case source
    /// A store, from an earlier session. A list that is not valid is shown only until the first page is
    /// loaded.
    case store(loadedAt: Date, isValid: Bool)

    @inlinable
    var storedAt: Date? {
        if case .store(let loadedAt, _) = self { loadedAt } else { nil }
    }

    @inlinable
    var isOutdated: Bool {
        if case .store(_, isValid: false) = self { true } else { false }
    }
}
