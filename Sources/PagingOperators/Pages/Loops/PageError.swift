import Foundation

/// The failure of a loop over the pages of a source, with its type and the page that failed.
///
/// Loops throw the errors of their source, and ``PagingError``, as they are, so that a `catch` matches them.
/// ``PageSequence/withPageErrors()`` makes a loop that throws this type:
///
/// ```swift
/// do {
///     for try await user in users.items().withPageErrors() { print(user.login) }
/// } catch {
///     print("The page at \(error.key.map { "\($0)" } ?? "the start") failed: \(error)")
/// }
/// ```
public struct PageError<Key: Hashable & Sendable, Failure: Error>: Error {
    /// The reason why a page failed.
    public enum Reason: Sendable {
        /// The source failed to load the page.
        case source(Failure)

        /// The source violates the rules of paging.
        case paging(PagingError)
    }

    /// The key of the page: the one that failed to load, or whose content violates the rules; `nil` for the
    /// source's first page.
    public let key: Key?

    /// The reason why the page failed.
    public let reason: Reason

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - key: The key of the page; `nil` for the source's first page.
    ///   - reason: Why the page failed.
    public init(key: Key?, reason: Reason) {
        self.key = key
        self.reason = reason
    }

    /// The error itself, as a loop without page errors throws it.
    public var underlyingError: any Error {
        switch reason {
        case .source(let error): error
        case .paging(let error): error
        }
    }
}

extension PageError: Equatable where Failure: Equatable {}
extension PageError: Hashable where Failure: Hashable {}
extension PageError.Reason: Equatable where Failure: Equatable {}
extension PageError.Reason: Hashable where Failure: Hashable {}

extension PageError: CustomStringConvertible {
    public var description: String { "\(underlyingError)" }
}

extension PageError: LocalizedError {
    /// The text of the error itself: that for the person who uses the program, if it has one.
    public var errorDescription: String? {
        switch underlyingError {
        case let error as any LocalizedError: error.errorDescription ?? description
        case let error as any CustomNSError: error.localizedDescription
        default: description
        }
    }
}
