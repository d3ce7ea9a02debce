import Foundation
import Testing

@testable import FluxLoading
@testable import PagingOperators

/// Keys in files that were changed: numbers that no list has are refused, before arithmetic with them ends
/// the process.
struct StoredKeyTests {
    private let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }()

    private func text(of key: some Encodable) throws -> String {
        String(decoding: try encoder.encode(key), as: UTF8.self)
    }

    /// Decodes an encoded key in which a part is replaced.
    private func decode<Key: Codable>(
        _ key: Key, replacing part: String = "", with other: String = ""
    ) throws -> Key {
        let text = try text(of: key)
        let changed = text.replacing(part, with: other)
        #expect(part.isEmpty || changed != text, "\(text) has no \(part)")
        return try JSONDecoder().decode(Key.self, from: Data(changed.utf8))
    }

    @Test func keysAreEncodedAsTheirFields() throws {
        let number = PageNumber(number: -1, itemsBefore: 40)
        #expect(try text(of: number) == #"{"itemsBefore":40,"number":-1}"#)
        #expect(try decode(number) == number)
        #expect(try text(of: PageOffset(15, count: 3)) == #"{"count":3,"offset":15}"#)
        #expect(try text(of: PageOffset(0)) == #"{"offset":0}"#)
        #expect(try decode(PageOffset(15, count: 3)) == PageOffset(15, count: 3))
        #expect(try decode(PageOffset(0)) == PageOffset(0))
    }

    @Test(arguments: [
        (#""itemsBefore":40"#, #""itemsBefore":-1"#), ("40", "9223372036854775807"),
        (#""number":2"#, #""number":9223372036854775807"#),
        (#""number":2"#, #""number":-9223372036854775808"#),
    ])
    func numberThatNoListHasIsRefused(part: String, other: String) throws {
        let key = PageNumber(number: 2, itemsBefore: 40)
        #expect(throws: DecodingError.self) { try decode(key, replacing: part, with: other) }
    }

    @Test(arguments: [("15", "-1"), ("15", "9223372036854775807"), ("3", "0"), ("3", "-1")])
    func offsetThatNoListHasIsRefused(part: String, other: String) throws {
        let key = PageOffset(15, count: 3)
        #expect(throws: DecodingError.self) { try decode(key, replacing: part, with: other) }
    }

    /// Returns the key of the second page of a list.
    private func nextKey(of body: String) throws -> HTTPPageKey {
        let url = try #require(URL(string: "http://h/list"))
        let reader = try PageReader(
            JSONText(Data(body.utf8)), ResponseLinks(nil as String?, relativeTo: url), url: url, start: url,
            key: nil, items: nil, next: .detected)
        return try #require(try reader.keys().next)
    }

    @Test(arguments: [
        (#""_0":2"#, #""_0":9223372036854775807"#), (#""_0":2"#, #""_0":-9223372036854775808"#),
        (#""itemsBefore":4"#, #""itemsBefore":-1"#),
        (#""itemsBefore":4"#, #""itemsBefore":9223372036854775807"#),
        (#""firstNumber":1"#, #""firstNumber":-9223372036854775808"#),
        (#""firstOffset":0"#, #""firstOffset":9223372036854775807"#),
        (#""pageSize":4"#, #""pageSize":0"#), (#""pageSize":4"#, #""pageSize":9223372036854775807"#),
        (#""total":30"#, #""total":-1"#), (#""pages":8"#, #""pages":-9223372036854775808"#),
        (#""steps":0"#, #""steps":9223372036854775807"#), (#""steps":0"#, #""steps":-1"#),
        (#""period":2"#, #""period":9223372036854775807"#), (#""period":2"#, #""period":0"#),
        (#""emptyCount":0"#, #""emptyCount":9223372036854775807"#),
    ])
    func numberOfAnHTTPKeyThatNoListHasIsRefused(part: String, other: String) throws {
        let items = (1...4).map { "{\"id\":\($0)}" }.joined(separator: ",")
        let key = try nextKey(of: "{\"items\":[\(items)],\"total\":30,\"page\":1,\"pages\":8,\"per_page\":4}")
        #expect(try decode(key) == key)
        let error = #expect(throws: DecodingError.self) { try decode(key, replacing: part, with: other) }
        guard case .dataCorrupted? = error else { throw try #require(error) }
    }

    @Test(arguments: [("8", "-8"), ("8", "9223372036854775807"), ("9", "9223372036854775807")])
    func offsetOfAnHTTPKeyThatNoListHasIsRefused(part: String, other: String) throws {
        let key = HTTPPageKey(.offset(8, end: 9))
        #expect(try decode(key) == key)
        #expect(throws: DecodingError.self) { try decode(key, replacing: part, with: other) }
    }

    /// A list may begin at the largest number, and be continued.
    @Test func keysAfterTheLargestNumberOfARequestAreRead() throws {
        let largest = URL.queryNumbers.upperBound
        for key in [HTTPPageKey.page(largest + 1000), .page(-1), .offset(largest + 1000)] {
            #expect(try decode(key) == key)
        }
        var key = HTTPPageKey.page(largest)
        key.itemsBefore = Int.max / 4 + 1000
        #expect(try decode(key).itemsBefore == key.itemsBefore)
    }
}
