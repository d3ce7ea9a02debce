/// What a printed list of messages shows.
nonisolated struct Message: Sendable, Hashable, Identifiable {
    let id: Int
}

/// A client of a server with messages.
nonisolated struct Chat: Sendable {
    let messages: ClosedRange<Int>

    func messages(after id: Int?, limit: Int) async throws -> [Message] {
        messages.filter { $0 > id ?? 0 }.prefix(limit).map { Message(id: $0) }
    }

    func messages(before id: Int, limit: Int) async throws -> [Message] {
        messages.filter { $0 < id }.suffix(limit).map { Message(id: $0) }
    }
}
