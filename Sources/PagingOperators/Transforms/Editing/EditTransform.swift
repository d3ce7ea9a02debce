import Streams

/// Shows the rows of a source as they are after a number of edits.
public struct EditTransform<Item: Sendable, Identity: Hashable & Sendable>: PageTransform {
    public typealias Command = EditCommand<Item, Identity>

    @usableFromInline let edits: FeedEdits<Item, Identity>

    @inlinable
    init(_ edits: FeedEdits<Item, Identity>) {
        self.edits = edits
    }

    /// The source's rows, the edits, and what was made of them.
    public struct Memory: Sendable {
        @usableFromInline var journal: EditedPages<Item, Identity>

        @inlinable
        init(journal: EditedPages<Item, Identity>) {
            self.journal = journal
        }
    }

    @inlinable
    public func makeMemory() -> Memory {
        Memory(journal: EditedPages(identity: edits.identity))
    }

    @inlinable
    public func makeMemory(after old: Memory) -> Memory {
        Memory(journal: EditedPages(identity: edits.identity, after: old.journal))
    }

    @inlinable
    public func refreshBegins(memory: inout Memory) {
        memory.journal.refreshBegins()
    }

    @inlinable
    public func apply(_ change: PageChange<Item>, memory: inout Memory) -> [PageChange<Item>] {
        memory.journal.apply(change)
    }

    @inlinable
    public func perform(_ command: Command, memory: inout Memory) -> [PageChange<Item>] {
        memory.journal.perform(command)
    }

    @inlinable
    public func listen(_ receive: @escaping @Sendable (Command) -> Void) -> AnyCancellable? {
        edits.commands.sink(receiveValue: receive)
    }
}
