import PagingSimulation

@testable import PagingOperators

/// A way to break the rules.
enum BrokenRule: CaseIterable {
    case threshold, failurePolicy, repeatedKeys, scrollPolicy, window, windowAmongPlaceholders
    case placeholders, jumps, repeatedPages
    case scrollTarget, rowsInView, identities
    case blankRefresh, restartedRefresh, brokenCancellation, forgottenRetry, lateAnswers
    case ignoredReload, ignoredReloadOfLoadingList, reloadThatCancels
    case pageForRowsBeyondTheEnd
    case ignoredHold, trimmedView, doubledLoads, lostCancellations

    /// Whether an engine that breaks the rule may differ in a session.
    func mayShow(in setup: SimulationSetup) -> Bool {
        switch self {
        // Without identities, rows may have other numbers after a reload.
        case .scrollTarget: setup.chain == .plain
        case .placeholders: setup.server.counting != .nothing
        case .ignoredHold, .trimmedView: setup.rules.maxRows != nil && setup.chain == .plain
        case .threshold, .failurePolicy, .repeatedKeys, .scrollPolicy, .window, .windowAmongPlaceholders,
            .jumps:
            change(setup.rules) != setup.rules
        case .repeatedPages:
            setup.rules.repeatedPageLimit < 3
                && (setup.chain.stages.contains(.dedupe) || setup.chain.stages.contains(.latest))
        default: true
        }
    }

    /// Whether some hundred viewers find it.
    var isSeenByViewers: Bool {
        switch self {
        case .windowAmongPlaceholders, .scrollPolicy, .scrollTarget, .identities, .blankRefresh,
            .forgottenRetry, .lateAnswers, .ignoredReload, .ignoredReloadOfLoadingList, .reloadThatCancels,
            .ignoredHold, .trimmedView, .doubledLoads, .lostCancellations:
            true
        default: false
        }
    }

    var deviation: Deviation {
        Deviation(changeRules: change, changeEvent: change, changeActions: change, changeState: change)
    }

    private func change(_ rules: PagingRules) -> PagingRules {
        var rules = rules
        switch self {
        case .threshold: rules.threshold += 1
        case .failurePolicy: rules.failurePolicy = rules.failurePolicy == .hold ? .retryOnHint : .hold
        case .repeatedKeys: rules.allowsRepeatedKeys.toggle()
        case .scrollPolicy: rules.scrollPolicy = .pulled(distance: 1000)
        case .window: rules.maxRows = rules.maxRows.map { $0 + 2 }
        case .windowAmongPlaceholders where rules.showsPlaceholders: rules.maxRows = nil
        case .placeholders: rules.showsPlaceholders.toggle()
        case .jumps: rules.jumpThreshold = rules.jumpThreshold.map { $0 + 1 }
        case .repeatedPages: rules.repeatedPageLimit = 100
        default: break
        }
        return rules
    }

    private func change(_ state: ViewState<SimulatedRow>) -> ViewState<SimulatedRow> {
        var state = state
        switch self {
        // A reloaded list that stays at its scroll position, and one that loses the row in view when rows
        // change.
        case .scrollTarget where state.scrollTarget?.isJump == false: state.scrollTarget = nil
        case .rowsInView where state.change.moved != [] || state.change.removed != []:
            state.focusRows = state.focusRows.map { $0.starting(at: $0.lowerBound + 1) }
        case .identities where state.change.removed != []: state.change = .reload
        default: break
        }
        return state
    }

    private func change(
        _ event: Deviation.Engine.Event, _ engine: Deviation.Engine
    ) -> [Deviation.Engine.Event] {
        let view = engine.shownRows.map { Deviation.Engine.Event.signal(.shown(rows: $0)) }
        switch (self, event) {
        case (.blankRefresh, .signal(.refresh)): return [.signal(.reset), event]
        case (.restartedRefresh, .signal(.refresh)) where !engine.isAtRest: return [.signal(.cancel), event]
        case (.brokenCancellation, .signal(.cancel)): return []
        case (.forgottenRetry, .signal(.retry)): return []
        case (.ignoredReload, .invalidated): return []
        case (.ignoredReloadOfLoadingList, .invalidated) where !engine.isAtRest: return []
        case (.reloadThatCancels, .invalidated) where !engine.isAtRest: return [.signal(.cancel), event]
        // The answer to any load is taken for that of the last.
        case (.lateAnswers, .loaded(_, let page)): return [.loaded(engine.lastLoad, page)]
        case (.pageForRowsBeyondTheEnd, .signal(.shown(let rows)))
        where engine.counts.all > 0 && rows.lowerBound >= engine.counts.all:
            return [event, .signal(.loadMore)]
        // Rows that are reported again are a hint.
        case (.ignoredHold, .loaded): return view.map { [event, $0, $0] } ?? [event]
        // A list that knows another place is trimmed there.
        case (.trimmedView, .loaded):
            return view.map { [.signal(.shown(rows: 100..<101)), event, $0] } ?? [event]
        default: return [event]
        }
    }

    private func change(_ actions: [Deviation.Engine.Action]) -> [Deviation.Engine.Action] {
        actions.flatMap { (action) -> [Deviation.Engine.Action] in
            switch (self, action) {
            case (.doubledLoads, .load): return [action, action]
            case (.lostCancellations, .cancelLoad): return []
            default: return [action]
            }
        }
    }
}
