/// Says which failures are worth another try, how many, and after what pause.
///
/// ```swift
/// let patientUsers = users.retry(.exponential(from: .milliseconds(250), attempts: 4))    // 250 ms, 500 ms, 1 s, 2 s
/// ```
///
/// An error that conforms to ``RetryAfter`` and names a pause is obeyed: the pause is at least that long.
public struct RetryPolicy: Sendable {
    /// How many times in a row a failure is answered by another try. A value that arrives starts the count anew.
    public var attempts: Int

    /// The pause before the first new try.
    public var initialDelay: Duration

    /// What the pause is multiplied with from one try to the next; 1 for a constant pause.
    public var factor: Double

    /// The longest pause. A longer one that a server asks for by ``RetryAfter`` is obeyed all the same.
    public var maximumDelay: Duration

    /// How much of each pause is left to chance, from 0 for none to 1 for all of it, so that many clients do not
    /// come back at the same moment.
    public var jitter: Double

    /// Tells whether an error is worth another try.
    public var shouldRetry: @Sendable (any Error) -> Bool

    /// Draws the random part of the pause: a number from 0 up to 1.
    public var random: @Sendable () -> Double

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - attempts: How many times to try again, zero or more.
    ///   - initialDelay: The pause before the first new try.
    ///   - factor: What the pause is multiplied with from one try to the next; at least 1.
    ///   - maximumDelay: The longest pause.
    ///   - jitter: How much of each pause is left to chance, from 0 to 1.
    ///   - shouldRetry: Tells whether an error is worth another try. All are by default.
    ///   - random: Draws a number from 0 up to 1.
    public init(
        attempts: Int,
        initialDelay: Duration = .zero,
        factor: Double = 1,
        maximumDelay: Duration = .seconds(60),
        jitter: Double = 0,
        shouldRetry: @escaping @Sendable (any Error) -> Bool = { _ in true },
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        precondition(attempts >= 0, "The number of attempts cannot be negative.")
        precondition(initialDelay >= .zero, "A delay cannot be negative.")
        precondition(factor >= 1, "Pauses do not become shorter: the factor is at least 1.")
        precondition((0...1).contains(jitter), "The jitter is a part of the pause, from 0 to 1.")
        self.attempts = attempts
        self.initialDelay = initialDelay
        self.factor = factor
        self.maximumDelay = maximumDelay
        self.jitter = jitter
        self.shouldRetry = shouldRetry
        self.random = random
    }

    /// Tries again at once.
    public static func immediate(attempts: Int) -> RetryPolicy {
        RetryPolicy(attempts: attempts)
    }

    /// Tries again after the same pause each time.
    public static func constant(_ delay: Duration, attempts: Int, jitter: Double = 0) -> RetryPolicy {
        RetryPolicy(attempts: attempts, initialDelay: delay, maximumDelay: delay, jitter: jitter)
    }

    /// Tries again after pauses that double.
    ///
    /// - Parameters:
    ///   - initialDelay: The pause before the first new try.
    ///   - attempts: How many times to try again.
    ///   - maximumDelay: The longest pause.
    ///   - jitter: How much of each pause is left to chance, from 0 to 1.
    public static func exponential(
        from initialDelay: Duration, attempts: Int, upTo maximumDelay: Duration = .seconds(60),
        jitter: Double = 0
    ) -> RetryPolicy {
        RetryPolicy(
            attempts: attempts, initialDelay: initialDelay, factor: 2, maximumDelay: maximumDelay,
            jitter: jitter)
    }

    /// The pause before a try, or `nil` if there is to be none.
    ///
    /// - Parameters:
    ///   - attempt: Which new try it would be, from 1.
    ///   - error: What the last try failed with.
    public func delay(beforeAttempt attempt: Int, after error: any Error) -> Duration? {
        guard attempt <= attempts, shouldRetry(error) else { return nil }
        var delay = initialDelay
        var step = 1
        while step < attempt, delay < maximumDelay, delay * factor > delay {
            delay = delay * factor
            step += 1
        }
        delay = min(delay, maximumDelay)
        if jitter > 0 { delay = delay * (1 - jitter * random()) }
        let demanded = (error as? any RetryAfter)?.retryAfter ?? .zero
        return max(delay, demanded)
    }
}

/// An error that may know how long to wait before the next try, such as an HTTP answer with `Retry-After`
/// (RFC 9110 §10.2.3).
public protocol RetryAfter: Error {
    /// How long to wait, or `nil` if nothing is known.
    var retryAfter: Duration? { get }
}
