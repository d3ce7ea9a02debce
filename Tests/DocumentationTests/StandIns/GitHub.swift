import Flux
import FluxTesting
import Foundation

/// What the printed lists show.
nonisolated struct User: Sendable, Hashable, Identifiable, Codable {
    let id: Int
    var login: String
    var avatarURL: URL

    init(id: Int) {
        self.id = id
        login = "user \(id)"
        avatarURL = Bitmap.url(of: [UInt8(truncatingIfNeeded: id)])
    }
}

/// An image, whatever it looks like.
nonisolated struct Bitmap: Sendable, Hashable {
    var bytes: [UInt8]

    var byteCount: Int { bytes.count }

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(png data: Data) throws {
        if data.isEmpty { throw TestFailure() }
        bytes = Array(data)
    }

    /// An address that needs no server.
    static func url(of bytes: [UInt8]) -> URL {
        URL(string: "data:image/png;base64,\(Data(bytes).base64EncodedString())") ?? URL(filePath: "/")
    }
}

/// A client of a server with users, by asynchronous functions.
final class GitHub: Sendable {
    let isDown = Locked(false)
    /// The error while it is down.
    let failure = Locked<any Error>(TestFailure())
    /// Returns when the server answers a deletion.
    let answersDeletion = Locked<@Sendable () async -> Void>({})
    private let all: [User]

    init(users ids: ClosedRange<Int>) {
        all = ids.map { User(id: $0) }
    }

    func users(since: Int?, perPage: Int) async throws -> [User] {
        try check()
        return Array(all.drop { $0.id <= since ?? 0 }.prefix(perPage))
    }

    func users(offset: Int, limit: Int) async throws -> [User] {
        try check()
        return Array(all.dropFirst(offset).prefix(limit))
    }

    func users(page: Int, perPage: Int) async throws -> [User] {
        try await users(offset: (page - 1) * perPage, limit: perPage)
    }

    func users(cursor: String?, perPage: Int) async throws -> FetchedUsers {
        let offset = cursor.flatMap { Int($0) } ?? 0
        let users = try await users(offset: offset, limit: perPage)
        let next = offset + users.count
        return FetchedUsers(
            users: users, total: all.count,
            previousCursor: offset > 0 ? "\(max(0, offset - perPage))" : nil,
            nextCursor: next < all.count ? "\(next)" : nil)
    }

    /// Accepts the deletion of a user, of whom later answers know as before.
    func delete(_ id: Int) async throws {
        await answersDeletion.withLock { $0 }()
        try check()
    }

    /// The same for callbacks, which are called at once.
    @MainActor
    func users(page: Int, perPage: Int, completion: @MainActor (Result<FetchedUsers, any Error>) -> Void) {
        let users = Array(all.dropFirst((page - 1) * perPage).prefix(perPage))
        completion(Result { try check() }.map { FetchedUsers(users: users, total: all.count) })
    }

    private func check() throws {
        if isDown.withLock({ $0 }) { throw failure.withLock { $0 } }
    }
}

nonisolated struct FetchedUsers: Sendable {
    var users: [User]
    var total: Int
    var previousCursor: String?
    var nextCursor: String?
}
