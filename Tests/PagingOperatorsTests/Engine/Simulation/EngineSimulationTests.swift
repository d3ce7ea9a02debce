import Testing

struct EngineSimulationTests {
    /// Signals, answers in any order, late ones and failures, at random: the engine does what the rules say, each
    /// state's change is right, and a patient user gets every row once, in order.
    @Test(arguments: 1...2)
    func theEngineDoesWhatTheReferenceDoes(half: Int) {
        Seeds.forEach(10_000) { random in
            var simulation = Simulation(random)
            try simulation.run()
        }
    }
}
