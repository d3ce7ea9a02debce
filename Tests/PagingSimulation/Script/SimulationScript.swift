import PagingOperators
import SeededRandom

/// A session to be simulated.
package struct SimulationScript: ShrinkableScript {
    package var setup: SimulationSetup
    package var steps: [SimulationStep]

    package init(setup: SimulationSetup, steps: [SimulationStep]) {
        self.setup = setup
        self.steps = steps
    }

    package var simplerSetups: [SimulationSetup] { setup.simpler }

    /// Draws a script.
    package init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        setup = SimulationSetup(with: &random)
        steps = random.chance(95) ? [.start] : []
        // In some sessions the source changes more often than pages load.
        let invalidationChance = random.chance(20) ? 40 : 0
        for _ in 0..<random.number(below: 30) {
            steps.append(
                random.chance(invalidationChance) ? .invalidate : Self.makeStep(in: setup, with: &random))
            // A store is mostly read soon after the start.
            if case .reopen = steps.last, random.chance(60) {
                steps.append(.readStore(isValid: random.chance(40)))
            }
        }
    }
}

extension SimulationScript {
    private static func makeStep(
        in setup: SimulationSetup, with random: inout SeededGenerator
    ) -> SimulationStep {
        if setup.chain.isEditable, random.chance(30) {
            if random.chance(20) { return .revert(random.number(below: 8)) }
            if random.chance(15), setup.canConfirm { return .confirm(random.number(below: 8)) }
            if random.chance(20) { return makePush(with: &random) }
            return .edit(makeEdit(with: &random))
        }
        switch random.number(below: 100) {
        case 0..<3: return .prefetch(makeRow(with: &random), count: 1 + random.number(below: 8))
        case 3..<24:
            return .shown(makeRow(with: &random), count: random.chance(50) ? 1 : 1 + random.number(below: 8))
        case 24..<29: return .scrolled(atStart: random.chance(50), atEnd: random.chance(50))
        case 29..<33: return .loadMore
        case 33..<37: return .loadPrevious
        case 37..<41: return .refresh
        case 41..<46: return .retry
        case 46..<49: return .cancel
        case 49: return .reset
        case 50..<54: return .jump(toRow: random.number(below: 24))
        case 54..<57: return .invalidate
        case 57..<59:
            let hasNewLayout = setup.canChangeLayout && random.chance(60)
            return .serverChanges(
                hasNewLayout ? SimulationSetup.makeLayout(repeats: random.chance(50), with: &random) : nil)
        case 59..<61: return .restart(revalidating: random.chance(50))
        case 61..<68: return .fail(makeLoad(with: &random))
        case 68..<70: return .answerRepeatingKey(makeLoad(with: &random))
        case 70..<72: return .reopen
        case 72..<76: return .readStore(isValid: random.chance(40))
        default: return .answer(makeLoad(with: &random))
        }
    }

    private static func makeRow(with random: inout SeededGenerator) -> SimulationStep.Row {
        switch random.number(below: 3) {
        case 0: .fromStart(random.number(below: 4))
        case 1: .fromStart(random.number(below: 30))
        default: .fromEnd(random.number(below: 6) - 2)
        }
    }

    private static func makeLoad(with random: inout SeededGenerator) -> SimulationStep.Load {
        random.chance(80) ? .running(random.number(below: 6)) : .any(random.number(below: 12))
    }

    private static func makeEdit(with random: inout SeededGenerator) -> SimulatedEdit {
        let id = makeID(with: &random)
        let kind: SimulatedEdit.Kind
        switch random.number(below: 8) {
        case 0, 1: kind = .update(id, by: 1 + random.number(below: 5))
        case 2, 3: kind = .remove(id)
        case 4, 5:
            let row = SimulatedRow(id: id, version: 50 + random.number(below: 5))
            kind = .insert(row, makePlace(with: &random))
        default: kind = .move(id, makePlace(with: &random))
        }
        return SimulatedEdit(kind: kind, survivesRefresh: random.chance(30))
    }

    private static func makePush(with random: inout SeededGenerator) -> SimulationStep {
        let updated = (0..<random.number(below: 4)).map { _ in
            SimulatedRow(id: makeID(with: &random), version: 20 + random.number(below: 20))
        }
        let deleted = (0..<random.number(below: 3)).map { _ in makeID(with: &random) }
        return .push(updated: updated, deleted: deleted)
    }

    /// Draws an identity: mostly one that the server may have, or else that of an inserted row.
    private static func makeID(with random: inout SeededGenerator) -> Int {
        random.chance(75) ? random.number(below: 10) : 500 + random.number(below: 3)
    }

    private static func makePlace(with random: inout SeededGenerator) -> FeedPlace<Int> {
        switch random.number(below: 6) {
        case 0: .start
        case 1: .end
        case 2, 3: .before(makeID(with: &random))
        default: .after(makeID(with: &random))
        }
    }
}

extension SimulationScript {
    package var description: String {
        let setup = """
            \(setup.rules)
            \(setup.chain), starting at \(setup.startKey.map { "\($0)" } ?? "nil"), \
            \(setup.findsRows ? "finds rows" : "cannot find rows"), \(setup.skippedStates) states skipped
            \(setup.server)
            """
        return setup + steps.map { "\n  \($0)" }.joined()
    }
}
