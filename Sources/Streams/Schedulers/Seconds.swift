/// An interval of a scheduler, which may be written as a number of seconds:
/// `debounce(for: 0.5, scheduler: queue)`.
///
/// It is the `SchedulerTimeType.Stride` of all schedulers, so that a project's function that takes one, as in
/// code for Combine, may be called with `0.3` or `.milliseconds(300)` and pass it to the operators.
///
/// Elsewhere an interval is a `Duration`.
public struct Seconds: Sendable, Hashable, Codable {
    /// The duration.
    public let duration: Duration

    /// Creates an interval from a duration.
    public init(_ duration: Duration) {
        self.duration = duration
    }

    // Where a `Duration` would do as well, `.seconds(1)` is one.

    /// Creates an interval from a number of seconds.
    @_disfavoredOverload
    public static func seconds(_ seconds: Int) -> Seconds { Seconds(.seconds(seconds)) }

    /// Creates an interval from a number of seconds.
    @_disfavoredOverload
    public static func seconds(_ seconds: Double) -> Seconds { Seconds(.seconds(seconds)) }

    /// Creates an interval from a number of milliseconds.
    @_disfavoredOverload
    public static func milliseconds(_ milliseconds: Int) -> Seconds { Seconds(.milliseconds(milliseconds)) }

    /// Creates an interval from a number of microseconds.
    @_disfavoredOverload
    public static func microseconds(_ microseconds: Int) -> Seconds { Seconds(.microseconds(microseconds)) }

    /// Creates an interval from a number of nanoseconds.
    @_disfavoredOverload
    public static func nanoseconds(_ nanoseconds: Int) -> Seconds { Seconds(.nanoseconds(nanoseconds)) }
}

extension Seconds: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// Creates an interval from a number of seconds.
    public init(floatLiteral seconds: Double) {
        duration = .seconds(seconds)
    }

    /// Creates an interval from a number of seconds.
    public init(integerLiteral seconds: Int) {
        duration = .seconds(seconds)
    }
}

extension Seconds: Comparable, AdditiveArithmetic {
    public static func < (lhs: Seconds, rhs: Seconds) -> Bool { lhs.duration < rhs.duration }
    public static func + (lhs: Seconds, rhs: Seconds) -> Seconds { Seconds(lhs.duration + rhs.duration) }
    public static func - (lhs: Seconds, rhs: Seconds) -> Seconds { Seconds(lhs.duration - rhs.duration) }
}
