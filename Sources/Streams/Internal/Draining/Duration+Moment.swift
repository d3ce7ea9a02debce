extension Duration {
    /// The last moment that a stage waits for, within the range of a duration, which is 18 times the greatest
    /// number of seconds.
    private static var lastMoment: Duration { .seconds(Int64.max) * 16 }

    /// Returns the moment that is an interval after this one, or the last one if that is earlier: on an
    /// ``ImmediateScheduler`` a stage reaches each moment at once, also those that are never reached
    /// elsewhere.
    func moment(after interval: Duration) -> Duration {
        interval < .lastMoment - self ? self + interval : .lastMoment
    }

    /// The nearest whole number of nanoseconds; at least one of a positive duration. A decimal number of
    /// seconds, which is rarely exact as a `Double`, is then the duration that it says.
    var wholeNanoseconds: Duration {
        guard self > .zero, self < .seconds(Int64.max) else { return self }
        let (seconds, attoseconds) = components
        let nanoseconds = (attoseconds + 500_000_000) / 1_000_000_000
        return max(.seconds(seconds) + .nanoseconds(nanoseconds), .nanoseconds(1))
    }
}
