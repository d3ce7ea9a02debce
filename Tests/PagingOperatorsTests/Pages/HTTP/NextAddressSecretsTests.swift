import Foundation
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import FluxLoading
@testable import PagingOperators

/// Addresses of next pages that lack the API key of the first address.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct NextAddressSecretsTests {
    @Test(arguments: ["apikey", "apiKey", "api_key", "access_token", "key"])
    func secretOfTheFirstAddressIsAdded(name: String) async throws {
        let list = try await LoadedList("/list?\(name)=s%2Fe&q=x") { request in
            guard request.query[name] == "s/e" else { return .text(status: 401, #"{"message":"no key"}"#) }
            let page = request.number("page")
            let next = page < 5 ? "\"/list?page=\(page + 1)\"" : "null"
            return .text("{\"results\":\(array((page - 1) * 20)),\"next\":\(next)}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
        #expect(list.targets.dropFirst().allSatisfy { $0.hasSuffix("&\(name)=s%2Fe") })
    }

    /// Names like those of secrets are also those of filters, which a next address has in its cursor.
    @Test(arguments: ["key=color", "key=size_2", "sort_key=name", "session=2024", "code=DE", "after_key=7"])
    func filterOfTheFirstAddressIsNotAdded(filter: String) async throws {
        let list = try await LoadedList("/list?\(filter)&limit=20") { request in
            let page = request.number("page")
            let next = page < 3 ? "\"/list?limit=20&page=\(page + 1)\"" : "null"
            return .text("{\"results\":\(array((page - 1) * 20)),\"next\":\(next)}")
        }
        #expect(list.ids == Array(0..<60))
        #expect(list.targets.dropFirst() == ["/list?limit=20&page=2", "/list?limit=20&page=3"])
    }

    @Test func addressWithASecretOfThatNameStaysAsItIs() async throws {
        let list = try await LoadedList("/list?api_key=s") { request in
            let page = request.number("page")
            let next = page < 3 ? "\"/list?API_KEY=other&page=\(page + 1)\"" : "null"
            return .text("{\"results\":\(array((page - 1) * 20)),\"next\":\(next)}")
        }
        #expect(
            list.targets == ["/list?api_key=s", "/list?API_KEY=other&page=2", "/list?API_KEY=other&page=3"])
    }

    @Test func addressOfTheSamePageIsFoundWithoutItsSecret() async throws {
        let list = try await LoadedList("/list?api_key=s") { _ in
            .text("{\"results\":\(array(0)),\"next\":\"/list\"}")
        }
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == .nextPage(.repeated(parameter: nil)))
        #expect(list.targets.count == 1)
    }

    @Test func secretIsNotSentToAnotherOrigin() async throws {
        let other = try EmbeddedServer { _ in .text("{\"results\":\(array(20)),\"next\":null}") }
        let server = try EmbeddedServer { _ in
            .text("{\"results\":\(array(0)),\"next\":\"\(other.url)list?page=2\"}")
        }
        let source = HTTPPages<Numbered>(try server.url("/list?api_key=s"), allowedOrigins: [other.url])
        var ids: [Int] = []
        for try await item in source.items() { ids.append(item.id) }
        #expect(ids == Array(0..<40))
        #expect(other.requests.map(\.target) == ["/list?page=2"])
    }

    @Test func keyOfANextAddressHasNoSecret() async throws {
        let server = try EmbeddedServer { _ in .text("{\"results\":\(array(0)),\"next\":\"/list?page=2\"}") }
        let next = try await HTTPPages<Numbered>(try server.url("/list?api_key=s3cr3t")).load(nil).next
        #expect(String(decoding: try JSONEncoder().encode(next), as: UTF8.self).contains("page=2"))
        #expect(!String(decoding: try JSONEncoder().encode(next), as: UTF8.self).contains("s3cr3t"))
    }
}
