import Foundation

@testable import FluxLoading
@testable import PagingOperators

extension FuzzTarget {
    /// The query of an address, a `Link` header, and a body: detection, items and keys of a first page, and
    /// the same body once more as the pages before and after it.
    static let page = FuzzTarget("page") { data in
        let (lines, rest) = data.cutLines(2)
        guard let url = URL(string: "http://example.org/list?\(lines[0])"), let body = try? JSONText(rest)
        else { return }
        guard let first = try? reader(body, lines[1], url, key: nil) else { return }
        guard let keys = try? first.keys() else { return }
        expect(first.keptItems.count <= first.items.count, "more items than there are")
        _ = (first.total, first.itemsBefore)
        for key in [keys.previous, keys.next].compactMap(\.self) {
            _ = (key.description, key.hashValue)
            guard let page = try? reader(body, lines[1], url, key: key) else { continue }
            _ = (page.keptItems.count, page.total, page.itemsBefore, try? page.keys())
        }
    }

    private static func reader(
        _ body: JSONText, _ links: String, _ url: URL, key: HTTPPageKey?
    ) throws(HTTPPageError) -> PageReader {
        try PageReader(
            body, ResponseLinks(links, relativeTo: url), url: url, start: url, key: key, items: nil,
            next: .detected)
    }
}
