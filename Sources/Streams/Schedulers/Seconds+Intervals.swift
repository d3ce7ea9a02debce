import Dispatch
import Foundation

// What the interval of a scheduler is made of, and has, in code for Combine.

extension Seconds {
    /// Creates an interval from a number of seconds, such as a `TimeInterval`: `Seconds(pause * 2)`.
    ///
    /// - Parameter seconds: The number. It is limited to about 30,000 years in either direction, and counts
    ///   as zero if it is not a number.
    @_disfavoredOverload  // `Seconds(.zero)` is made from a `Duration`.
    public init(_ seconds: Double) {
        self.init(Duration.seconds(seconds.isNaN ? 0 : min(1e12, max(-1e12, seconds))))
    }

    /// Creates an interval from one of Dispatch.
    ///
    /// - Parameter interval: The interval. `never` is the longest number of seconds.
    @_disfavoredOverload  // `Seconds(.seconds(1))` is made from a `Duration`.
    public init(_ interval: DispatchTimeInterval) {
        switch interval {
        case .seconds(let count): self.init(Duration.seconds(count))
        case .milliseconds(let count): self.init(Duration.milliseconds(count))
        case .microseconds(let count): self.init(Duration.microseconds(count))
        case .nanoseconds(let count): self.init(Duration.nanoseconds(count))
        default: self.init(Duration.seconds(Int64.max))
        }
    }

    /// The number of seconds.
    public var timeInterval: TimeInterval { duration / Duration.seconds(1) }

    /// The number of seconds, which is negative for a negative interval: the `timeInterval`, as in Combine.
    public var magnitude: Double { timeInterval }
}

extension Scheduler {
    /// Always zero: schedulers ignore tolerances.
    public var minimumTolerance: Seconds { .zero }
}

extension RunLoop {
    /// Always zero: schedulers ignore tolerances.
    public var minimumTolerance: Seconds { .zero }
}
