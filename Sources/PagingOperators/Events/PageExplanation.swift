/// The events that explain one event of an engine.
struct PageExplanation: Sendable {
    /// An event, and the number of its load.
    struct Note: Sendable {
        let kind: PageEvent.Kind
        var load: Int?
    }

    /// What has caused the engine's actions.
    var causes: [Note] = []
    /// Why there are no other actions.
    var reasons: [Note] = []
}

extension PagingEngine {
    /// Explains an event by what it has changed. A pure function of the engine before and after the event;
    /// this is the engine after it.
    ///
    /// - Parameters:
    ///   - event: The event that was handled.
    ///   - before: The engine before the event.
    func explanation(of event: Event, from before: PagingSituation<Key>) -> PageExplanation {
        var explanation = PageExplanation()
        switch event {
        case .start:
            explanation.add(.began)
            if hasPages, before.pages.isEmpty { explanation.add(.restored(rows: counts.items)) }
        case .signal(let signal):
            if case .shown(let rows) = signal {
                explanation.add(.reported(rows: rows))
            } else {
                explanation.add(.signal(signal))
            }
            explanation.reasons = reasons(for: signal, from: before).map {
                .init(kind: .notNeeded($0.direction, $0.reason))
            }
        case .loaded(let id, let page): explain(page, of: id, from: before, &explanation)
        case .failed(let id, let error):
            explanation.add(before.load(id) == nil ? .droppedLate : .failed(error), id)
        case .stored:
            if hasPages, !before.hasPages { explanation.add(.restored(rows: counts.items)) }
        case .invalidated: explanation.add(.invalidated)
        case .inserted(_, let edge):
            explanation.add(.inserted(edge.direction, rows: max(0, list.rows.items.count - before.rows)))
        case .sourceReplaced:
            explanation.add(.sourceReplaced)
            if hasPages, before.pages.isEmpty { explanation.add(.restored(rows: counts.items)) }
        case .command: break
        }
        explainRemovals(from: before, &explanation)
        return explanation
    }

    private func explain(
        _ page: Page<Key, Input>, of id: LoadID, from before: PagingSituation<Key>,
        _ explanation: inout PageExplanation
    ) {
        guard let load = before.load(id) else { return explanation.add(.droppedLate, id) }
        let edge = load.isOfRebuild ? nil : Edge(load.request.direction)
        let error = (edge.map { edges[$0].state } ?? rebuild.load.state).error
        if let error = repeatedKey(in: page, for: load.request) { return explanation.add(.failed(error), id) }
        let next = load.request.direction == .prepend ? page.previous : page.next
        explanation.add(
            .loaded(
                items: page.items.count, presented: presentedRows(of: edge, from: before),
                next: PageEvent.text(of: next)), id)
        if let error { explanation.add(.stopped(load.request.direction, error)) }
    }

    /// The number of rows of the page that was received: beyond an edge, or of the next generation.
    private func presentedRows(of edge: Edge?, from before: PagingSituation<Key>) -> Int {
        // The last page, which was loaded again for what it has gained.
        if edge == .end, before.ends.end { return max(0, list.rows.items.count - before.rows) }
        if let edge {
            let page = edge == .start ? before.pages.lowerBound - 1 : before.pages.upperBound
            return list.rows.pages.contains(page) ? list.rows.count(ofPage: page) : 0
        }
        let isShown = tally.generations != before.tally.generations
        let rows = isShown ? list.rows.items.count : rebuild.plan?.next?.rows.items.count ?? 0
        return max(0, rows - before.nextRows)
    }

    private func explainRemovals(
        from before: PagingSituation<Key>, _ explanation: inout PageExplanation
    ) {
        guard tally.generations == before.tally.generations, hasPages else { return }
        var removed: [(page: PagingSituation<Key>.WindowPage, rows: Int)] = []
        for page in before.window where !list.rows.pages.contains(page.number) {
            // Items that were inserted beside a page have its key, and are removed with it.
            if let last = removed.last, last.page.key == page.key {
                removed[removed.count - 1].rows += page.rows
            } else {
                removed.append((page, page.rows))
            }
        }
        for (page, rows) in removed {
            explanation.add(
                .removed(
                    key: PageEvent.text(of: page.key), rows: rows,
                    page.number < list.rows.pages.lowerBound ? .prepend : .append))
        }
    }
}

extension PageExplanation {
    fileprivate mutating func add(_ kind: PageEvent.Kind, _ load: LoadID? = nil) {
        causes.append(Note(kind: kind, load: load?.number))
    }
}
