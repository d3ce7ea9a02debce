import PagingOperators
import TestSupport

/// An item of the articles' lists.
struct User: Sendable, Hashable, Identifiable {
    let id: Int
    let login: String
}

/// The response of the articles' server with a total.
struct UserList: Sendable {
    var users: [User]
    var total: Int
}

/// The client of a users API, with callbacks for the hand-written pagers, and with `async` functions.
///
/// The story decides when it responds.
@MainActor
final class UsersAPI {
    typealias Answer = @MainActor @Sendable (Result<UserList, any Error>) -> Void

    static let shared = UsersAPI()

    /// All requests, in order.
    private(set) var requests: [String] = []
    private var waiting: [Answer] = []

    /// The number of requests without a response.
    var runningCount: Int { waiting.count }

    /// Responds to the oldest request.
    func answer(_ ids: some Sequence<Int>, total: Int = 0) {
        let users = ids.map { User(id: $0, login: "user \($0)") }
        end(.success(UserList(users: users, total: total)))
    }

    func fail() { end(.failure(TestError.offline)) }

    private func end(_ result: Result<UserList, any Error>) {
        waiting.removeFirst()(result)
    }

    private func ask(_ query: String, _ answer: @escaping Answer) {
        requests.append(query)
        waiting.append(answer)
    }

    private func ask(_ query: String) async throws -> UserList {
        try await withCheckedThrowingContinuation { continuation in
            ask(query) { continuation.resume(with: $0) }
        }
    }
}

extension UsersAPI {
    typealias Completion = @MainActor @Sendable (Result<[User], any Error>) -> Void

    func users(page: Int, perPage: Int, completion: @escaping Completion) {
        ask("page=\(page)&per_page=\(perPage)") { completion($0.map(\.users)) }
    }

    func users(page: Int, perPage: Int) async throws -> [User] {
        try await ask("page=\(page)&per_page=\(perPage)").users
    }

    func users(offset: Int, limit: Int, completion: @escaping Completion) {
        ask("offset=\(offset)&limit=\(limit)") { completion($0.map(\.users)) }
    }

    func users(offset: Int, limit: Int) async throws -> [User] {
        try await ask("offset=\(offset)&limit=\(limit)").users
    }

    func users(since: Int, perPage: Int, completion: @escaping Completion) {
        ask("since=\(since)&per_page=\(perPage)") { completion($0.map(\.users)) }
    }

    func users(since: Int, perPage: Int) async throws -> [User] {
        try await ask("since=\(since)&per_page=\(perPage)").users
    }

    func countedUsers(page: Int, perPage: Int, completion: @escaping Answer) {
        ask("page=\(page)&per_page=\(perPage)", completion)
    }
}
