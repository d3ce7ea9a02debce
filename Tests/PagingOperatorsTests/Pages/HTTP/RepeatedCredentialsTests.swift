import Foundation
import LoopbackServer
import Testing

@testable import FluxLoading
@testable import PagingOperators

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Errors have none of the credentials of a request that a server repeats.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct RepeatedCredentialsTests {
    /// Who adds a token to requests.
    enum Source: CaseIterable {
        case request, configuration, preparation
    }

    private static let token = "abcdef123456"
    private static let field = "Bearer \(token)"

    /// A server that repeats the token in a way that the path names.
    private static func serve() throws -> EmbeddedServer {
        try EmbeddedServer { request in
            let text = request.headers["Authorization"] ?? "no token"
            return switch request.path {
            case "/refused": .text(status: 403, "{\"message\":\"invalid: \(text)\"}")
            case "/message": .text("{\"error\":{\"message\":\"invalid: \(text)\"}}")
            case "/encoded": .text("[]").with("Content-Encoding", "x-\(token)")
            case "/moved": .text(status: 302, "").with("Location", "/message?from=\(token)")
            case "/next": .text("{\"items\":[{\"id\":1}],\"next\":\"/refused?from=\(token)\"}")
            default: .text("[]")
            }
        }
    }

    private func pages(_ url: URL, _ source: Source) -> HTTPPages<Numbered> {
        var request = URLRequest(url: url)
        switch source {
        case .request:
            request.setValue(Self.field, forHTTPHeaderField: "Authorization")
            return HTTPPages(request)
        case .configuration:
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpAdditionalHeaders = ["Authorization": Self.field]
            return HTTPPages(request, loader: URLSessionDataLoader(configuration: configuration))
        case .preparation:
            let loader = DataLoader().preparing { request in
                var request = request
                request.setValue(Self.field, forHTTPHeaderField: "Authorization")
                return request
            }
            return HTTPPages(request, loader: loader)
        }
    }

    @Test(
        arguments: ["/refused", "/message", "/encoded", "/moved", "/next"], Source.allCases)
    func errorHasNoCredentials(path: String, source: Source) async throws {
        let server = try Self.serve()
        let error = await #expect(throws: HTTPPageError.self) {
            for try await _ in pages(try server.url(path), source).items() {}
        }
        let texts = [error.map { "\($0)" } ?? "", error.map { "\($0.reason)" } ?? "", "\(error?.url as Any)"]
        for text in texts { #expect(!text.contains(Self.token), "\(text)") }
        #expect(server.requests.allSatisfy { $0.headers["Authorization"] == Self.field })
    }
}
