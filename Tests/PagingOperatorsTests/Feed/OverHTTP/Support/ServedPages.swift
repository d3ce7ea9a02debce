import FluxLoading
import Foundation
import PagingOperators
import Streams

/// The styles of paging that a `UsersService` offers.
enum PagingStyle: String, CaseIterable {
    case keyset, offset, page, cursor
}

/// Sources of a `UsersService`'s pages, one for each style of paging.
struct ServedPages: Sendable {
    /// The address of the server.
    let base: URL

    /// Called with each error before the source fails with it.
    var onError: @Sendable (ServedUsersError) -> Void = { _ in }

    private let loader = URLSessionDataLoader()

    init(base: URL) {
        self.base = base
    }

    func keyset(perPage: Int = 30) -> KeysetPages<ServedUser, Int, ServedUsersError> {
        KeysetPages(by: \ServedUser.id, perPage: perPage) {
            (since, perPage) async throws(ServedUsersError) -> [ServedUser] in
            try await get(["since": since ?? 0, "per_page": perPage])
        }
    }

    func offset(perPage: Int = 30) -> OffsetPages<ServedUser, ServedUsersError> {
        OffsetPages(limit: perPage) { (offset, limit) async throws(ServedUsersError) -> [ServedUser] in
            try await get(["offset": offset, "limit": limit])
        }
    }

    func numbered(perPage: Int = 30) -> NumberPages<ServedUser, ServedUsersError> {
        NumberPages(size: perPage) {
            (page, size) async throws(ServedUsersError) -> FetchedItems<ServedUser> in
            let body: NumberedBody = try await get(["page": page, "per_page": size])
            return FetchedItems(body.items, total: body.total)
        }
    }

    func cursor(perPage: Int = 30) -> CursorPages<String, ServedUser, ServedUsersError> {
        CursorPages(perPage: perPage) { (cursor, perPage) async throws(ServedUsersError) in
            let body: CursorBody = try await get(["cursor": cursor ?? "", "per_page": "\(perPage)"])
            return Page(body.items, next: body.nextCursor)
        }
    }

    private func get<Body: Decodable>(
        _ query: KeyValuePairs<String, some CustomStringConvertible>
    ) async throws(ServedUsersError) -> Body {
        let items = query.map { URLQueryItem(name: $0.key, value: $0.value.description) }
        do throws(ServedUsersError) {
            return try await body(from: base.appending(path: "users").appending(queryItems: items))
        } catch {
            onError(error)
            throw error
        }
    }

    private func body<Body: Decodable>(from url: URL) async throws(ServedUsersError) -> Body {
        let data: Data
        do throws(LoadingError) {
            (data, _) = try await loader.data(from: url)
        } catch {
            throw .loading(error)
        }
        guard let body = try? JSONDecoder().decode(Body.self, from: data) else { throw .undecodable(url) }
        return body
    }
}

private struct NumberedBody: Decodable {
    let items: [ServedUser]
    let total: Int
}

private struct CursorBody: Decodable {
    let items: [ServedUser]
    let nextCursor: String?

    private enum CodingKeys: String, CodingKey {
        case items
        case nextCursor = "next_cursor"
    }
}
