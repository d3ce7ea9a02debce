import Flux
import Foundation

/// Requests pages of users in each of the four styles.
struct UsersClient: Sendable {
    let base: URL
    private let loader = URLSessionDataLoader()

    init(base: URL) {
        self.base = base
    }

    func users(since id: Int?, perPage: Int) async throws(LoadingError) -> [User] {
        try await get(["since": id ?? 0, "per_page": perPage])
    }

    /// Requests the users right before one, in the order of the list.
    func users(before id: Int, perPage: Int) async throws(LoadingError) -> [User] {
        try await get(["before": id, "per_page": perPage])
    }

    func users(offset: Int, limit: Int) async throws(LoadingError) -> [User] {
        try await get(["offset": offset, "limit": limit])
    }

    func users(page: Int, perPage: Int) async throws(LoadingError) -> FetchedItems<User> {
        let page: NumberedUsers = try await get(["page": page, "per_page": perPage])
        return FetchedItems(page.items, total: page.total)
    }

    func users(cursor: String?, perPage: Int) async throws(LoadingError) -> Page<String, User> {
        let page: UsersAtCursor = try await get(["cursor": cursor ?? "", "per_page": "\(perPage)"])
        return Page(page.items, next: page.nextCursor)
    }

    private func get<Body: Decodable>(
        _ query: KeyValuePairs<String, some CustomStringConvertible>
    ) async throws(LoadingError) -> Body {
        let url = base.appending(path: "users")
            .appending(queryItems: query.map { URLQueryItem(name: $0.key, value: $0.value.description) })
        return try await loader.decode(from: url)
    }
}

/// A page of the numbered style.
private struct NumberedUsers: Decodable {
    let items: [User]
    let total: Int
}

/// A page of the cursor style.
private struct UsersAtCursor: Decodable {
    let items: [User]
    let nextCursor: String?

    private enum CodingKeys: String, CodingKey {
        case items
        case nextCursor = "next_cursor"
    }
}
