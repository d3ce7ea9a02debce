/// The outcome of a benchmark; times are in nanoseconds per element.
struct Measurement {
    let name: String
    let baselineName: String
    let nanoseconds: Double
    let baselineNanoseconds: Double

    /// What an uncontended lock and unlock took in the same run: a yardstick for the machine.
    let mutexNanoseconds: Double

    /// How often memory is allocated for each element, or `nil` where that cannot be counted.
    let allocations: Double?

    /// The same for the baseline.
    let baselineAllocations: Double?

    /// The time as a multiple of the baseline's.
    var ratio: Double { nanoseconds / baselineNanoseconds }

    /// The time as a multiple of a lock and unlock.
    var mutexes: Double { nanoseconds / mutexNanoseconds }
}
