/// A script of random steps, which can be shortened.
package protocol ShrinkableScript: Sendable, CustomStringConvertible {
    associatedtype Setup: Sendable
    associatedtype Step: Sendable

    var setup: Setup { get }
    var steps: [Step] { get }

    /// Setups that are simpler than that of the script.
    var simplerSetups: [Setup] { get }

    init(setup: Setup, steps: [Step])
}

/// A session in which what is simulated differs from the reference.
package struct SimulationFailure<Script: ShrinkableScript>: Error, CustomStringConvertible {
    package let seed: UInt64
    package private(set) var script: Script
    package private(set) var mismatch: Mismatch

    package init(seed: UInt64, script: Script, mismatch: Mismatch) {
        self.seed = seed
        self.script = script
        self.mismatch = mismatch
    }

    package var description: String { "seed \(seed)\n\(script)\n\(mismatch)" }

    /// Returns the failure, or a similar one, with a minimal script.
    ///
    /// - Parameter mismatch: Runs a script and returns its mismatch, if any.
    package func shrunk(playing mismatch: (Script) -> Mismatch?) -> Self {
        var failure = self
        func accepts(_ script: Script) -> Bool {
            guard let mismatch = mismatch(script) else { return false }
            failure = SimulationFailure(seed: seed, script: script, mismatch: mismatch)
            return true
        }
        var isShrinking = true
        while isShrinking {
            let steps = failure.script.steps.shrunk {
                accepts(Script(setup: failure.script.setup, steps: $0))
            }
            isShrinking = failure.script.simplerSetups.contains { accepts(Script(setup: $0, steps: steps)) }
        }
        return failure
    }
}

extension Array {
    /// Returns a minimal failing subset, found by removing longer and shorter runs of elements.
    package func shrunk(whileFails fails: ([Element]) -> Bool) -> [Element] {
        var kept = self
        var length = Swift.max(1, count / 2)
        while true {
            var hasShrunk = false
            var start = 0
            while start < kept.count {
                var shorter = kept
                shorter.removeSubrange(start..<Swift.min(start + length, kept.count))
                if fails(shorter) {
                    kept = shorter
                    hasShrunk = true
                } else {
                    start += length
                }
            }
            if length == 1, !hasShrunk { return kept }
            length = Swift.max(1, length / 2)
        }
    }
}
