/// What is remembered of an engine before an event, to explain the event afterwards.
struct PagingSituation<Key: Hashable & Sendable>: Sendable {
    /// A load.
    struct Load: Sendable {
        let id: LoadID
        let request: PageRequest<Key>
        /// Whether it loads a page of the next generation.
        let isOfRebuild: Bool
    }

    /// A page of a window.
    struct WindowPage: Sendable {
        let number: Int
        let key: Key?
        let rows: Int
    }

    /// The running loads.
    let loads: [Load]
    /// The number of the last load that was started.
    let lastLoad: Int
    /// The generations that were shown.
    let tally: LoadTally
    /// The number of rows.
    let rows: Int
    let ends: ListEnds
    /// The numbers of the pages, as the transforms count them.
    let pages: Range<Int>
    /// The number of rows of the next generation, while it cannot be shown.
    let nextRows: Int
    /// The pages of a list with a window; empty for others, from which no page is removed.
    let window: [WindowPage]
    /// Whether a load has failed that `.retry` repeats.
    let hasFailed: Bool
    /// Whether a page of the source is loaded.
    let hasPages: Bool

    func load(_ id: LoadID) -> Load? { loads.first { $0.id == id } }
}

extension PagingEngine {
    /// What is to be remembered of the engine before an event.
    ///
    /// - Complexity: O(1), or O(*p*) for the *p* pages of a window.
    var situation: PagingSituation<Key> {
        var loads: [PagingSituation<Key>.Load] = []
        if case .loading(let id, let request) = rebuild.load {
            loads.append(.init(id: id, request: request, isOfRebuild: true))
        }
        for edge in Edge.allCases {
            if case .loading(let id, let request) = edges[edge] {
                loads.append(.init(id: id, request: request, isOfRebuild: false))
            }
        }
        return PagingSituation(
            loads: loads, lastLoad: lastLoad.number, tally: tally, rows: list.rows.items.count,
            ends: list.ends,
            pages: list.rows.pages,
            nextRows: rebuild.plan?.next?.rows.items.count ?? 0, window: window,
            hasFailed: rebuild.load.isFailed || edges.start.isFailed || edges.end.isFailed,
            hasPages: hasPages)
    }

    private var window: [PagingSituation<Key>.WindowPage] {
        guard rules.maxRows != nil else { return [] }
        return list.pages.table.pages.filter(list.rows.pages.contains).map { page in
            .init(number: page, key: list.pages.table[page].key, rows: list.rows.count(ofPage: page))
        }
    }
}
