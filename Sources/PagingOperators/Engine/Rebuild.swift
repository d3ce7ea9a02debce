import Foundation

extension PagingEngine {
    /// The load of a generation that is to replace the present one.
    @usableFromInline
    indirect enum Rebuild: Sendable {
        // Indirect, because each report of rows in view asks for its case, which copies it.

        case none
        /// A page is loading, by the request of the load.
        case running(LoadID, PageRequest<Key>, Plan)
        case failed(any Error, Plan)

        @inlinable
        var isRunning: Bool {
            if case .running = self { true } else { false }
        }

        @inlinable
        var isFailed: Bool {
            if case .failed = self { true } else { false }
        }

        @inlinable
        var isNone: Bool {
            if case .none = self { true } else { false }
        }

        @inlinable
        var plan: Plan? {
            switch self {
            case .none: nil
            case .running(_, _, let plan), .failed(_, let plan): plan
            }
        }

        /// Changes the plan of a rebuild that is running.
        mutating func update(_ change: (inout Plan) -> Void) {
            guard case .running(let id, let request, var plan) = self else { return }
            change(&plan)
            self = .running(id, request, plan)
        }

        @inlinable
        var id: LoadID? {
            if case .running(let id, _, _) = self { id } else { nil }
        }

        @inlinable
        var state: LoadState {
            switch self {
            case .none: .idle
            case .running: .loading
            case .failed(let error, _): .failed(error)
            }
        }
    }

    /// What a rebuild loads.
    @usableFromInline
    struct Plan: Sendable {
        @usableFromInline var goal: Goal
        /// The request of the first page.
        @usableFromInline var request: PageRequest<Key>
        /// What is known of the pages around that one, where the source does not state it.
        @usableFromInline var around: PagesAround<Key>
        /// The generation, while it cannot be shown yet: the present one stays until then.
        @usableFromInline var next: Generation?
        /// What was requested of the present generation, which is restored if the rebuild fails.
        @usableFromInline var before: Asked
        /// How often it may begin again with the page to which the list was scrolled meanwhile.
        @usableFromInline var detours = 1
    }

    /// Which rows are to be shown by the next generation.
    @usableFromInline
    enum Goal: Sendable, Equatable {
        /// The first row: a refresh.
        case firstRow
        /// The rows in view, which keep their place: a reload.
        case place
        /// The placeholders in view, which are far from the loaded rows.
        case viewport
        /// Rows of the whole list: a jump.
        case rows(Range<Int>)
    }

    /// The pages of a list that was loaded anew, and what the transforms have made of them.
    @usableFromInline
    struct Generation: Sendable {
        @usableFromInline var pages: LoadedPages<Key, Input>
        @usableFromInline var transform: any PageTransform<Input, Item>
        @usableFromInline var rows = PresentedRows<Item>()
        /// When the pages were loaded, if they are those of an earlier session from a store.
        @usableFromInline var storedAt: Date?
        /// For each edge, the number of consecutive pages with only items that were in the list already.
        @usableFromInline var repeats = Edges(start: 0, end: 0)
        /// The items that the source has inserted, and that are not yet in a list; `nil` without any.
        @usableFromInline var arrivals: Arrivals<Input>?

        @inlinable
        init(pages: LoadedPages<Key, Input>, transform: any PageTransform<Input, Item>) {
            self.pages = pages
            self.transform = transform
        }

        /// The edges beyond which there is no page.
        @inlinable
        var ends: ListEnds { pages.ends }
    }
}

extension PagingEngine.Generation {
    /// Adds a page next to the loaded ones.
    @inlinable
    mutating func add(_ page: Page<Key, Input>, for request: PageRequest<Key>, keepsItems: Bool) -> RowChange
    {
        let (oldCount, oldEnds) = (rows.items.count, ends)
        let number = pages.insert(page, for: request, keepsItems: keepsItems)
        let change = rows.apply(transform.apply(.insert(page: number, page.items)))
            .followed(by: passEnds(unlike: oldEnds))
        let grown = rows.items.count - oldCount
        if request.direction == .prepend { pages.countRowsBefore(-grown) }
        let edge = Edge(request.direction) ?? .end
        repeats[edge] = transform.lastPageRepeats ? repeats[edge] + 1 : 0
        if grown > 0 {
            pages.withoutRows = Edges(start: VisitedKeys(), end: VisitedKeys())
        } else if let key = request.key, !transform.lastPageRepeats {
            pages.withoutRows[edge].insert(key)
        }
        return change
    }

    /// Removes the page at an edge.
    @inlinable
    mutating func removePage(at edge: Edge) -> RowChange {
        let unit = pages.unit(at: edge)
        let (removedCount, oldEnds) = (rows.count(of: unit), ends)
        pages.removeUnit(at: edge)
        if edge == .start { pages.countRowsBefore(removedCount) }
        // First, so that nothing is shown for an end that is no longer loaded.
        var change = passEnds(unlike: oldEnds)
        for _ in unit {
            let page = rows.page(at: edge)
            change = change.followed(by: rows.apply(transform.apply(.remove(page: page))))
        }
        return change
    }

    /// Passes the ends of the list to the transforms, if they differ from those before.
    @inlinable
    mutating func passEnds(unlike old: ListEnds) -> RowChange {
        ends == old ? .none : rows.apply(transform.apply(.ends(ends)))
    }

    /// Performs a command of a transform.
    mutating func perform(_ command: TransformCommand) -> RowChange {
        rows.apply(transform.perform(command))
    }

    /// Adds the pages of a snapshot to a generation without pages.
    mutating func add(_ snapshot: PagingSnapshot<Key, Input>, keepsItems: Bool) {
        pages.beyond.start.keys = snapshot.keysBefore
        pages.beyond.start.rowCount = max(0, snapshot.rowsBefore)
        for (index, saved) in snapshot.pages.enumerated() {
            let direction: LoadDirection = pages.isEmpty ? .refresh : .append
            if index == snapshot.pages.count - 1 { pages.beyond.end.keys = snapshot.keysAfter }
            _ = add(
                saved.page, for: PageRequest(key: saved.key, direction: direction), keepsItems: keepsItems)
        }
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
