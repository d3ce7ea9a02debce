import PagingSimulation
import TestSupport
import Testing

@testable import PagingOperators

/// The simulation itself: it can fail, and reports a short script.
@Suite(.patient) struct SimulationTests {
    /// A way to break the rules.
    enum BrokenRule: CaseIterable {
        case threshold, failurePolicy, repeatedKeys, scrollPolicy, window, placeholders, jumps
        case scrollTarget, rowsInView, identities
        case blankRefresh, brokenCancellation, forgottenRetry, ignoredReload, lateAnswers
        case ignoredHold, trimmedView, doubledLoads, lostCancellations

        /// Whether an engine that breaks the rule may differ in a session.
        func mayShow(in setup: SimulationSetup) -> Bool {
            switch self {
            // Without identities, rows may have other numbers after a reload.
            case .scrollTarget: setup.chain == .plain
            case .placeholders: setup.server.counting != .nothing
            case .ignoredHold, .trimmedView: setup.rules.maxRows != nil && setup.chain == .plain
            case .threshold, .failurePolicy, .repeatedKeys, .scrollPolicy, .window, .jumps:
                change(setup.rules) != setup.rules
            default: true
            }
        }

        var deviation: Deviation {
            Deviation(
                changeRules: change, changeEvent: change, changeActions: change, changeState: change)
        }

        private func change(_ rules: PagingRules) -> PagingRules {
            var rules = rules
            switch self {
            case .threshold: rules.threshold += 1
            case .failurePolicy: rules.failurePolicy = rules.failurePolicy == .hold ? .retryOnHint : .hold
            case .repeatedKeys: rules.allowsRepeatedKeys.toggle()
            case .scrollPolicy: rules.scrollPolicy = .pulled(distance: 1000)
            case .window: rules.maxRows = rules.maxRows.map { $0 + 2 }
            case .placeholders: rules.showsPlaceholders.toggle()
            case .jumps: rules.jumpThreshold = rules.jumpThreshold.map { $0 + 1 }
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

        private func change(_ event: Deviation.Engine.Event, _ engine: Deviation.Engine) -> [Deviation.Engine
            .Event]
        {
            let view = engine.shownRows.map { Deviation.Engine.Event.signal(.shown(rows: $0)) }
            switch (self, event) {
            case (.blankRefresh, .signal(.refresh)): return [.signal(.reset), event]
            case (.brokenCancellation, .signal(.cancel)): return []
            case (.forgottenRetry, .signal(.retry)): return []
            case (.ignoredReload, .invalidated): return []
            // The answer to any load is taken for that of the last.
            case (.lateAnswers, .loaded(_, let page)): return [.loaded(engine.lastLoad, page)]
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

    @Test(arguments: BrokenRule.allCases)
    func wrongEngineIsDetectedByAShortScript(broken: BrokenRule) throws {
        let deviation = broken.deviation
        let longScripts = (0..<2000 as Range<UInt64>).lazy.filter { seed in
            let script = SimulationScript(seed: seed)
            return script.steps.count > 10 && broken.mayShow(in: script.setup)
        }
        let failures = longScripts.compactMap { seed in
            Simulation.failure(ofSeed: seed, deviation: deviation)
        }
        let failure = try #require(failures.first { _ in true })
        #expect(failure.script.steps.count < SimulationScript(seed: failure.seed).steps.count)
        #expect(failure.script.steps.count <= 10)
        #expect(failure.description.contains("seed \(failure.seed)"))
    }

    @Test func seedAlwaysGivesTheSameScript() {
        let scripts = (1...20 as ClosedRange<UInt64>).map { SimulationScript(seed: $0).description }
        #expect(scripts == (1...20 as ClosedRange<UInt64>).map { SimulationScript(seed: $0).description })
        #expect(Set(scripts).count == 20)
    }

    @Test func shrunkScriptStillFailsAndIsMinimal() {
        let shrunk = Array(0..<100).shrunk { $0.contains(17) && $0.contains(18) && $0.contains(71) }
        #expect(shrunk == [17, 18, 71])
        #expect(Array(0..<100).shrunk { _ in true } == [])
        #expect([1].shrunk { $0.contains(1) } == [1])
    }
}
