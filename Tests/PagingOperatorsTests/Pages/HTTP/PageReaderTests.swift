import Foundation
import Testing

@testable import FluxLoading
@testable import PagingOperators

struct PageReaderTests {
    private func reader(_ body: String, query: String = "", key: HTTPPageKey? = nil) throws -> PageReader {
        let url = try #require(URL(string: "http://h/list?\(query)"))
        return try PageReader(
            JSONText(Data(body.utf8)), ResponseLinks(nil as String?, relativeTo: url), url: url, start: url,
            key: key,
            items: nil, next: .detected)
    }

    /// Found by `.ci/fuzz`: the number of items before such a page trapped.
    @Test(arguments: ["5388313981572612095", "1000000000000", "9223372036854775807"])
    func pageNumbersOfAnySizeAreRead(number: String) throws {
        let body = #"{"items":[{"id":1},{"id":2}],"total":3,"page":1,"pages":3}"#
        let first = try reader(body, query: "page=\(number)")
        let keys = try first.keys()
        for key in [keys.previous, keys.next].compactMap(\.self) {
            _ = try? reader(body, query: "page=\(number)", key: key).keys()
        }
        #expect(first.items.count == 2)
    }

    @Test func itemsBeforeAPageAreCountedBackwards() throws {
        let page = try reader(#"{"items":[{"id":1},{"id":2}],"total":30,"page":8}"#, query: "page=8")
        #expect(page.itemsBefore == 14)
        #expect(try page.keys().previous?.itemsBefore == 12)
        #expect(try page.keys().next?.itemsBefore == 16)
    }

    /// The number of the first page is 0 or 1, whatever number the body has.
    @Test(arguments: [("-9223372036854775808", 2), ("-1", 2), ("0", 1), ("1", 2), ("7", 2)])
    func firstPageIsNumberedZeroOrOne(number: String, next: Int) throws {
        let keys = try reader(#"{"items":[{"id":1}],"total":3,"page":\#(number)}"#).keys()
        #expect(keys.next == .page(next))
        #expect(keys.previous == nil)
    }
}
