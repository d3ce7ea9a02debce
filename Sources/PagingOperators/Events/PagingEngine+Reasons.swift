// Why a signal loads nothing. The rules are those of `needsPage` and of the functions that handle signals, in
// words.
extension PagingEngine {
    /// The reason for which no page is loaded in a direction; `nil` for a signal that is about none.
    struct Refusal {
        let direction: LoadDirection?
        let reason: PageEvent.Reason

        init(_ direction: LoadDirection?, _ reason: PageEvent.Reason) {
            self.direction = direction
            self.reason = reason
        }
    }

    /// Why a signal has started no load, in each direction that it is about. This is the engine after it.
    func reasons(for signal: ListSignal, from before: PagingSituation<Key>) -> [Refusal] {
        switch signal {
        case .cancel, .reset, .jump: []
        case .shown(let rows) where rows.isEmpty, .prefetch(let rows) where rows.isEmpty:
            [Refusal(nil, .nothingInView)]
        case .scrolled(_, let viewport, _) where viewport <= 0: [Refusal(nil, .nothingInView)]
        case .retry where !before.hasFailed: [Refusal(nil, .nothingFailed)]
        case .refresh, .retry, .shown, .prefetch, .scrolled, .loadMore, .loadPrevious:
            reasonsOfLoads(for: signal, from: before)
        }
    }

    private func reasonsOfLoads(for signal: ListSignal, from before: PagingSituation<Key>) -> [Refusal] {
        switch rebuild.load {
        case .loading(let id, _):
            return id.number > before.lastLoad ? [] : [Refusal(.refresh, .alreadyLoading(load: id.number))]
        case .failed(let error, _) where !hasPages: return [Refusal(.refresh, .heldAfterFailure(error))]
        case .open, .held, .failed: break
        }
        if signal == .refresh { return [] }
        if case .failed(let error, _) = rebuild.load, requestOfRowsFarAway != nil {
            return [Refusal(.refresh, .heldAfterFailure(error))]
        }
        guard hasPages else { return [Refusal(nil, .noPages)] }
        return edges(of: signal).compactMap { edge in
            if case .loading(let id, _) = edges[edge] {
                let isStarted = id.number > before.lastLoad
                return isStarted ? nil : Refusal(edge.direction, .alreadyLoading(load: id.number))
            }
            return Refusal(edge.direction, reason(beyond: edge, for: signal))
        }
    }

    /// The edges beyond which a signal may load pages. That a list begins at its start is not worth a word.
    private func edges(of signal: ListSignal) -> [Edge] {
        switch signal {
        case .loadMore: [.end]
        case .loadPrevious: [.start]
        default: list.ends.start ? [.end] : [.end, .start]
        }
    }

    private func reason(beyond edge: Edge, for signal: ListSignal) -> PageEvent.Reason {
        let isNeeded = list.ends[edge] || needsPage(beyond: edge, showing: inView)
        if case .failed(let error, _) = edges[edge], isNeeded { return .heldAfterFailure(error) }
        if list.ends[edge] { return reasonAtEnd(for: signal) }
        if let target = asked.target { return .jumping(toRow: target.lowerBound) }
        if asked.reload == .due { return .awaitingReload }
        switch signal {
        case .scrolled(let offset, let viewport, let content):
            let report = ScrollReport(offset: offset, viewport: viewport, content: content)
            return reason(beyond: edge, at: report)
        case .prefetch(let rows):
            let inList = checked(rows).clamped(to: 0..<counts.all)
            return inList.isEmpty ? .beyondList(rowCount: counts.all) : reason(beyond: edge, showing: inList)
        default:
            guard viewport.origin != .list, let rows = inView?.rows else { return .nothingInView }
            // A retry repeats what has failed, and loads nothing else.
            let isNear = distance(from: rows, to: edge) < rules.threshold
            if signal == .retry, isNear, edges[edge].state.isIdle { return .nothingFailed }
            return reason(beyond: edge, showing: rows)
        }
    }

    private func reasonAtEnd(for signal: ListSignal) -> PageEvent.Reason {
        switch signal {
        case .shown(let rows) where rows.lowerBound >= counts.all,
            .prefetch(let rows) where rows.lowerBound >= counts.all:
            .beyondList(rowCount: counts.all)
        case .loadMore where asked.reload == .due: .awaitingReload
        default: .atEnd
        }
    }

    private func reason(beyond edge: Edge, showing rows: Range<Int>) -> PageEvent.Reason {
        let distance = distance(from: rows, to: edge)
        if distance < rules.threshold, case .held = edges[edge], let maxRows = rules.maxRows {
            return .windowFull(maxRows: maxRows)
        }
        if distance < rules.threshold, isFarAway(rows) { return .farAway }
        if distance < rules.threshold, case .failed(let error, _) = edges[edge] {
            return .heldAfterFailure(error)
        }
        return .enoughRows(beyond: max(0, distance), threshold: rules.threshold)
    }

    private func reason(beyond edge: Edge, at report: ScrollReport) -> PageEvent.Reason {
        if report.requestsPage(beyond: edge, by: rules.scrollPolicy) {
            if case .failed(let error, _) = edges[edge] { return .heldAfterFailure(error) }
            if case .held = edges[edge], let maxRows = rules.maxRows { return .windowFull(maxRows: maxRows) }
        }
        switch rules.scrollPolicy {
        case .within(let viewports):
            return .enoughContent(beyond: report.distances[edge], limit: viewports * report.viewport)
        case .pulled(let limit): return .notPulled(by: report.pulls[edge], limit: limit)
        }
    }
}
