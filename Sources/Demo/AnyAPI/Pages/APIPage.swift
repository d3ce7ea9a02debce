import Flux
import Foundation

/// One answer of an API: its items, and all that may lead on from it.
struct APIPage: Sendable {
    /// Where the answer came from, after redirections.
    let url: URL
    let items: [AnyItem]
    private let body: JSONValue
    private let linkHeader: String?

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - body: The JSON.
    ///   - url: Where it came from.
    ///   - linkHeader: The `Link` header.
    ///   - itemsPath: Where the items are; `nil` if the body is the array of them.
    ///   - fields: Which fields of an item are shown.
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

    /// The next page, as the `Link` header names it.
    var linked: PageLinks {
        PageLinks(next: PageLinks(header: linkHeader, relativeTo: url).next)
    }

    /// The next page, as a field of the body names it. No field, null and an empty text are the end.
    func linked(at path: JSONPath) throws(APIError) -> PageLinks {
        guard let found = try value(at: path) else { return PageLinks(next: nil) }
        guard case .text(let text) = found else {
            throw .notAPage(url, reason: "\(path.quoted) is \(found.kind), not the address of the next page")
        }
        if text.isEmpty { return PageLinks(next: nil) }
        guard let next = URL(string: text, relativeTo: url)?.absoluteURL else {
            throw .notAPage(url, reason: "\(path.quoted) is not an address")
        }
        return PageLinks(next: next)
    }

    /// The cursor of the next page. No field, null and an empty text are the end.
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
        guard let found = try body.value(at: path) else { throw JSONMismatch("there is no \(path.quoted)") }
        guard case .array(let values) = found else {
            let hint = path.steps.isEmpty ? "; --items says where the items are" : ""
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
