/// What is done to the items of a source on their way to the rows of a list.
///
/// Transforms run inside the feed, before rows are counted, so that a page that a transform empties makes the feed
/// load the next one. They are applied to each new page only. Write them as operators on the feed: `map(_:)`,
/// `dedupe(by:)`.
public protocol PageTransform<Input, Output>: Sendable {
    /// What comes in.
    associatedtype Input: Sendable

    /// What comes out.
    associatedtype Output: Sendable

    /// What is remembered from page to page, until the list is refreshed or reset.
    associatedtype Memory: Sendable

    /// The memory before the first page.
    @inlinable
    func makeMemory() -> Memory

    /// Transforms a page that comes after those that were transformed before.
    ///
    /// - Complexity: O(*n*), the size of the page.
    @inlinable
    func append(_ items: [Input], memory: inout Memory) -> [Output]
}

/// Passes items on as they are.
public struct IdentityTransform<Item: Sendable>: PageTransform {
    /// Makes the transform.
    @inlinable
    public init() {}

    @inlinable
    public func makeMemory() {}

    @inlinable
    public func append(_ items: [Item], memory: inout Void) -> [Item] { items }
}

/// Applies one transform after another.
public struct ChainedTransform<First: PageTransform, Second: PageTransform>: PageTransform
where First.Output == Second.Input {
    /// What both transforms remember.
    public struct Memory: Sendable {
        @usableFromInline var first: First.Memory
        @usableFromInline var second: Second.Memory

        @inlinable
        init(first: First.Memory, second: Second.Memory) {
            self.first = first
            self.second = second
        }
    }

    @usableFromInline let first: First
    @usableFromInline let second: Second

    @inlinable
    init(first: First, second: Second) {
        self.first = first
        self.second = second
    }

    @inlinable
    public func makeMemory() -> Memory {
        Memory(first: first.makeMemory(), second: second.makeMemory())
    }

    @inlinable
    public func append(_ items: [First.Input], memory: inout Memory) -> [Second.Output] {
        second.append(first.append(items, memory: &memory.first), memory: &memory.second)
    }
}
