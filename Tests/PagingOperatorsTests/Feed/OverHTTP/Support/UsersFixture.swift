import FluxImages
import Foundation
import LoopbackServer
import PagingOperators
import Streams

/// A server with users, sources of their pages and a loader for their avatars.
final class UsersFixture: Sendable {
    /// Returns the response to a request for users, or `nil` to let the service respond; `number` counts
    /// these requests from 1.
    typealias Intercept = @Sendable (_ request: HTTPRequest, _ number: Int) -> HTTPResponse?

    /// The image shown where an avatar failed to load.
    static let fallback = try? PNG(decoding: Identicon(id: 0).png())

    let server: EmbeddedServer
    let pages: ServedPages
    let avatars: ImageLoader<PNG>
    let downloads = CountingDataLoader()

    /// The identifiers of all users, in the order of the list.
    let ids: [Int]

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - count: The number of users.
    ///   - faults: The faults of the service.
    ///   - intercept: Called with each request for users.
    ///   - deliver: Returns the response to send instead of one, such as the same with another delivery.
    init(
        users count: Int, faults: UsersFaults = .none,
        intercept: @escaping Intercept = { _, _ in nil },
        deliver: @escaping @Sendable (HTTPRequest, HTTPResponse) -> HTTPResponse = { $1 }
    ) throws {
        let service = UsersService(users: UserDirectory(count: count), faults: faults)
        let number = Locked(0)
        server = try EmbeddedServer { request in
            guard request.path == "/users" else { return deliver(request, service.respond(to: request)) }
            let number = number.withLock { number in
                number += 1
                return number
            }
            return deliver(request, intercept(request, number) ?? service.respond(to: request))
        }
        pages = ServedPages(base: server.url)
        ids = (0..<count).map(service.users.id)
        var configuration = ImageLoader<PNG>.Configuration(dataLoader: downloads)
        configuration.fallback = Self.fallback
        // Tests that hold responses back count on all images near the rows in view.
        configuration.maximumTransfers = .max
        configuration.maximumTransfersPerHost = .max
        avatars = ImageLoader(configuration: configuration) { try PNG(decoding: $0) }
    }

    /// The targets of the requests for users, in the order in which they arrived.
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

    /// Subscribes to a list that loads its pages in one of the four styles.
    func list(
        _ style: PagingStyle = .keyset, threshold: Int = 5, perPage: Int = 30,
        range: ImageRange = ImageRange()
    ) -> ListProbe {
        switch style {
        case .keyset: list(from: pages.keyset(perPage: perPage), threshold: threshold, range: range)
        case .offset: list(from: pages.offset(perPage: perPage), threshold: threshold, range: range)
        case .page: list(from: pages.numbered(perPage: perPage), threshold: threshold, range: range)
        case .cursor: list(from: pages.cursor(perPage: perPage), threshold: threshold, range: range)
        }
    }

    /// Subscribes to a list whose source retries.
    func list(
        _ style: PagingStyle, retrying policy: RetryPolicy, on scheduler: some Scheduler
    ) -> ListProbe {
        switch style {
        case .keyset: list(from: pages.keyset().retry(policy, scheduler: scheduler))
        case .offset: list(from: pages.offset().retry(policy, scheduler: scheduler))
        case .page: list(from: pages.numbered().retry(policy, scheduler: scheduler))
        case .cursor: list(from: pages.cursor().retry(policy, scheduler: scheduler))
        }
    }

    func list<Source: PageSource>(
        from source: Source, threshold: Int = 5, range: ImageRange = ImageRange()
    ) -> ListProbe where Source.Item == ServedUser {
        ListProbe(source, avatars: avatars, threshold: threshold, range: range)
    }
}
