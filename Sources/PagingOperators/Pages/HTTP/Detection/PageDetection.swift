import Foundation

/// Where the items of an API are, and how its next page is found, as detected in a first response. A pure function.
package struct PageDetection: Sendable, Hashable {
    /// The path of the items.
    package var items: JSONPath

    /// How the next page is found; `single` if nothing was found.
    package var next: NextPageRule

    /// What was found and is not used, a phrase each.
    package var unused: [String] = []

    /// The fields that say that there is a next page, if a rule was looked for and not found.
    var evidence: [JSONPath] = []

    /// Detects what is not given.
    ///
    /// - Parameters:
    ///   - body: The body of the response.
    ///   - links: The links of its `Link` header.
    ///   - url: The URL of the response.
    ///   - start: The URL that was given for the first page.
    ///   - items: The path of the items; `nil` to detect it.
    ///   - next: The rule; `detected` to detect it.
    /// - Throws: If there are no items, or several arrays that may be.
    static func detect(
        _ body: JSONText, _ links: ResponseLinks, url: URL, start: URL, items: JSONPath?, next: NextPageRule
    ) throws(HTTPPageError) -> PageDetection {
        let outline = BodyOutline(body)
        let path: JSONPath
        if let items { path = items } else { path = try outline.items(in: body, of: url) }
        let count = (try? body.value(at: path))?.elements.count ?? 0
        let finder = NextPageFinder(outline: outline, links: links, start: start, items: path, count: count)
        let rule = next == .detected ? finder.rule : next
        return PageDetection(
            items: path, next: rule, unused: finder.unused(by: rule),
            evidence: next == .detected && rule == .single ? finder.evidence : [])
    }
}

extension PageDetection: CustomStringConvertible {
    /// What is used, in one line.
    package var description: String {
        let place = items == .body ? "items: the body" : "items at \(items.quoted)"
        return "\(place); next page: \(next)"
    }
}

extension BodyOutline {
    /// Returns the path of the items.
    fileprivate func items(in body: JSONText, of url: URL) throws(HTTPPageError) -> JSONPath {
        if body.kind == .array { return .body }
        let main = arrays.filter { !Self.isSecondary($0) }
        let arrays = main.isEmpty ? arrays : main
        let objects = arrays.filter { $0.value.firstElementKind == .object }
        let empty = arrays.filter { $0.value.firstElementKind == nil }
        let named = empty.filter { Self.namesItems($0) }
        if objects.count == 1, named.isEmpty { return objects[0].path }
        if objects.isEmpty, empty.count == 1 || named.count == 1 { return (named.first ?? empty[0]).path }
        let tied = objects + (objects.isEmpty ? empty : named)
        let choices = tied.isEmpty ? arrays : tied
        if choices.count == 1 { return choices[0].path }
        if choices.isEmpty, let field = fields.first(where: { $0.value.kind == .null && Self.namesItems($0) })
        {
            return field.path
        }
        let failure: HTTPPageError.ItemsFailure =
            choices.isEmpty
            ? .notFound(description: "the body is \(body.kind.named) without an array of items")
            : .ambiguous(choices.map(\.path))
        throw HTTPPageError(url: url, reason: .items(failure))
    }
}

extension JSONText {
    /// The type of the first element of an array; `nil` if it is empty.
    fileprivate var firstElementKind: JSONKind? {
        withBytes { bytes in
            bytes.dropFirst().first { !$0.isJSONSpace }.flatMap {
                $0 == UInt8(ascii: "]") ? nil : JSONKind(firstByte: $0)
            }
        }
    }
}
