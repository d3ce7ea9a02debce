import Foundation

/// The seeds of a randomized test: the one in the environment variable `FLUX_SEED`, or else new ones.
///
/// A test prints the seed that failed as `FLUX_SEED=7`; `FLUX_SEED=7 swift test --filter …` runs it again.
/// `FLUX_SEEDS=50` lets each test run with 50 times as many. `FLUX_FIRST_SEED=1` lets each run with as many
/// as without it, from that one on, which are the same in each run.
package enum Seeds {
    /// Returns the given seed, or as many new ones, one following the other.
    package static func make(_ count: Int) -> [UInt64] {
        if let given { return [given] }
        let first = makeFirst()
        return (0..<UInt64(count * factor)).map { first + $0 }
    }

    /// Returns the given seed, or a new one.
    package static func makeOne() -> UInt64 {
        given ?? makeFirst()
    }

    private static func makeFirst() -> UInt64 { fixed ?? UInt64.random(in: 0..<1_000_000_000) }

    private static let factor = ProcessInfo.processInfo.environment["FLUX_SEEDS"].flatMap(Int.init) ?? 1
    private static let fixed = ProcessInfo.processInfo.environment["FLUX_FIRST_SEED"].flatMap(UInt64.init)
    private static let given = ProcessInfo.processInfo.environment["FLUX_SEED"].flatMap(UInt64.init)
}
