import Flux
import FluxTesting
import Foundation
import TestSupport
import Testing

/// The code of the article about exports, and of the comments that it links to.
@Suite(.timeLimit(.minutes(1)))
struct ExportTests {
    nonisolated private struct Post: Codable, Sendable {
        let title: String
    }

    private let folder = TemporaryFolder()
    private let github = GitHub(users: 1...100)
    private let usersURL = URL(filePath: "/users")
    private let postsURL = URL(filePath: "/posts")

    init() throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    }

    private var users: KeysetPages<User, Int, any Error> {
        KeysetPages(by: \User.id, perPage: 30) { [github] since, perPage in
            try await github.users(since: since, perPage: perPage)
        }
    }

    // The lines are longer.
    // swift-format-ignore
    // snippet: begin
    func export(_ users: some PageSource<KeysetKey<Int>, User, any Error>, to table: UserTable, file: URL) async throws {
        var saved: PageCheckpoint<KeysetKey<Int>>?
        if let data = try? Data(contentsOf: file) {
            saved = try JSONDecoder().decode(PageCheckpoint<KeysetKey<Int>>.self, from: data)
        }
        for try await page in users.pages(prefetch: 1, resumingAt: saved) {
            try await table.insert(page.items)
            try JSONEncoder().encode(page.checkpoint).write(to: file, options: .atomic)
        }
        try Task.checkCancellation()
        try? FileManager.default.removeItem(at: file)
    }
    // snippet: end

    @Test func exportContinuesAfterEachInterruption() async throws {
        let table = UserTable()
        let file = folder.file("users.checkpoint")
        var runs = 0
        while FileManager.default.fileExists(atPath: file.path) || runs == 0 {
            runs += 1
            table.refusesInsertions(after: 1)
            do { try await export(users, to: table, file: file) } catch is UserTable.Refused {}
        }
        #expect(runs == 5)
        #expect(table.ids == Array(1...100))
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func cancelledExportKeepsItsCheckpoint() async throws {
        let table = UserTable()
        let file = folder.file("users.checkpoint")
        let users = users
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await export(users, to: table, file: file)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(table.ids.count < 100)
    }

    @Test func failedPageIsTheNextOfTheFollowingRun() async throws {
        let table = UserTable()
        let file = folder.file("users.checkpoint")
        github.isDown.withLock { $0 = true }
        func run() async throws {
            // snippet: begin
            do {
                try await export(users, to: table, file: file)
            } catch let error as any TransientError where error.isTransient {
                print("\(error). Start again to continue.")
            }
            // snippet: end
        }
        await #expect(throws: TestFailure.self) { try await run() }
        github.failure.withLock { $0 = URLError(.timedOut) }
        try await run()
        github.isDown.withLock { $0 = false }
        try await export(users, to: table, file: file)
        #expect(table.ids == Array(1...100))
    }

    @Test func itemsHaveCheckpoints() async throws {
        let table = UserTable()
        let checkpoints = Log<PageCheckpoint<KeysetKey<Int>>>()
        func save(_ checkpoint: PageCheckpoint<KeysetKey<Int>>) throws { checkpoints.append(checkpoint) }
        let saved = PageCheckpoint(before: KeysetKey.after(40))
        // snippet: begin
        for try await (user, checkpoint) in users.items(prefetch: 1, resumingAt: saved).withCheckpoints() {
            try await table.insert(user)
            if let checkpoint { try save(checkpoint) }
        }
        // snippet: end
        #expect(table.ids == Array(41...100))
        #expect(checkpoints.entries.map(\.next) == [.after(70), .after(100)])
    }

    @Test func pagesHaveCheckpoints() async throws {
        let table = UserTable()
        let checkpoints = Log<PageCheckpoint<KeysetKey<Int>>>()
        func save(_ checkpoint: PageCheckpoint<KeysetKey<Int>>) throws { checkpoints.append(checkpoint) }
        let saved = PageCheckpoint(before: KeysetKey.after(40))
        // snippet: begin
        for try await page in users.pages(resumingAt: saved) {
            try await table.insert(page.items)
            try save(page.checkpoint)
        }
        // snippet: end
        #expect(table.ids == Array(41...100))
        #expect(checkpoints.entries.last?.isEnd == true)
    }

    @Test func pageErrorsSayWhichPageFailed() async throws {
        let lines = Log<String>()
        func print(_ line: String) { lines.append(line) }
        let server = github
        let users = self.users.handleEvents(receivePage: { _ in server.isDown.withLock { $0 = true } })
        // snippet: begin
        do {
            for try await user in users.items().withPageErrors() { print(user.login) }
        } catch {
            print("The page at \(error.key.map { "\($0)" } ?? "the start") failed: \(error)")
        }
        // snippet: end
        #expect(lines.count == 31)
        #expect(lines.entries.last == "The page at after(30) failed: test failure")
    }

    @Test func listsShareALimit() {
        // snippet: begin
        let limiter = RateLimiter(10, per: .seconds(1))
        let users = HTTPPages<User>(usersURL).limited(by: limiter)
        let posts = HTTPPages<Post>(postsURL).limited(by: limiter)
        // snippet: end
        #expect(users.key(forRow: 0) == nil && posts.key(forRow: 0) == nil)
    }

    // The line is longer.
    // swift-format-ignore
    @Test func listHasALimitOfItsOwn() {
        // snippet: begin
        let users = HTTPPages<User>(usersURL).limited(to: 10, per: .seconds(1)).retry(.exponential(from: .seconds(1), attempts: 4))
        // snippet: end
        #expect(users.key(forRow: 0) == nil)
    }
}

/// A table of a database, which may refuse insertions.
final class UserTable: Sendable {
    nonisolated struct Refused: Error {}

    private let state = Locked<(ids: [Int], insertions: [Int], limit: Int)>(([], [], .max))

    var ids: [Int] { state.withLock { $0.ids } }

    /// The number of users of each insertion.
    var insertions: [Int] { state.withLock { $0.insertions } }

    /// Refuses insertions after a number of them.
    func refusesInsertions(after count: Int) { state.withLock { $0.limit = count } }

    func insert(_ user: User) async throws { try await insert([user]) }

    func insert(_ users: [User]) async throws {
        let isRefused = state.withLock { state in
            if state.limit == 0 { return true }
            state.limit -= 1
            state.ids += users.map(\.id)
            state.insertions.append(users.count)
            return false
        }
        if isRefused { throw Refused() }
    }
}
