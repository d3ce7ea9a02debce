/// The outcome of a benchmark, for each element: nanoseconds, bytes, or a share in percent.
struct Measurement {
    let name: String
    let baselineName: String
    let quantity: Benchmark.Quantity
    let value: Double
    let baselineValue: Double

    /// What an uncontended lock and unlock took in the same run: a yardstick for the machine.
    let mutexNanoseconds: Double?

    /// How often memory is allocated for each element, or `nil` where that cannot be counted.
    let allocations: Double?

    /// The same for the baseline.
    let baselineAllocations: Double?

    /// The value as a multiple of the baseline's.
    var ratio: Double { value / baselineValue }

    /// The time as a multiple of a lock and unlock.
    var mutexes: Double? { mutexNanoseconds.map { value / $0 } }
}
