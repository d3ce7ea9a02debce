import Flux
import Foundation
import LoopbackServer

/// Starts the server, scrolls the list to its end, and prints every state.
struct Demonstration {
    let options: Options
    /// Keeps the avatars between runs.
    var folder: ImageFolder?
    var recording: Recording?

    func run(printing printer: any StatePrinter<UserRow>) async throws {
        let service = UsersService(
            users: UserDirectory(count: options.users), faults: options.hasFaults ? .demo : .none)
        let server = try EmbeddedServer(handler: service.respond)
        defer { server.stop() }
        let scrolled = try await scroll(UsersClient(base: server.url), avatars(), printer)
        let summary = Summary(
            ids: scrolled.ids, repeatedRows: scrolled.repeatedRows,
            pageRequests: server.count { $0.path == "/users" },
            imageRequests: server.count { $0.path.hasPrefix("/avatars/") },
            revalidatedImages: await folder?.close())
        if let failure = scrolled.failure {
            printer.fail(failure, summary)
            throw failure
        }
        printer.finish(summary)
    }

    /// Scrolls a list whose pages are requested in the chosen style.
    private func scroll(
        _ client: UsersClient, _ avatars: ImageLoader<PNG>, _ printer: any StatePrinter<UserRow>
    ) async throws -> Tour<User, PNG>.Outcome {
        let tour = Tour<User, PNG>(
            options: options, images: avatars, rows: options.users + options.perPage,
            timeline: recording?.timeline)
        let perPage = options.perPage
        switch options.source {
        case .keyset:
            let source = KeysetPages(by: \User.id, perPage: perPage) {
                (since, perPage) async throws(LoadingError) -> [User] in
                try await client.users(since: since, perPage: perPage)
            } before: { (id, perPage) async throws(LoadingError) -> [User] in
                try await client.users(before: id, perPage: perPage)
            }
            // The key is the id before the first user to show.
            let start = options.startAt.map { KeysetKey.after(max(0, $0 - 1)) }
            return try await tour.run(source, startingAt: start, printing: printer)
        case .offset:
            let source = OffsetPages(limit: perPage) {
                (offset, limit) async throws(LoadingError) -> [User] in
                try await client.users(offset: offset, limit: limit)
            }
            return try await tour.run(source, printing: printer)
        case .page:
            let source = NumberPages(size: perPage) {
                (page, size) async throws(LoadingError) -> FetchedItems<User> in
                try await client.users(page: page, perPage: size)
            }
            return try await tour.run(source, printing: printer)
        case .cursor:
            let source = CursorPages(perPage: perPage) { (cursor, perPage) async throws(LoadingError) in
                try await client.users(cursor: cursor, perPage: perPage)
            }
            return try await tour.run(source, printing: printer)
        }
    }

    /// A loader whose fallback is a gray square.
    private func avatars() -> ImageLoader<PNG> {
        var configuration = ImageLoader<PNG>.Configuration()
        configuration.fallback = try? PNG(decoding: Identicon(id: 0).png())
        folder?.configure(&configuration)
        let loader = ImageLoader(configuration: configuration) { data in try PNG(decoding: data) }
        folder?.observe(loader)
        return loader
    }
}
