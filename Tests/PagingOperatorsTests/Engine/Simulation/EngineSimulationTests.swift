import PagingSimulation
import TestSupport
import Testing

struct EngineSimulationTests {
    /// Signals, answers in any order, late ones, failures, edits, restarts, at random: the engine does what the rules
    /// say, each state's change is right, and a patient user gets every row once, in order. `Simulate` plays more.
    @Test(arguments: 1...2)
    func engineMatchesTheReference(half: Int) {
        for seed in Seeds.make(400) {
            if let failure = Simulation.failure(ofSeed: seed) {
                Issue.record("FLUX_SEED=\(seed): \(failure)")
                return
            }
        }
    }
}
