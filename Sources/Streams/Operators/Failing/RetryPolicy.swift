/// Defines which failures are retried, how often, and after what delay.
///
/// ```swift
/// let retriedUsers = users.retry(.exponential(from: .milliseconds(250), attempts: 4))    // 250 ms, 500 ms, 1 s, 2 s
/// ```
///
/// By default, errors that conform to ``TransientError`` are retried if they are transient, and all other
/// errors always; see ``shouldRetry``. The delay is at least as long as an error requires that conforms to
/// ``RetryAfter``.
public struct RetryPolicy: Sendable {
    /// The number of consecutive retries. A value resets the count.
    public var attempts: Int

    /// The delay before the first retry.
    public var initialDelay: Duration

    /// The factor between two consecutive delays; 1 for a constant delay.
    public var factor: Double

    /// The longest delay, unless an error that conforms to ``RetryAfter`` requires a longer one.
    public var maximumDelay: Duration

    /// The longest delay that an error which conforms to ``RetryAfter`` may require: 5 minutes by default.
    /// An error that requires more is not retried, so that a server does not decide how long a stream waits.
    ///
    /// An image loader's `longestRetryDelay` takes the place of the default. If this property was set, the
    /// smaller of the two counts.
    public var longestRetryAfter: Duration {
        get { statedRetryAfter ?? .seconds(300) }
        set { statedRetryAfter = newValue }
    }

    /// What ``longestRetryAfter`` was set to.
    private var statedRetryAfter: Duration?

    /// The fraction of each delay by which it may be shortened at random, so that many clients do not retry
    /// at the same time. With 0, delays are not shortened. With 1, a delay is anywhere between zero and its
    /// full length.
    public var jitter: Double

    /// Returns whether an error is retried.
    public var shouldRetry: @Sendable (any Error) -> Bool

    /// Returns a random number from 0 up to 1, for the jitter.
    public var random: @Sendable () -> Double

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - attempts: The number of consecutive retries, zero or more.
    ///   - initialDelay: The delay before the first retry.
    ///   - factor: The factor between two consecutive delays; at least 1.
    ///   - maximumDelay: The longest delay.
    ///   - jitter: The random fraction of each delay, from 0 to 1.
    ///   - shouldRetry: Returns whether an error is retried. By default those that are transient, see
    ///     ``isTransient(_:)``.
    ///   - random: Returns a random number from 0 up to 1.
    public init(
        attempts: Int,
        initialDelay: Duration = .zero,
        factor: Double = 1,
        maximumDelay: Duration = .seconds(60),
        jitter: Double = 0,
        shouldRetry: @escaping @Sendable (any Error) -> Bool = Self.isTransient,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        precondition(attempts >= 0, "The number of attempts must not be negative.")
        precondition(initialDelay >= .zero, "The initial delay must not be negative.")
        precondition(factor >= 1, "The factor must be at least 1.")
        precondition((0...1).contains(jitter), "The jitter must be between 0 and 1.")
        self.attempts = attempts
        self.initialDelay = initialDelay
        self.factor = factor
        self.maximumDelay = maximumDelay
        self.jitter = jitter
        self.shouldRetry = shouldRetry
        self.random = random
    }

    /// Retries without delay.
    ///
    /// - Parameter attempts: The number of consecutive retries.
    public static func immediate(attempts: Int) -> RetryPolicy {
        RetryPolicy(attempts: attempts)
    }

    /// Retries after a constant delay.
    ///
    /// - Parameters:
    ///   - delay: The delay before each retry.
    ///   - attempts: The number of consecutive retries.
    ///   - jitter: The random fraction of each delay, from 0 to 1.
    public static func constant(_ delay: Duration, attempts: Int, jitter: Double = 0) -> RetryPolicy {
        RetryPolicy(attempts: attempts, initialDelay: delay, maximumDelay: delay, jitter: jitter)
    }

    /// Retries after delays that double.
    ///
    /// - Parameters:
    ///   - initialDelay: The delay before the first retry.
    ///   - attempts: The number of consecutive retries.
    ///   - maximumDelay: The longest delay.
    ///   - jitter: The random fraction of each delay, from 0 to 1.
    public static func exponential(
        from initialDelay: Duration, attempts: Int, upTo maximumDelay: Duration = .seconds(60),
        jitter: Double = 0
    ) -> RetryPolicy {
        RetryPolicy(
            attempts: attempts, initialDelay: initialDelay, factor: 2, maximumDelay: maximumDelay,
            jitter: jitter)
    }

    /// Retries after a constant delay in seconds.
    @_disfavoredOverload  // The form of durations goes first.
    public static func constant(_ delay: Seconds, attempts: Int, jitter: Double = 0) -> RetryPolicy {
        constant(delay.duration, attempts: attempts, jitter: jitter)
    }

    /// Retries after delays in seconds that double.
    ///
    /// - Parameters:
    ///   - initialDelay: The delay before the first retry, in seconds.
    ///   - attempts: The number of consecutive retries.
    ///   - maximumDelay: The longest delay, in seconds.
    ///   - jitter: The random fraction of each delay, from 0 to 1.
    @_disfavoredOverload  // The form of durations goes first.
    public static func exponential(
        from initialDelay: Seconds, attempts: Int, upTo maximumDelay: Seconds = 60, jitter: Double = 0
    ) -> RetryPolicy {
        exponential(
            from: initialDelay.duration, attempts: attempts, upTo: maximumDelay.duration, jitter: jitter)
    }

    /// Returns the policy with a limit in place of the default of ``longestRetryAfter``. If that was set, the
    /// smaller of the two counts.
    package func limitingRetryAfter(to limit: Duration) -> RetryPolicy {
        var policy = self
        policy.longestRetryAfter = min(statedRetryAfter ?? limit, limit)
        return policy
    }

    /// Returns the delay before a retry, or `nil` if the error is not retried.
    ///
    /// - Parameters:
    ///   - attempt: The number of the retry, from 1.
    ///   - error: The error of the last attempt.
    public func delay(beforeAttempt attempt: Int, after error: any Error) -> Duration? {
        guard attempt <= attempts, shouldRetry(error) else { return nil }
        var delay = initialDelay
        var step = 1
        while step < attempt, factor > 1, delay > .zero, delay < maximumDelay {
            // Divided, because a product beyond all durations would end the process.
            delay = delay > maximumDelay / factor ? maximumDelay : delay * factor
            step += 1
        }
        delay = min(delay, maximumDelay)
        if jitter > 0 { delay = delay * (1 - jitter * random()) }
        let demanded = (error as? any RetryAfter)?.retryAfter ?? .zero
        return demanded > longestRetryAfter ? nil : max(delay, demanded)
    }
}

/// An error that may state a minimum delay before a retry, such as an HTTP response with `Retry-After` (RFC
/// 9110 §10.2.3).
public protocol RetryAfter: Error {
    /// The minimum delay, or `nil` if none is stated.
    var retryAfter: Duration? { get }
}
