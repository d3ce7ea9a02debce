import Foundation

/// A random generator that repeats itself from its seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// A generator seeded by the environment variable `FLUX_SEED`, or at random; it prints its seed.
    static func fromEnvironment(for test: String = #function) -> SeededGenerator {
        let given = ProcessInfo.processInfo.environment["FLUX_SEED"].flatMap(UInt64.init)
        let generator = SeededGenerator(seed: given ?? UInt64.random(in: 0...UInt64.max))
        print("\(test): FLUX_SEED=\(generator.seed)")
        return generator
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
