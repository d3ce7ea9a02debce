import Foundation
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import PagingOperators

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Lists of 25 items in the shapes of APIs' documentation: what an address alone reads, and what needs an
/// option.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct VendorAPITests {
    private struct Found {
        var items: [String] = []
        var error: HTTPPageError?
        var requests = 0
    }

    private func load(_ api: VendorAPI, _ rule: NextPageRule = .detected) async throws -> Found {
        let server = try EmbeddedServer(methods: ["GET", "POST"], handler: api.respond)
        var request = URLRequest(
            url: try #require(URL(string: server.url.absoluteString.dropLast() + api.path)))
        if let body = api.body {
            request.httpMethod = "POST"
            request.httpBody = Data(body.utf8)
        }
        let source = HTTPPages<String>(request, items: api.items, next: rule) { text, _ in
            text.withBytes { String(decoding: $0, as: UTF8.self) }
        }
        var found = Found()
        do {
            for try await item in source.items() { found.items.append(item) }
        } catch {
            found.error = error as? HTTPPageError
            #expect(found.error != nil, "\(error)")
        }
        found.requests = server.requests.count
        return found
    }

    private func items(_ api: VendorAPI) -> [String] {
        api.name == "Docker registry" ? (0..<25).map { "\"r\($0)\"" } : (0..<25).map { "{\"id\":\($0)}" }
    }

    @Test(arguments: VendorAPI.all)
    func listIsReadWithItsAddressOrTheFailureNamesTheOption(api: VendorAPI) async throws {
        let found = try await load(api)
        guard let requests = api.requests else {
            #expect(found.items == Array(items(api).prefix(10)))
            let error = try #require(found.error)
            #expect(error.suggestions.contains { $0 == api.rule }, "\(error.suggestions)")
            return
        }
        #expect(found.error == nil, "\(String(describing: found.error))")
        #expect(found.items == items(api))
        #expect(found.requests == requests)
    }

    @Test(
        arguments: (VendorAPI.all + VendorAPI.silent).filter {
            $0.rule != nil && !$0.name.contains("unknown")
        })
    func listIsReadWithTheOption(api: VendorAPI) async throws {
        let found = try await load(api, try #require(api.rule))
        #expect(found.error == nil, "\(String(describing: found.error))")
        #expect(found.items == items(api))
        #expect(found.requests == 3 || found.requests == 4)
    }

    @Test(arguments: VendorAPI.silent)
    func bareArrayIsOnePage(api: VendorAPI) async throws {
        let found = try await load(api)
        #expect(found.error == nil)
        #expect(found.requests == 1)
    }
}
