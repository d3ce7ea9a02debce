/// Something that is measured beside a hand-written baseline that does the same.
struct Benchmark {
    /// What is measured of each side.
    enum Quantity {
        /// How long an element takes.
        case time

        /// How much memory the outcome of an element holds.
        case memory

        /// A share in percent, of virtual time.
        case share
    }

    /// The name for `--only` and for the table.
    let name: String

    /// What the baseline is, in a few words.
    let baselineName: String

    /// How many elements a pass of either side handles.
    private(set) var elements: Int

    /// What the number of elements is a multiple of.
    var unit = 1

    /// How many passes are timed together.
    var passes = 1

    var quantity = Quantity.time

    /// How often memory may be allocated for each element: exceeded, the run fails, on any machine.
    var maxAllocations: Int?

    /// Prepares both sides for a number of elements, so that what is prepared is neither timed nor counted.
    let prepare: (_ elements: Int) -> Sides
}

extension Benchmark {
    /// The two sides of a comparison. Each handles all elements and returns a checksum, the same on both
    /// sides.
    struct Sides {
        /// Does the work with the library.
        let subject: () -> Int

        /// Does the work by hand.
        let baseline: () -> Int

        /// What each side needs before each run, which is neither timed nor counted.
        var beforehand: (subject: () -> Void, baseline: () -> Void)?

        /// What each side holds in the end, where memory is measured.
        var holdings: (subject: () -> any Sendable, baseline: () -> any Sendable)?

        /// Each side's share, where one is measured, from 0 to 1.
        var shares: (subject: () -> Double, baseline: () -> Double)?
    }

    /// The same with a twentieth of the elements: enough to run all of its code, too little to measure it.
    var shortened: Benchmark {
        var short = self
        (short.elements, short.passes) = (max(1, elements / unit / 20) * unit, 1)
        return short
    }

    /// Measures both sides.
    ///
    /// - Parameter rounds: How many times each side runs, after one round to warm up.
    /// - Returns: `nil` where the quantity can't be measured.
    func measure(rounds: Int) -> Measurement? {
        switch quantity {
        case .time: measureTime(rounds: rounds)
        case .memory: measureMemory()
        case .share: measureShare()
        }
    }

    /// What is wrong with a measurement: `nil` unless memory is allocated more often than stated.
    ///
    /// The few allocations that do not depend on the number of elements, such as those of other threads, are
    /// rounded away.
    func fault(of measurement: Measurement) -> String? {
        guard let maxAllocations, let allocations = measurement.allocations,
            (allocations * 10).rounded() > Double(maxAllocations * 10)
        else { return nil }
        return "\(name): \(allocations) allocations for each element, of at most \(maxAllocations)"
    }

    private func measureMemory() -> Measurement? {
        guard let holdings = prepare(elements).holdings,
            let bytes = Allocations.bytes(heldBy: holdings.subject),
            let baselineBytes = Allocations.bytes(heldBy: holdings.baseline)
        else { return nil }
        return Measurement(
            name: name, baselineName: baselineName, quantity: .memory,
            value: Double(bytes) / Double(elements), baselineValue: Double(baselineBytes) / Double(elements),
            mutexNanoseconds: nil, allocations: nil, baselineAllocations: nil)
    }

    private func measureShare() -> Measurement? {
        prepare(elements).shares.map { shares in
            Measurement(
                name: name, baselineName: baselineName, quantity: .share, value: 100 * shares.subject(),
                baselineValue: 100 * shares.baseline(), mutexNanoseconds: nil, allocations: nil,
                baselineAllocations: nil)
        }
    }

    /// Runs both sides alternately and keeps the fastest run of each, which other load disturbs least.
    private func measureTime(rounds: Int) -> Measurement {
        let sides = prepare(elements)
        sides.beforehand?.subject()
        sides.beforehand?.baseline()
        precondition(sides.subject() == sides.baseline(), "\(name): the two sides do not compute the same.")
        var best = Duration.seconds(3600)
        var bestBaseline = best
        var bestMutex = best
        for _ in 0..<rounds {
            bestMutex = min(bestMutex, MutexPair.measure())
            bestBaseline = min(bestBaseline, time(sides.baseline, after: sides.beforehand?.baseline))
            best = min(best, time(sides.subject, after: sides.beforehand?.subject))
        }
        return Measurement(
            name: name, baselineName: baselineName, quantity: .time,
            value: best.nanoseconds / Double(elements * passes),
            baselineValue: bestBaseline.nanoseconds / Double(elements * passes),
            mutexNanoseconds: bestMutex.nanoseconds,
            allocations: countAllocations { ($0.subject, $0.beforehand?.subject) },
            baselineAllocations: countAllocations { ($0.baseline, $0.beforehand?.baseline) })
    }

    private func time(_ side: () -> Int, after beforehand: (() -> Void)?) -> Duration {
        guard let beforehand else {
            return ContinuousClock().measure {
                for _ in 0..<passes { blackHole(side()) }
            }
        }
        return (0..<passes).reduce(.zero) { total, _ in
            beforehand()
            return total + ContinuousClock().measure { blackHole(side()) }
        }
    }

    /// The allocations for each element in the steady state: what twice the elements need more than the
    /// elements.
    ///
    /// - Returns: `nil` where allocations cannot be counted.
    private func countAllocations(
        in side: (Sides) -> (work: () -> Int, beforehand: (() -> Void)?)
    ) -> Double? {
        let (once, twice) = (side(prepare(elements)), side(prepare(elements * 2)))
        once.beforehand?()
        twice.beforehand?()
        guard let fewer = Allocations.count(in: once.work), let more = Allocations.count(in: twice.work)
        else {
            return nil
        }
        return Double(more - fewer) / Double(elements)
    }
}

extension Duration {
    /// The whole duration in nanoseconds.
    var nanoseconds: Double {
        Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
    }
}
