import Foundation

@testable import LoopbackServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A real HTTP client with a session of its own, and no cache between it and the server.
final class HTTPClient: Sendable {
    struct Answer: Sendable {
        let status: Int
        let body: Data
        private let response: HTTPURLResponse

        init(_ response: HTTPURLResponse, _ body: Data) {
            self.response = response
            self.status = response.statusCode
            self.body = body
        }

        var text: String {
            String(decoding: body, as: UTF8.self)
        }

        func header(_ name: String) -> String? {
            response.value(forHTTPHeaderField: name)
        }
    }

    private let session: URLSession

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = 30
        session = URLSession(configuration: configuration)
    }

    deinit {
        session.invalidateAndCancel()
    }

    func get(_ url: URL, method: String = "GET", headers: [String: String] = [:]) async throws -> Answer {
        var request = URLRequest(url: url)
        request.httpMethod = method
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (body, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return Answer(response, body)
    }
}
