import Flux
import Foundation

/// Starts the server, scrolls the list to its end, and prints every state on the way.
struct Demonstration {
    let options: Options

    func run(printing printer: any StatePrinter<UserRow>) async throws {
        let service = DemoService(
            users: UserDirectory(count: options.users), faults: options.hasFaults ? .demo : .none)
        let server = try EmbeddedServer(handler: service.respond)
        defer { server.stop() }
        let client = UsersClient(base: server.url)
        let perPage = options.perPage
        let scrolled =
            switch options.source {
            case .keyset:
                try await scroll(
                    KeysetPages(by: \User.id, perPage: perPage) { (since, perPage) async throws(UsersError) in
                        try await client.users(since: since, perPage: perPage)
                    }, printer)
            case .offset:
                try await scroll(
                    OffsetPages(limit: perPage) { (offset, limit) async throws(UsersError) -> [User] in
                        try await client.users(offset: offset, limit: limit)
                    }, printer)
            case .page:
                try await scroll(
                    NumberPages(size: perPage) {
                        (page, size) async throws(UsersError) -> FetchedItems<User> in
                        try await client.users(page: page, perPage: size)
                    }, printer)
            case .cursor:
                try await scroll(
                    CursorPages(perPage: perPage) { (cursor, perPage) async throws(UsersError) in
                        try await client.users(cursor: cursor, perPage: perPage)
                    }, printer)
            }
        printer.finish(
            Summary(
                ids: scrolled.rows.map(\.item.id),
                repeatedRows: scrolled.repeatedRows,
                pageRequests: server.count { $0.path == "/users" },
                imageRequests: server.count { $0.path.hasPrefix("/avatars/") }))
    }

    /// Scrolls the list from top to end.
    ///
    /// - Returns: The rows in the end, and how many were dropped because they were in the list already.
    private func scroll<Source: PageSource>(
        _ source: Source, _ printer: any StatePrinter<UserRow>
    ) async throws -> (rows: PagedItems<UserRow>, repeatedRows: Int) where Source.Item == User {
        let avatars = ImageLoader(configuration: configuration) { data in try PNG(decoding: data) }
        let signals = PassthroughSubject<ListSignal, Never>()
        let received = Tally()
        let feed =
            signals
            .paginate(threshold: options.threshold, from: source)
            .map { (user: User) in received.counting(user) }
            .dedupe(by: \.id)
            .images(from: avatars, at: \.avatarURL, range: range)

        var viewer = ListViewer(threshold: options.threshold)
        for await state in feed.values {
            printer.print(state)
            // A row that is shown need not change the list: there may be more to scroll before the next state.
            while let row = viewer.scroll(over: state) { signals.send(.shown(row: row)) }
            switch viewer.judge(state) {
            case .wait: continue
            case .pull: signals.send(.loadMore)
            case .tryAgain: signals.send(.retry)
            case .leave: return (state.items, received.count - state.items.count)
            case .giveUp(let error): throw error
            }
        }
        return (PagedItems(), 0)
    }

    /// A grey square stands for an avatar that is broken.
    private var configuration: ImageLoader<PNG>.Configuration {
        var configuration = ImageLoader<PNG>.Configuration()
        configuration.fallback = try? PNG(decoding: Identicon(id: 0).png())
        return configuration
    }

    /// Every row keeps its avatar to the end, so that the last state tells of all of them.
    private var range: ImageRange {
        ImageRange(near: 12, kept: max(12, options.users + options.perPage))
    }
}
