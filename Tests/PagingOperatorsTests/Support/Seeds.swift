import Foundation
import Testing

/// Runs a randomised test with many seeds: with the one that `FLUX_SEED` names, or else with new ones.
///
/// A case fails by throwing. Its seed is then printed: `FLUX_SEED=7 swift test --filter …` runs that case alone.
enum Seeds {
    static func forEach(_ count: Int, run: (inout SeededGenerator) throws -> Void) {
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

    static func make(_ count: Int) -> [UInt64] {
        if let given = ProcessInfo.processInfo.environment["FLUX_SEED"].flatMap(UInt64.init) {
            return [given]
        }
        let first = UInt64.random(in: 0..<1_000_000_000)
        return (0..<UInt64(count)).map { first &+ $0 }
    }
}
