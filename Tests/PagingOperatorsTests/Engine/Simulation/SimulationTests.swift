import PagingSimulation
import TestSupport
import Testing

/// The simulation itself: it can fail, and reports a short script.
@Suite(.patient) struct SimulationTests {
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

    /// Screens that answer each state find the engines whose faults can be seen on a screen or by a server.
    @Test(arguments: BrokenRule.allCases.filter(\.isSeenByViewers))
    func wrongEngineIsDetectedByAViewer(broken: BrokenRule) throws {
        let deviation = broken.deviation
        let failures = (0..<1000 as Range<UInt64>).lazy.compactMap { seed in
            ViewerSimulation.failure(ofSeed: seed, deviation: deviation)
        }
        let failure = try #require(failures.first { _ in true })
        #expect(failure.gestures.count <= 10)
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
