/// The failure of streams and pages in tests, where it does not matter which one it is.
public struct TestFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What tells it from others.
    public var description: String

    /// Makes a failure.
    ///
    /// - Parameter description: What tells it from others.
    public init(_ description: String = "test failure") {
        self.description = description
    }
}
