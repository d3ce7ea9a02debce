import Streams

/// Shows the rows of a source as they are after a number of edits.
public struct EditTransform<Item: Sendable, Identity: Hashable & Sendable>: PageTransform {
    public typealias Command = EditCommand<Item, Identity>

    private let edits: FeedEdits<Item, Identity>

    init(_ edits: FeedEdits<Item, Identity>) {
        self.edits = edits
    }

    /// The source's rows, the edits, and what was made of them.
    public struct Memory: Sendable {
        fileprivate var journal: EditedPages<Item, Identity>
    }

    public func makeMemory() -> Memory {
        Memory(journal: EditedPages(identity: edits.identity))
    }

    public func makeMemory(after old: Memory) -> Memory {
        Memory(journal: EditedPages(identity: edits.identity, after: old.journal))
    }

    public func refreshBegins(memory: inout Memory) {
        memory.journal.refreshBegins()
    }

    public func apply(_ change: PageChange<Item>, memory: inout Memory) -> [PageChange<Item>] {
        memory.journal.apply(change)
    }

    public func perform(_ command: Command, memory: inout Memory) -> [PageChange<Item>] {
        memory.journal.perform(command)
    }

    public func listen(_ receive: @escaping @Sendable (Command) -> Void) -> AnyCancellable? {
        edits.commands.sink(receiveValue: receive)
    }
}
