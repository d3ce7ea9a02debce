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

    /// A tenant, a date or a filter in a header field and in the address that the app requests is no secret.
    @Test(arguments: [
        ("X-Tenant-Id", "3f2b9c10-7d1e-4c55-9a57-0d6e2f1a8b77"), ("X-Report-Date", "2026-11-27"),
        ("X-Filter", "name eq a12345678"),
    ])
    func addressOfAnErrorIsTheRequestedOneWhereAFieldHasAPartOfIt(field: String, value: String) async throws {
        let server = try EmbeddedServer { request in
            request.number("page") == 1 ? .text(array(0)) : .text(status: 403, "no")
        }
        let tenant = "3f2b9c10-7d1e-4c55-9a57-0d6e2f1a8b77"
        let path = "/tenants/\(tenant)/2026-11-27/users?filter=name%20eq%20a12345678&page="
        let second = try server.url(path + "2")
        var request = URLRequest(url: try server.url(path + "1"))
        request.setValue(value, forHTTPHeaderField: field)
        let pages = HTTPPages<Numbered>(request, next: .page())
        let error = await #expect(throws: HTTPPageError.self) {
            for try await _ in pages.items() {}
        }
        #expect(error?.url == second)
        request.url = second
        let repeated = request
        let failure = await #expect(throws: LoadingError.self) {
            _ = try await DataLoader().body(for: repeated)
        }
        #expect(failure?.url == second)
    }

    /// The value of a secret parameter is not printed where a server repeats it in an address.
    @Test func secretParameterOfTheRequestStaysASecret() async throws {
        let server = try Self.serve()
        let pages = pages(try server.url("/next?api_key=\(Self.token)"), .request)
        let error = await #expect(throws: HTTPPageError.self) {
            for try await _ in pages.items() {}
        }
        let text = error.map { "\($0) \($0.url)" } ?? ""
        #expect(text.contains("from=%E2%80%A6"))
        #expect(!text.replacing("api_key=\(Self.token)", with: "").contains(Self.token), "\(text)")
    }
}
