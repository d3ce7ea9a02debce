import Testing

@_exported import SeededRandom

extension Seeds {
    /// Runs a randomized test with as many seeds, or with the one in `FLUX_SEED`.
    ///
    /// A run fails by throwing: its seed is printed, and no further seed is run.
    package static func forEach(_ count: Int, run: (inout SeededGenerator) throws -> Void) {
        for seed in make(count) {
            var random = SeededGenerator(seed: seed)
            do {
                try run(&random)
            } catch {
                Issue.record("FLUX_SEED=\(seed): \(error)")
                return
            }
        }
    }
}
