/// How much of an image has come.
public struct ImageProgress: Hashable, Sendable {
    /// How many bytes have come.
    public let received: Int

    /// How many bytes there are in all, if known.
    public let expected: Int?

    /// Makes a progress.
    ///
    /// - Parameters:
    ///   - received: How many bytes have come.
    ///   - expected: How many bytes there are in all, if known.
    public init(received: Int = 0, expected: Int? = nil) {
        self.received = received
        self.expected = expected
    }

    /// The part that has come, from 0 to 1, if the whole is known.
    public var fraction: Double? {
        guard let expected, expected > 0 else { return nil }
        return min(1, Double(received) / Double(expected))
    }
}
