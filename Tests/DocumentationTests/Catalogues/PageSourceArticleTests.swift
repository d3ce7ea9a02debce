import Flux
import FluxTesting
import Foundation
import TestSupport
import Testing

// snippet: begin
/// The notes of a database, fifty on a page.
struct NotePages: PageSource {
    typealias Item = Note
    typealias Failure = any Error

    let database: NoteDatabase
    let size = 50

    func page(for request: PageRequest<Int>) -> ExtraPublishers.Async<Page<Int, Note>, any Error> {
        ExtraPublishers.Async { try await page(at: request.key ?? 0) }
    }

    func key(forRow row: Int) -> Int? { row / size * size }

    var invalidations: AnyPublisher<Void, Never>? { database.changes }

    private func page(at start: Int) async throws -> Page<Int, Note> {
        let (notes, count) = try await database.notes(from: start, limit: size)
        let end = start + notes.count
        return Page(
            notes, previous: start > 0 ? max(0, start - size) : nil,
            next: notes.isEmpty || end >= count ? nil : end, total: count, itemsBefore: start)
    }
}
// snippet: end

/// The code of the article about page sources.
@Suite(.timeLimit(.minutes(1)))
struct PageSourceArticleTests {
    private let database = NoteDatabase(count: 120)
    private let signals = PassthroughSubject<ListSignal, Never>()

    @Test func loopReadsAllNotes() async throws {
        var ids: [Int] = []
        for try await note in NotePages(database: database).items() { ids.append(note.id) }
        #expect(ids == Array(0..<120))
    }

    @Test func listCountsAndJumps() async {
        // snippet: begin
        let notes = NotePages(database: database)
        let feed = signals.paginate(PagingRules(threshold: 10, showsPlaceholders: true), from: notes)
        // snippet: end
        var first: ViewState<Note>?
        var last: ViewState<Note>?
        for await state in feed.values where !state.items.isEmpty {
            if first == nil {
                first = state
                signals.send(.jump(toRow: 115))
            }
            last = state
            if state.placeholdersBefore > 0 { break }
        }
        #expect(first?.total == 120)
        #expect(first?.placeholdersAfter == 70)
        #expect(last?.placeholdersBefore == 100)
        #expect(last?.items.map(\.id) == Array(100..<120))
    }

    @Test func listFollowsTheDatabase() async {
        let feed = signals.paginate(threshold: 10, from: NotePages(database: database))
        var isChanged = false
        for await state in feed.values where !state.items.isEmpty {
            if state.items.first?.id == 1 { break }
            if !isChanged { database.removeFirst() }
            isChanged = true
        }
        #expect(isChanged)
    }
}

/// An item of the printed source.
nonisolated struct Note: Sendable, Identifiable {
    let id: Int
}

/// A database of notes, which are numbered.
nonisolated final class NoteDatabase: Sendable {
    private let all: Locked<[Note]>
    private let changed = PassthroughSubject<Void, Never>()

    init(count: Int) {
        all = Locked((0..<count).map { Note(id: $0) })
    }

    /// Sends a value after each change.
    var changes: AnyPublisher<Void, Never> { changed.eraseToAnyPublisher() }

    func notes(from start: Int, limit: Int) async throws -> (notes: [Note], count: Int) {
        all.withLock { notes in (notes: Array(notes.dropFirst(start).prefix(limit)), count: notes.count) }
    }

    func removeFirst() {
        all.withLock { notes in _ = notes.removeFirst() }
        changed.send(())
    }
}
