/// A number literal that stands for seconds: `debounce(for: 0.5, scheduler: queue)`.
///
/// Not for variables: write `.seconds(interval)`.
public struct Seconds: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, Sendable {
    /// The duration.
    public let duration: Duration

    /// Creates a duration from a number of seconds.
    public init(floatLiteral seconds: Double) {
        duration = .seconds(seconds)
    }

    /// Creates a duration from a number of seconds.
    public init(integerLiteral seconds: Int) {
        duration = .seconds(seconds)
    }
}
