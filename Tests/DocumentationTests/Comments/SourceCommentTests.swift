import Flux
import FluxTesting
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The code in the documentation of page sources.
@Suite(.timeLimit(.minutes(1)))
struct SourceCommentTests {
    private let signals = Empty<ListSignal, Never>(completeImmediately: false)
    private let github = GitHub(users: 1...100)

    // snippet: begin
    struct Numbers: PageSource {
        typealias Item = Int
        typealias Failure = Never

        func page(for request: PageRequest<Int>) -> Just<Page<Int, Int>> {
            let first = request.key ?? 0
            return Just(Page(Array(first..<first + 10), next: first + 10))
        }
    }
    // snippet: end

    @Test func customSource() async {
        let items = await items(of: signals.paginate(threshold: 5, from: Numbers()), count: 10)
        #expect(items == Array(0..<10))
    }

    // snippet: begin
    @MainActor final class UsersModel {
        let list: PagingModel<User>

        init(source: any PageSource<KeysetKey<Int>, User, any Error>) {
            list = PagingModel(threshold: 5, from: source)
        }
    }
    // snippet: end

    @MainActor @Test func modelWithAnInjectedSource() async {
        let users = KeysetPages(by: \User.id, perPage: 30) { [github] since, perPage in
            try await github.users(since: since, perPage: perPage)
        }
        let model = UsersModel(source: users)
        model.list.loadInitial()
        await model.list.refresh()
        #expect(model.list.items.count == 30)
    }

    @Test func loopsOverItemsAndPages() async throws {
        let users = KeysetPages(by: \User.id, perPage: 30) { [github] since, perPage in
            try await github.users(since: since, perPage: perPage)
        }
        let printed = Log<String>()
        func print(_ line: String) { printed.append(line) }
        // snippet: begin
        for try await user in users.items(prefetch: 1) {
            print(user.login)
        }
        // snippet: end
        #expect(printed.entries == (1...100).map { "user \($0)" })

        let table = UserTable()
        // snippet: begin
        for try await page in users.pages() {
            try await table.insert(page.items)
        }
        // snippet: end
        #expect(table.ids == Array(1...100))
        #expect(table.insertions == [30, 30, 30, 10, 0])
    }

    // The comments stand in a column.
    // swift-format-ignore
    @Test func keysAfterTheLastItem() async {
        // snippet: begin
        let users = KeysetPages(by: \User.id, perPage: 30) { since, perPage in
            try await github.users(since: since, perPage: perPage)            // [User], or a publisher of it
        }
        // snippet: end
        await expectPages(of: users)
    }

    // The comments stand in a column.
    // swift-format-ignore
    @Test func offsetsAndNumbers() async {
        let api = github
        do {
            // snippet: begin
            let users = OffsetPages(limit: 30) { offset, limit in
                try await api.users(offset: offset, limit: limit)     // [User], FetchedItems<User>, or a publisher of either
            }
            // snippet: end
            await expectPages(of: users)
        }
        // snippet: begin
        let users = NumberPages(size: 30) { page, size in
            try await api.users(page: page, perPage: size)        // [User], FetchedItems<User>, or a publisher of either
        }
        // snippet: end
        await expectPages(of: users)
    }

    @Test func opaqueCursors() async {
        let api = github
        // snippet: begin
        let users = CursorPages(perPage: 30) { cursor, perPage in
            let body = try await api.users(cursor: cursor, perPage: perPage)
            return Page(body.users, previous: body.previousCursor, next: body.nextCursor)
        }
        // snippet: end
        await expectPages(of: users)
    }

    @Test func linksInAHeader() async {
        let session = LinkedUsers()
        let decoder = JSONDecoder()
        // The address is known to be one.
        // swift-format-ignore
        do {
            // snippet: begin
            let users = LinkedPages(first: URL(string: "https://api.github.com/users?per_page=30")!) { url in
                let (data, response) = try await session.data(from: url)
                let header = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Link")
                return LinkedItems(
                    try decoder.decode([User].self, from: data), links: PageLinks(header: header, relativeTo: url))
            }
            // snippet: end
            await expectPages(of: users)
        }
        #expect(session.queries.entries == ["per_page=30", "per_page=30&page=2", "per_page=30&page=3"])
    }

    // The comment stands away from the code.
    // swift-format-ignore
    @Test func policyWithGrowingDelays() {
        let users = KeysetPages(by: \User.id, perPage: 30) { [github] since, perPage in
            try await github.users(since: since, perPage: perPage)
        }
        // snippet: begin
        let retriedUsers = users.retry(.exponential(from: .milliseconds(250), attempts: 4))    // 250 ms, 500 ms, 1 s, 2 s
        // snippet: end
        #expect(retriedUsers.key(forRow: 0) == nil)
        let policy = RetryPolicy.exponential(from: .milliseconds(250), attempts: 4)
        let pauses = (1...5).map { policy.delay(beforeAttempt: $0, after: TestFailure()) }
        #expect(pauses == [.milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), nil])
    }

    /// Three pages of thirty, one after the other.
    private func expectPages<Source: PageSource>(of source: Source) async where Source.Item == User {
        let items = await items(
            of: Just(ListSignal.shown(row: 29)).paginate(threshold: 60, from: source), count: 90)
        #expect(items.map(\.id) == Array(1...90))
    }

    /// The items when there are so many, or more.
    private func items<Feed: Publisher, Item>(of feed: Feed, count: Int) async -> [Item]
    where Feed.Output == ViewState<Item>, Feed.Failure == Never {
        for await state in feed.values where state.items.count >= count { return Array(state.items) }
        return []
    }
}
