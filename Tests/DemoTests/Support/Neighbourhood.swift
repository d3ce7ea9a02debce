import Flux
import Foundation
import LoopbackServer

@testable import Demo

/// A server with users, a client for their pages and a loader for their avatars: all that a list needs.
final class Neighbourhood: Sendable {
    /// Answers a request for users instead of the service; `number` counts these requests from 1.
    typealias Intercept = @Sendable (_ request: HTTPRequest, _ number: Int) -> HTTPResponse?

    static let fallback = try? PNG(decoding: Identicon(id: 0).png())

    let server: EmbeddedServer
    let client: UsersClient
    let avatars: ImageLoader<PNG>
    let downloads = CountingDataLoader()
    let ids: [Int]

    init(users count: Int, faults: UsersFaults = .none, intercept: @escaping Intercept = { _, _ in nil })
        throws
    {
        let users = UserDirectory(count: count)
        let service = UsersService(users: users, faults: faults)
        let number = Locked(0)
        server = try EmbeddedServer { request in
            guard request.path == "/users" else { return service.respond(to: request) }
            let number = number.withLock { number in
                number += 1
                return number
            }
            return intercept(request, number) ?? service.respond(to: request)
        }
        client = UsersClient(base: server.url)
        ids = (0..<count).map(users.id)
        var configuration = ImageLoader<PNG>.Configuration(dataLoader: downloads)
        configuration.fallback = Self.fallback
        avatars = ImageLoader(configuration: configuration) { try PNG(decoding: $0) }
    }

    /// The targets of the requests for users, in the order in which they came.
    var pageTargets: [String] {
        server.requests.filter { $0.path == "/users" }.map(\.target)
    }

    /// The paths of the requests for avatars, sorted.
    var avatarPaths: [String] {
        server.requests.map(\.path).filter { $0.hasPrefix("/avatars/") }.sorted()
    }

    func avatarPath(ofRow row: Int) -> String {
        "/avatars/\(ids[row]).png"
    }

    /// A list whose pages are asked for in one of the four ways.
    func list(
        _ kind: Options.Source = .keyset, threshold: Int = 5, perPage: Int = 30,
        range: ImageRange = ImageRange()
    ) -> ListProbe {
        switch kind {
        case .keyset: list(from: keyset(perPage: perPage), threshold: threshold, range: range)
        case .offset: list(from: offset(perPage: perPage), threshold: threshold, range: range)
        case .page: list(from: numbered(perPage: perPage), threshold: threshold, range: range)
        case .cursor: list(from: cursor(perPage: perPage), threshold: threshold, range: range)
        }
    }

    /// A list that tries again by itself.
    func list(
        _ kind: Options.Source, retrying policy: RetryPolicy, on scheduler: some Scheduler
    ) -> ListProbe {
        switch kind {
        case .keyset: list(from: keyset(perPage: 30).retry(policy, scheduler: scheduler))
        case .offset: list(from: offset(perPage: 30).retry(policy, scheduler: scheduler))
        case .page: list(from: numbered(perPage: 30).retry(policy, scheduler: scheduler))
        case .cursor: list(from: cursor(perPage: 30).retry(policy, scheduler: scheduler))
        }
    }

    func list<Source: PageSource>(
        from source: Source, threshold: Int = 5, range: ImageRange = ImageRange()
    ) -> ListProbe where Source.Item == User {
        ListProbe(threshold: threshold, range: range) { signals in
            signals.paginate(threshold: threshold, from: source).dedupe(by: \.id)
                .images(from: avatars, at: \.avatarURL, range: range)
        }
    }

    /// A keyset source that reports what each of its requests ended with.
    func keyset(
        perPage: Int = 30, onError: @escaping @Sendable (UsersError) -> Void = { _ in }
    ) -> KeysetPages<User, Int, UsersError> {
        KeysetPages(by: \User.id, perPage: perPage) {
            [client] (since, perPage) async throws(UsersError) in
            do throws(UsersError) {
                return try await client.users(since: since, perPage: perPage)
            } catch {
                onError(error)
                throw error
            }
        }
    }

    private func offset(perPage: Int) -> OffsetPages<User, UsersError> {
        OffsetPages(limit: perPage) { [client] (offset, limit) async throws(UsersError) -> [User] in
            try await client.users(offset: offset, limit: limit)
        }
    }

    private func numbered(perPage: Int) -> NumberPages<User, UsersError> {
        NumberPages(size: perPage) {
            [client] (page, size) async throws(UsersError) -> FetchedItems<User> in
            try await client.users(page: page, perPage: size)
        }
    }

    private func cursor(perPage: Int) -> CursorPages<String, User, UsersError> {
        CursorPages(perPage: perPage) { [client] (cursor, perPage) async throws(UsersError) in
            try await client.users(cursor: cursor, perPage: perPage)
        }
    }
}
