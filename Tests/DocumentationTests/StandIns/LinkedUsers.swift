import FluxTesting
import Foundation
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A session with a server whose pages of thirty users link to the next one in a header.
nonisolated struct LinkedUsers: Sendable {
    let queries = Log<String>()

    func data(from url: URL) async throws -> (Data, URLResponse) {
        let query = url.query() ?? ""
        queries.append(query)
        let page = query.split(separator: "&").last?.split(separator: "=").last.flatMap { Int($0) }
        let number = query.contains("&page=") ? page ?? 1 : 1
        let users = ((number - 1) * 30 + 1...number * 30).map { User(id: $0) }
        let response = HTTPURLResponse(
            url: url, statusCode: 200, httpVersion: nil,
            headerFields: ["Link": "</users?per_page=30&page=\(number + 1)>; rel=\"next\""])
        guard let response else { throw TestFailure() }
        return (try JSONEncoder().encode(users), response)
    }
}
