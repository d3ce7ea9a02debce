import Streams

/// What is done to the items of a source on their way to the rows of a list.
///
/// Transforms run inside the feed, before rows are counted, so that a page that a transform empties makes the feed
/// load the next one. They hear of changes, page by page, and answer with changes of their own rows, so that each
/// costs the new page only. Write them as operators on the feed: `map(_:)`, `filter(_:)`, `dedupe(by:)`,
/// `separators(_:)`, `edits(_:)`.
///
/// A transform keeps the pages: for a page that comes in, a page with the same number goes out, if need be an empty
/// one.
public protocol PageTransform<Input, Output>: Sendable {
    /// What comes in.
    associatedtype Input: Sendable

    /// What comes out.
    associatedtype Output: Sendable

    /// What is remembered of the pages of one generation.
    associatedtype Memory: Sendable

    /// What it can be told while the list is shown; `Never` for most.
    associatedtype Command: Sendable = Never

    /// The memory before the first page.
    @inlinable
    func makeMemory() -> Memory

    /// Takes a change of what comes in.
    ///
    /// - Parameters:
    ///   - change: What happened to the pages that come in.
    ///   - memory: What is remembered of them.
    /// - Returns: The changes of what comes out, in this order.
    /// - Complexity: O(*n*), the size of the page.
    @inlinable
    func apply(_ change: PageChange<Input>, memory: inout Memory) -> [PageChange<Output>]

    /// Does what it was told.
    ///
    /// - Parameters:
    ///   - command: What it was told.
    ///   - memory: What is remembered of the pages.
    /// - Returns: The changes of what comes out, in this order.
    @inlinable
    func perform(_ command: Command, memory: inout Memory) -> [PageChange<Output>]

    /// Begins to listen for commands.
    ///
    /// - Parameter receive: Takes a command, on any thread.
    /// - Returns: What ends the listening; `nil` if no commands ever come.
    @inlinable
    func listen(_ receive: @escaping @Sendable (Command) -> Void) -> AnyCancellable?

    /// Takes note that the list is being loaded anew. The rows stay until the first new page is in.
    ///
    /// - Parameter memory: What is remembered of the pages of the generation that ends.
    @inlinable
    func refreshBegins(memory: inout Memory)

    /// The memory with which the next generation begins; an empty one, unless the transform implements it.
    ///
    /// - Parameter old: What is remembered of the generation that ends.
    @inlinable
    func makeMemory(after old: Memory) -> Memory
}

extension PageTransform {
    @inlinable
    public func refreshBegins(memory: inout Memory) {}

    @inlinable
    public func makeMemory(after old: Memory) -> Memory { makeMemory() }
}

extension PageTransform where Command == Never {
    /// Does nothing: there are no commands.
    ///
    /// - Parameters:
    ///   - command: There is none.
    ///   - memory: Stays as it is.
    @inlinable
    public func perform(_ command: Never, memory: inout Memory) -> [PageChange<Output>] {}

    /// Listens to nothing: there are no commands.
    ///
    /// - Parameter receive: Never called.
    @inlinable
    public func listen(_ receive: @escaping @Sendable (Never) -> Void) -> AnyCancellable? { nil }
}

/// Passes items on as they are.
public struct IdentityTransform<Item: Sendable>: PageTransform {
    /// Makes the transform.
    @inlinable
    public init() {}

    @inlinable
    public func makeMemory() {}

    @inlinable
    public func apply(_ change: PageChange<Item>, memory: inout Void) -> [PageChange<Item>] { [change] }
}
