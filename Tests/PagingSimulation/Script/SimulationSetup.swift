import PagingOperators
import SeededRandom

/// The configuration of a simulated session.
package struct SimulationSetup: Sendable {
    package var rules: PagingRules
    package var chain: SimulatedChain
    package var server: SimulatedServer
    package var startKey: Int?
    /// Whether the source can find the page of any row.
    package var findsRows: Bool
    /// The number of states that the slow screen skips between two that it receives.
    package var skippedStates: Int
    /// The height of the content in scroll positions, for a viewport of 100.
    package var contentHeight: Int

    /// Whether the pages of one generation may report different counts.
    var canChangeLayout: Bool { server.counting == .nothing && !findsRows && !chain.needsUniqueRows }

    /// Whether rows can be confirmed. Not where a page may show a duplicate at its end once another page is
    /// removed, beside which a confirmed row stays, or not, if it was confirmed in the same event.
    var canConfirm: Bool { rules.maxRows == nil || chain.stages.first == .edits }
}

extension SimulationSetup {
    /// Draws a setup.
    package init(with random: inout SeededGenerator) {
        // Rows without an identity are kept in place in a way of their own.
        let chains = SimulatedChain.allCases
        chain = random.chance(20) ? .plain : chains[random.number(below: chains.count)]
        let counting = SimulatedServer.Counting.allCases[random.number(below: 4)]
        let links = Self.makeLinks(with: counting, &random)
        let repeats = !chain.needsUniqueRows && random.chance(50)
        server = SimulatedServer(
            layout: Self.makeLayout(repeats: repeats, with: &random), counting: counting, links: links)
        rules = PagingRules(
            threshold: random.number(below: 5),
            failurePolicy: random.chance(50) ? .hold : .retryOnHint,
            allowsRepeatedKeys: random.chance(20),
            scrollPolicy: random.chance(50) ? .within(viewports: 1) : .pulled(distance: 50),
            maxRows: random.chance(50) ? 1 + random.number(below: 12) : nil,
            showsPlaceholders: counting != .nothing && random.chance(70),
            jumpThreshold: random.chance(30) ? 1 + random.number(below: 6) : nil,
            repeatedPageLimit: random.chance(50) ? 1 + random.number(below: 3) : 10)
        startKey =
            links == .previous
            ? server.layout.count - 1
            : counting != .total && random.chance(40) ? random.number(below: server.layout.count) : nil
        findsRows = counting != .nothing && counting != .total && random.chance(60)
        skippedStates = random.number(below: 4)
        contentHeight = random.chance(50) ? 50 : 300
    }

    private static func makeLinks(
        with counting: SimulatedServer.Counting, _ random: inout SeededGenerator
    ) -> SimulatedServer.Links {
        switch counting {
        case .totalAndBefore, .beforeAndAfter: .both
        case .total: random.chance(70) ? .both : .next
        case .nothing: random.chance(60) ? .both : random.chance(50) ? .next : .previous
        }
    }

    package static func makeLayout(repeats: Bool, with random: inout SeededGenerator) -> [[Int]] {
        var next = 0
        return (0..<1 + random.number(below: 7)).map { _ in
            (0..<random.number(below: 5)).map { _ in
                if repeats, random.chance(30) { return random.number(below: 8) }
                next += 1
                return next - 1
            }
        }
    }
}

extension SimulationSetup {
    /// Simpler variants of the setup, to make the script of a failure shorter.
    var simpler: [SimulationSetup] {
        var all: [SimulationSetup] = []
        func offer(_ change: (inout SimulationSetup) -> Void) {
            var setup = self
            change(&setup)
            all.append(setup)
        }
        if rules.maxRows != nil { offer { $0.rules.maxRows = nil } }
        if rules.showsPlaceholders { offer { $0.rules.showsPlaceholders = false } }
        if rules.jumpThreshold != nil { offer { $0.rules.jumpThreshold = nil } }
        if rules.threshold > 1 { offer { $0.rules.threshold = 1 } }
        if startKey != nil { offer { $0.startKey = nil } }
        if skippedStates > 0 { offer { $0.skippedStates = 0 } }
        if server.layout.count > 1 {
            for page in server.layout.indices {
                offer { setup in
                    setup.server.layout.remove(at: page)
                    if let key = setup.startKey { setup.startKey = min(key, setup.server.layout.count - 1) }
                }
            }
        }
        for simpler: SimulatedChain in [.plain, .deduped, .edited]
        where stages(of: simpler) < stages(of: chain) {
            offer { $0.chain = simpler }
        }
        return all
    }

    private func stages(of chain: SimulatedChain) -> Int { chain.stages.count }
}
