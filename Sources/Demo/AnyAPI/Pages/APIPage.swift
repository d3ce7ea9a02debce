import Flux
import Foundation

/// A page of an API: its items, and what may name the next page.
struct APIPage: Sendable {
    /// The URL of the response, after redirects.
    let url: URL
    let items: [AnyItem]
    private let body: JSONValue
    private let linkHeader: String?

    /// Makes a page from a response.
    ///
    /// - Parameters:
    ///   - body: The JSON.
    ///   - url: The URL of the response.
    ///   - linkHeader: The `Link` header.
    ///   - itemsPath: The path of the items; `nil` if the body is the array.
    ///   - fields: The fields of an item that are shown.
    init(
        _ body: JSONValue, from url: URL, linkHeader: String? = nil, itemsAt itemsPath: JSONPath?,
        fields: ItemFields
    ) throws(APIError) {
        self.url = url
        self.body = body
        self.linkHeader = linkHeader
        do throws(JSONMismatch) {
            items = try Self.items(in: body, at: itemsPath ?? JSONPath(steps: []), fields, relativeTo: url)
        } catch {
            throw .notAPage(url, reason: error.description)
        }
    }

    /// The next page in the `Link` header.
    var linked: PageLinks {
        PageLinks(next: PageLinks(header: linkHeader, relativeTo: url).next)
    }

    /// Returns the next page in a field of the body. A missing field, null and an empty text are the end.
    func linked(at path: JSONPath) throws(APIError) -> PageLinks {
        guard let found = try value(at: path) else { return PageLinks(next: nil) }
        guard case .text(let text) = found else {
            throw .notAPage(url, reason: "\(path.quoted) is \(found.kind), not the URL of the next page")
        }
        if text.isEmpty { return PageLinks(next: nil) }
        guard let next = URL(string: text, relativeTo: url)?.absoluteURL else {
            throw .notAPage(url, reason: "\(path.quoted) is not a URL")
        }
        return PageLinks(next: next)
    }

    /// Returns the cursor of the next page. A missing field, null and an empty text are the end.
    func cursor(at path: JSONPath) throws(APIError) -> String? {
        guard let found = try value(at: path) else { return nil }
        guard let cursor = ItemID(found)?.description else {
            throw .notAPage(url, reason: "\(path.quoted) is \(found.kind), not a cursor")
        }
        return cursor.isEmpty ? nil : cursor
    }

    private func value(at path: JSONPath) throws(APIError) -> JSONValue? {
        do throws(JSONMismatch) {
            return try body.value(at: path)
        } catch {
            throw .notAPage(url, reason: error.description)
        }
    }

    private static func items(
        in body: JSONValue, at path: JSONPath, _ fields: ItemFields, relativeTo url: URL
    ) throws(JSONMismatch) -> [AnyItem] {
        guard let found = try body.value(at: path) else { throw JSONMismatch("no \(path.quoted)") }
        guard case .array(let values) = found else {
            let hint = path.steps.isEmpty ? "; name the array with --items" : ""
            throw JSONMismatch("\(path.quoted) is \(found.kind), not an array of items\(hint)")
        }
        var items: [AnyItem] = []
        for (index, value) in values.enumerated() {
            do throws(JSONMismatch) {
                items.append(try fields.item(value, relativeTo: url))
            } catch {
                throw JSONMismatch("the item at \(path.item(index).quoted): \(error)")
            }
        }
        return items
    }
}
