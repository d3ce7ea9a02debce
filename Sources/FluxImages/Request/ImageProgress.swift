/// The progress of a load: how much of an image has been received.
public struct ImageProgress: Sendable {
    /// The number of bytes received.
    public let received: Int

    /// The number of bytes of the whole image, if known.
    public let expected: Int?

    /// The number of the last preview, which increases; not compared.
    @usableFromInline package var previewNumber = 0

    /// Creates a value that states the progress of a load.
    ///
    /// - Parameters:
    ///   - received: The number of bytes received.
    ///   - expected: The number of bytes of the whole image, if known.
    public init(received: Int = 0, expected: Int? = nil) {
        self.received = received
        self.expected = expected
    }

    /// The part that has been received, from 0 to 1; `nil` if the size of the whole is unknown.
    public var fraction: Double? {
        guard let expected, expected > 0 else { return nil }
        return min(1, Double(received) / Double(expected))
    }
}

extension ImageProgress: Hashable {
    public static func == (lhs: ImageProgress, rhs: ImageProgress) -> Bool {
        lhs.received == rhs.received && lhs.expected == rhs.expected
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(received)
        hasher.combine(expected)
    }
}
