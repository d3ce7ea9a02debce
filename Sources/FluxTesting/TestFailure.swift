import Foundation

/// A failure for streams and pages in tests.
public struct TestFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// A text that distinguishes the failure from others.
    public var description: String

    /// Creates a failure.
    ///
    /// - Parameter description: A text that distinguishes the failure from others.
    public init(_ description: String = "test failure") {
        self.description = description
    }
}

extension TestFailure: LocalizedError {
    public var errorDescription: String? { description }
}
