/// Something that is timed beside a hand-written baseline that does the same work.
struct Benchmark {
    /// The name for `--only` and for the table.
    let name: String

    /// What the baseline is, in a few words.
    let baselineName: String

    /// How many elements one run of either side handles.
    let elements: Int

    /// Handles the elements with the library; returns a checksum.
    let subject: () -> Int

    /// Handles the elements by hand; returns the same checksum.
    let baseline: () -> Int
}

/// The outcome of a benchmark, in nanoseconds per element.
struct Measurement {
    let name: String
    let baselineName: String
    let nanoseconds: Double
    let baselineNanoseconds: Double

    var ratio: Double { nanoseconds / baselineNanoseconds }
}

extension Benchmark {
    /// Runs both sides alternately and keeps the fastest run of each, which other load disturbs least.
    ///
    /// - Parameter rounds: How many times each side runs, after one round to warm up.
    func measure(rounds: Int) -> Measurement {
        precondition(subject() == baseline(), "\(name): the two sides do not compute the same.")
        var best = Duration.seconds(3600)
        var bestBaseline = best
        let clock = ContinuousClock()
        for _ in 0..<rounds {
            bestBaseline = min(bestBaseline, clock.measure { blackHole(baseline()) })
            best = min(best, clock.measure { blackHole(subject()) })
        }
        return Measurement(
            name: name, baselineName: baselineName,
            nanoseconds: best.nanoseconds / Double(elements),
            baselineNanoseconds: bestBaseline.nanoseconds / Double(elements))
    }
}

extension Duration {
    /// The whole duration in nanoseconds.
    var nanoseconds: Double {
        Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
    }
}

/// Hides a value from the optimiser.
@inline(never)
func blackHole<T>(_ value: T) {}

/// A total that closures add to. Every benchmark runs on one thread.
final class Total: @unchecked Sendable {
    // Sendable: a benchmark touches it from one thread only.
    @exclusivity(unchecked) var value = 0
}
