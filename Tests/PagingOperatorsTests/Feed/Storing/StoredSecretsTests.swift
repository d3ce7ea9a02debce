@testable import FluxLoading
import Foundation
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// The bytes that a store of pages writes, for lists whose addresses have secrets.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct StoredSecretsTests {
    private struct Row: Codable, Identifiable, Equatable {
        let id: Int
    }

    /// How the server names the next page.
    enum Naming: String, CaseIterable, CustomTestStringConvertible {
        /// In a field, with the secrets of the request.
        case field
        /// In the header, encoded in another way.
        case header
        /// By its number, after a redirect of the first page to an address with the secrets.
        case redirected

        var testDescription: String { rawValue }
    }

    private static let secret = "s3cr3t+V4lue/="
    private static let encodedSecret = "s3cr3t%2BV4lue%2F%3D"

    private let folder = TemporaryFolder()

    private func makeServer(_ naming: Naming, nextSecret: String = Self.encodedSecret) throws
        -> EmbeddedServer
    {
        try EmbeddedServer { request in
            guard request.query["api_key"] == Self.secret else { return .text(status: 401, "") }
            if naming == .redirected, request.path == "/old" {
                return .redirect(to: "/list?api_key=\(nextSecret)")
            }
            let page = request.query["page"].flatMap { Int($0) } ?? 1
            let next = page < 3 ? "/list?api_key=\(nextSecret)&page=\(page + 1)" : nil
            let rows = (0..<10).map { "{\"id\":\(page * 10 + $0)}" }.joined(separator: ",")
            let link = next.map { "\"\($0)\"" } ?? "null"
            switch naming {
            case .field: return .json(text: "{\"items\":[\(rows)],\"next\":\(link)}")
            case .header:
                let response = HTTPResponse.json(text: "[\(rows)]")
                return next.map { response.with("Link", "<\($0)>; rel=\"next\"") } ?? response
            case .redirected:
                return .json(text: "{\"items\":[\(rows)],\"page\":\(page),\"total_pages\":3}")
            }
        }
    }

    private func url(of server: EmbeddedServer, _ naming: Naming) throws -> URL {
        try server.url("/\(naming == .redirected ? "old" : "list")?api_key=\(Self.encodedSecret)")
    }

    /// Scrolls a list to a number of rows, or its end.
    private func scroll(_ url: URL, in store: PageStore, upTo rowLimit: Int) async -> ViewState<Row>? {
        let signals = PassthroughSubject<ListSignal, Never>()
        let pages = HTTPPages<Row>(url).stored(in: store, validFor: .seconds(3600))
        var last: ViewState<Row>?
        for await state in signals.paginate(threshold: 5, from: pages).values {
            last = state
            if state.isLoading || state.isPaging { continue }
            if state.error != nil || !state.hasMore || state.items.count >= rowLimit { break }
            signals.send(.loadMore)
        }
        await store.flush()
        return last
    }

    /// The bytes of all files.
    private func bytes() throws -> String {
        try folder.names.map { name in
            String(decoding: try Data(contentsOf: folder.url.appending(path: name)), as: UTF8.self)
        }
        .joined(separator: "\n")
    }

    private func expectNoSecret(in text: String) {
        for secret in ["s3cr3t", "V4lue"] { #expect(!text.contains(secret)) }
    }

    @Test(arguments: Naming.allCases)
    func nextAddressIsStoredWithoutTheSecretsThatItIsRequestedWith(naming: Naming) async throws {
        let server = try makeServer(naming)
        let url = try url(of: server, naming)
        _ = await scroll(url, in: PageStore(folder.url), upTo: 10)
        let stored = try bytes()
        #expect(stored.contains("\"id\":19"))
        expectNoSecret(in: stored)
        let count = server.requests.count
        let next = await scroll(url, in: PageStore(folder.url), upTo: .max)
        #expect(next?.isStored == true)
        #expect(next?.items.map(\.id) == Array(10..<40))
        #expect(
            server.requests.dropFirst(count).map(\.target)
                == [2, 3].map { "/list?api_key=\(Self.encodedSecret)&page=\($0)" })
        expectNoSecret(in: try bytes())
    }

    @Test func listWithSecretsOfItsOwnIsNotStored() async throws {
        let server = try EmbeddedServer { request in
            request.query["signature"] == nil
                ? .json(text: #"{"items":[{"id":1}],"next":"/list?signature=s3cr3t1&page=2"}"#)
                : .json(text: #"{"items":[{"id":2}],"next":"/list?signature=s3cr3t2&page=3"}"#)
        }
        let store = PageStore(folder.url)
        let errors = Log<String>()
        let subscription = store.errors.sink { errors.append("\($0)") }
        let last = await scroll(try server.url("/list"), in: store, upTo: 2)
        #expect(last?.items.map(\.id) == [1, 2])
        #expect(try bytes().isEmpty)
        let text = try #require(errors.entries.first)
        #expect(
            text.hasSuffix(
                "the address of a page has a secret 'signature' that the address of the list does not have; secrets are not stored"
            ))
        expectNoSecret(in: errors.entries.joined())
        subscription.cancel()
    }

    /// Sources other than those of HTTP do not say what their own address is.
    @Test(arguments: [
        "https://example.org/list?access_token=s3cr3t&page=2", "https://me:s3cr3t@example.org/list?page=2",
    ])
    func addressOfALinkedListIsNotStoredWithItsSecret(next: String) async throws {
        let first = try #require(URL(string: "https://example.org/list"))
        let url = try #require(URL(string: next))
        let store = PageStore(folder.url)
        let errors = Log<String>()
        let subscription = store.errors.sink { errors.append("\($0)") }
        let pages = LinkedPages<Int, Never>(first: first) { _ async in
            LinkedItems([1], links: PageLinks(next: url))
        }
        let signals = PassthroughSubject<ListSignal, Never>()
        for await state in signals.paginate(threshold: 0, from: pages.stored(in: store)).values
        where !state.items.isEmpty { break }
        await store.flush()
        #expect(try bytes().isEmpty)
        #expect(errors.count >= 1)
        expectNoSecret(in: errors.entries.joined())
        subscription.cancel()
    }

    @Test(arguments: [
        "$skiptoken", "page_token", "exclusiveStartKey", "__paging_token", "after_token", "cursor_token",
        "NextRowKey",
    ])
    func tokenOfAPageIsStored(name: String) async throws {
        let server = try EmbeddedServer { request in
            request.query[name] == nil
                ? .json(text: #"{"items":[{"id":1}],"next":"/list?\#(name)=p4ge"}"#)
                : .json(text: #"{"items":[{"id":2}],"next":null}"#)
        }
        let url = try server.url("/list")
        _ = await scroll(url, in: PageStore(folder.url), upTo: 1)
        #expect(try bytes().contains("p4ge"))
        #expect(await scroll(url, in: PageStore(folder.url), upTo: 2)?.items.map(\.id) == [1, 2])
        #expect(server.requests.count == 2)
    }

    @Test func keyOfAFailureIsEncodedWithoutSecrets() throws {
        let home = try #require(URL(string: "http://example.org/list?token=s3cr3t"))
        let other = try #require(URL(string: "http://example.com/list?token=s3cr3t&page=2"))
        let key = HTTPPageKey(.failure(.otherOrigin(other), at: home))
        let text = String(decoding: try JSONEncoder().encode(key), as: UTF8.self)
        expectNoSecret(in: text)
        #expect(text.contains("example.com"))
    }

    /// A secret is added again where it was left out, and never to an address of another origin.
    @Test(arguments: [
        ("http://a.org/?token=1&page=2", "http://a.org/?token=%E2%80%A6&page=2"),
        ("http://a.org/?token=2&page=2", nil),
        ("http://b.org/?token=1&page=2", nil),
        ("https://a.org/?token=1", "https://a.org/?token=%E2%80%A6"),
        ("http://a.org/?token=&page=2", nil),
        ("http://a.org/#token=1", "http://a.org/#token=%E2%80%A6"),
        ("http://a.org/?key=a&key=b&page=2", "http://a.org/?key=%E2%80%A6&key=%E2%80%A6&page=2"),
        ("http://a.org/?key=b&key=a", nil),
        ("http://a.org/?key=a&key=a", "http://a.org/?key=%E2%80%A6&key=a"),
    ])
    func secretsOfAnAddress(text: String, expected: String?) throws {
        let home = try #require(URL(string: "http://a.org/list?x=1&token=1&key=a&key=b"))
        let url = try #require(URL(string: text))
        let without = url.leavingOutSecrets(of: home)
        #expect(without.absoluteString == expected ?? text)
        #expect(without.addingSecrets(of: home) == url)
        let moved = try #require(URL(string: without.absoluteString.replacing("a.org", with: "b.org")))
        #expect(moved.addingSecrets(of: home) == moved)
    }
}
