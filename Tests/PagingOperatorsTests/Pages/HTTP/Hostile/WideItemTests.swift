import Foundation
import Testing

@testable import FluxLoading
@testable import PagingOperators

/// Items and links so large that work for each pair of their parts would take minutes.
@Suite(.timeLimit(.minutes(1)))
struct WideItemTests {
    private let url = URL(string: "http://h/list")!  // a constant that is a valid URL

    /// The text of an object with many members.
    private func object(_ end: String, suffix: String = "", _ value: Int = 0) -> String {
        let members = (0..<25_000).map { "\"m\($0)\(suffix)\":\(value)," }
        return "{\(members.joined())\(end)}"
    }

    private func read(_ body: String, at key: HTTPPageKey? = nil) throws -> PageReader {
        try PageReader(
            JSONText(Data(body.utf8)), ResponseLinks(nil as String?, relativeTo: url), url: url, start: url,
            key: key, items: nil, next: .detected)
    }

    private func page(_ items: [String]) -> String {
        "{\"page\":1,\"total_pages\":9,\"items\":[\(items.joined(separator: ","))]}"
    }

    @Test func identifierIsFoundAmongManyMembers() throws {
        func items(at time: Int) -> [String] {
            (0..<3).map { object("\"itemId\":\($0),\"at\":\(time + $0)") }
        }
        let next = try read(page(items(at: 0))).keys().next
        #expect(next == .page(2))
        #expect(throws: HTTPPageError.self) { try read(page(items(at: 10)), at: next) }
    }

    /// Each of these names may be that of the identifiers, and the values of none are different.
    @Test func manyNamesOfIdentifiersAreReadOnce() throws {
        let items = [1, 2, 2].map { object("\"x\":1", suffix: "Id", $0) }
        #expect(try read(page(items)).keys().next == .page(2))
    }

    @Test func templateOfManyBracesIsReadOnce() throws {
        let braces = String(repeating: "{", count: 100_000)
        func next(_ template: String) throws -> HTTPPageKey? {
            let link = "{\"next\":{\"href\":\"\(template)\",\"templated\":true}}"
            return try read("{\"items\":[{\"id\":1}],\"_links\":\(link)}").keys().next
        }
        let encoded = String(repeating: "%7B", count: 100_000)
        #expect(try next("/x\(braces)")?.description == next("/x\(encoded)")?.description)
        #expect(try next("/a{b}{c{d}}?e{&f}") == .address(url.resolving("/a}?e")!))  // valid
    }
}
