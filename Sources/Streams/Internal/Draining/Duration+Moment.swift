extension Duration {
    /// The last moment of a stage. On an ``ImmediateScheduler`` a stage reaches each moment at once, and the sum
    /// of intervals that mean "never" would exceed the range of a duration.
    private static var lastMoment: Duration { .seconds(Int64.max) }

    /// Returns the moment that is an interval after this one, or the last one if that is earlier.
    func moment(after interval: Duration) -> Duration {
        min(self + min(interval, .lastMoment), .lastMoment)
    }
}
