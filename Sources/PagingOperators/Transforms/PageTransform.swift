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
    func makeMemory() -> Memory

    /// Transforms a page that comes after those that were transformed before.
    ///
    /// - Complexity: O(*n*), the size of the page.
    func append(_ items: [Input], memory: inout Memory) -> [Output]
}

/// Passes items on as they are.
public struct IdentityTransform<Item: Sendable>: PageTransform {
    /// Makes the transform.
    public init() {}

    public func makeMemory() {}

    public func append(_ items: [Item], memory: inout Void) -> [Item] { items }
}

/// Applies one transform after another.
public struct ChainedTransform<First: PageTransform, Second: PageTransform>: PageTransform
where First.Output == Second.Input {
    /// What both transforms remember.
    public struct Memory: Sendable {
        var first: First.Memory
        var second: Second.Memory
    }

    let first: First
    let second: Second

    public func makeMemory() -> Memory {
        Memory(first: first.makeMemory(), second: second.makeMemory())
    }

    public func append(_ items: [First.Input], memory: inout Memory) -> [Second.Output] {
        second.append(first.append(items, memory: &memory.first), memory: &memory.second)
    }
}
