import Flux
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

nonisolated protocol UserService: Sendable {
    func users(matching query: String) -> AnyPublisher<[User], APIError>
    func user(id: Int) -> AnyPublisher<User, APIError>
    func save(_ user: User) async throws -> User
}

nonisolated struct Client: Sendable {
    var base = URL(string: "https://example.org")!  // A literal that is an address.

    func data(for url: URL) -> AnyPublisher<Data, URLError> {
        Just(Data()).setFailureType(to: URLError.self).eraseToAnyPublisher()
    }

    func search(_ query: String) -> AnyPublisher<[Article], APIError> {
        Just([]).setFailureType(to: APIError.self).eraseToAnyPublisher()
    }

    func load(page: Int) async throws -> SearchAnswer {
        SearchAnswer(items: [], next: nil, total: 0)
    }

    func articles(at path: String) async throws -> SearchAnswer {
        SearchAnswer(items: [], next: nil, total: 0)
    }

    func token() async throws(APIError) -> String { "token" }

    func endpoint(_ query: String) -> URL? {
        URL(string: "search?q=\(query)", relativeTo: base)
    }
}

nonisolated func search(_ query: String) async throws -> [String] { [query] }

nonisolated func validate(_ text: String) throws(FormError) -> String {
    if text.isEmpty { throw .empty }
    return text
}

nonisolated func parse(_ text: String) throws -> Int {
    guard let number = Int(text) else { throw APIError.decoding }
    return number
}
