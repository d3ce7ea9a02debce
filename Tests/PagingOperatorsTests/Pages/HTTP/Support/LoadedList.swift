import Foundation
import LoopbackServer
import Streams

@testable import FluxLoading
@testable import PagingOperators

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// All that a source of a server's pages loads, from its first page or another one.
struct LoadedList: Sendable {
    var ids: [Int] = []
    var failure: HTTPPageError.Reason?
    var other: (any Error)?
    var targets: [String] = []

    init(
        _ path: String = "/list", from start: HTTPPageKey? = nil, items: JSONPath? = nil,
        next: NextPageRule = .detected, method: String = "GET", mayEndBeforeTotal: Bool = false,
        respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse
    ) async throws {
        let server = try EmbeddedServer(methods: ["GET", "POST"], handler: respond)
        var request = URLRequest(url: try server.url(path))
        request.httpMethod = method
        if method == "POST" { request.httpBody = Data("{}".utf8) }
        do {
            var source = HTTPPages<Numbered>(request, items: items, next: next)
            source.mayEndBeforeTotal = mayEndBeforeTotal
            for try await item in source.items(startingAt: start) { ids.append(item.id) }
        } catch {
            if let error = error as? HTTPPageError { failure = error.reason } else { other = error }
        }
        targets = server.requests.map(\.target)
    }
}

extension HTTPRequest {
    func number(_ name: String, or other: Int = 1) -> Int { query[name].flatMap { Int($0) } ?? other }
}

/// Returns the items of a list from a position on, as a JSON array.
func array(_ start: Int, of count: Int = 95, size: Int = 20) -> String {
    let ids = max(0, start)..<max(start, 0, min(start + size, count))
    return "[\(ids.map { "{\"id\":\($0),\"name\":\"n\"}" }.joined(separator: ","))]"
}
