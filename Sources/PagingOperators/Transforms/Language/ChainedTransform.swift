import Streams

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

    /// What either transform can be told.
    public enum Command: Sendable {
        /// It is for the first.
        case first(First.Command)

        /// It is for the second.
        case second(Second.Command)
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
    public func apply(_ change: PageChange<First.Input>, memory: inout Memory) -> [PageChange<Second.Output>]
    {
        pass(first.apply(change, memory: &memory.first), memory: &memory)
    }

    @inlinable
    public func perform(_ command: Command, memory: inout Memory) -> [PageChange<Second.Output>] {
        switch command {
        case .first(let command): pass(first.perform(command, memory: &memory.first), memory: &memory)
        case .second(let command): second.perform(command, memory: &memory.second)
        }
    }

    @inlinable
    func pass(_ changes: [PageChange<First.Output>], memory: inout Memory) -> [PageChange<Second.Output>] {
        if changes.count == 1 { return second.apply(changes[0], memory: &memory.second) }
        return changes.flatMap { second.apply($0, memory: &memory.second) }
    }

    @inlinable
    public func listen(_ receive: @escaping @Sendable (Command) -> Void) -> AnyCancellable? {
        let firstListening = first.listen { receive(.first($0)) }
        let secondListening = second.listen { receive(.second($0)) }
        guard let firstListening else { return secondListening }
        guard let secondListening else { return firstListening }
        return AnyCancellable {
            firstListening.cancel()
            secondListening.cancel()
        }
    }

    @inlinable
    public func refreshBegins(memory: inout Memory) {
        first.refreshBegins(memory: &memory.first)
        second.refreshBegins(memory: &memory.second)
    }

    @inlinable
    public func makeMemory(after old: Memory) -> Memory {
        Memory(first: first.makeMemory(after: old.first), second: second.makeMemory(after: old.second))
    }
}
