import Flux
import Foundation

// A source for each way to find the next page.
extension APIClient {
    func pages(linkedBy links: @escaping @Sendable (APIPage) throws(APIError) -> PageLinks)
        -> LinkedPages<AnyItem, APIError>
    {
        LinkedPages(first: options.url) { (url) async throws(APIError) in
            let response = try await page(at: url)
            return LinkedItems(response.items, links: try links(response))
        }
    }

    func pages(
        cursorAt path: JSONPath, parameter: String, perPage: Int
    ) -> CursorPages<String, AnyItem, APIError> {
        CursorPages(perPage: perPage) { (cursor, size) async throws(APIError) in
            let response = try await page(at: address(parameter, cursor, size: size))
            return Page(response.items, next: try response.cursor(at: path))
        }
    }

    func pages(since parameter: String, perPage: Int) -> KeysetPages<AnyItem, ItemID, APIError> {
        KeysetPages(by: \.id, perPage: perPage) { (since, size) async throws(APIError) in
            try await page(at: address(parameter, since, size: size)).items
        }
    }

    /// Makes a source whose first page number is that in the URL, or 1.
    func pages(numbered parameter: String, perPage: Int) -> NumberPages<AnyItem, APIError> {
        let first = options.url.number(inQuery: parameter) ?? 1
        return NumberPages(size: perPage, first: first) {
            (number, size) async throws(APIError) -> [AnyItem] in
            try await page(at: address(parameter, number, size: size)).items
        }
    }

    /// Makes a source whose first offset is that in the URL, or 0.
    func pages(offset parameter: String, perPage: Int) -> OffsetPages<AnyItem, APIError> {
        let first = options.url.number(inQuery: parameter) ?? 0
        return OffsetPages(limit: perPage) { (offset, size) async throws(APIError) -> [AnyItem] in
            try await page(at: address(parameter, first + offset, size: size)).items
        }
    }

    private func address(_ parameter: String, _ value: (some CustomStringConvertible)?, size: Int) -> URL {
        var url = options.url
        if let value { url = url.setting(parameter, to: value) }
        if let name = options.sizeParameter { url = url.setting(name, to: size) }
        return url
    }
}
