/// A random number generator with a reproducible sequence for each seed (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    package let seed: UInt64
    private var state: UInt64

    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from zero up to a limit. Much faster than `Int.random(in:)` in debug builds.
    package mutating func number(below limit: Int) -> Int {
        Int(truncatingIfNeeded: next() >> 33) % limit
    }

    /// Returns `true` with a probability, in percent.
    package mutating func chance(_ percent: Int) -> Bool {
        number(below: 100) < percent
    }
}
