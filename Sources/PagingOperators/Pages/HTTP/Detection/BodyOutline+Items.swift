import FluxLoading
import Foundation

extension BodyOutline {
    /// Returns the path of the items.
    func items(in body: JSONText, of url: URL) throws(HTTPPageError) -> JSONPath {
        if body.kind == .array { return itemsBesideCounts ?? .body }
        func failure(_ reason: HTTPPageError.ItemsFailure) -> HTTPPageError {
            HTTPPageError(url: url, reason: .items(reason))
        }
        if let rows { return rows.path }
        let all = nearArrays.filter { !Self.namesErrors($0) && !isBesideNodes($0) }
        let main = all.filter { !Self.isSecondary($0) }
        let arrays = main.isEmpty ? all : main
        let objects = arrays.filter { $0.value.firstElementKind == .object }
        let empty = arrays.filter { $0.value.firstElementKind == nil }
        let named = empty.filter { Self.namesItems($0) }
        if objects.count == 1, named.isEmpty { return objects[0].path }
        let values = arrays.filter {
            Self.namesItems($0) && ![.object, nil].contains($0.value.firstElementKind)
        }
        // Values with a usual name, rather than no items with another one.
        if objects.isEmpty, named.isEmpty, !empty.isEmpty, values.count == 1 { return values[0].path }
        if objects.isEmpty, empty.count == 1 || named.count == 1 { return (named.first ?? empty[0]).path }
        let tied = objects + (objects.isEmpty ? empty : named)
        if tied.count > 1, Set(tied.map(\.path)).count == 1 {
            throw failure(.notFound(description: "\(tied[0].path.quoted) appears \(tied.count) times"))
        }
        let choices = (tied.isEmpty ? arrays : tied).map(\.path)
        if choices.count > 1 { throw failure(.ambiguous(choices)) }
        if let path = choices.first { return path }
        if let message = ServerMessage.ofFailure(in: body) { throw failure(.refused(message: message)) }
        if let field = fields.first(where: { $0.value.kind == .null && Self.namesItems($0) }) {
            return field.path
        }
        if let total = totalOfNothing { return total.parent.appending("items") }
        if let message = ServerMessage.instead(ofItemsIn: body) { throw failure(.refused(message: message)) }
        let rest = rest.map { "; \($0) was not searched" } ?? ""
        throw failure(
            .notFound(description: "the body is \(body.kind.named) without an array of items\(rest)"))
    }

    /// The number of all items, if it says that there are none. Google Books leaves their array out then.
    private var totalOfNothing: Field? {
        let totals = fields.filter { PageSign.names(.total).contains($0.plain) }
        return rest == nil && totals.allSatisfy { $0.value.count == 0 } ? totals.first : nil
    }

    /// The arrays of the first levels, unless none of them may have the items.
    private var nearArrays: [Field] {
        let near = arrays.filter { $0.path.steps.count <= Self.nearDepth }
        let hasItems = near.contains {
            $0.value.firstElementKind == .object || $0.value.firstElementKind == nil && Self.namesItems($0)
        }
        return hasItems ? near : arrays
    }

    /// Whether this has the edges of a GraphQL connection that also has its nodes.
    private func isBesideNodes(_ field: Field) -> Bool {
        field.name == "edges"
            && arrays.contains { $0.path == field.parent.appending("nodes") && $0.path != field.path }
    }

    // MARK: Tables

    /// The rows of a table that are arrays, beside the names of its columns.
    private var rows: Field? {
        arrays.first { field in
            Self.namesItems(field) && field.value.firstElementKind == .array && columns(of: field.path) != nil
        }
    }

    /// Returns the path of the names of the columns of a table's rows, if these are arrays.
    func columns(of rows: JSONPath) -> JSONPath? {
        guard let table = arrays.first(where: { $0.path == rows }), table.value.firstElementKind == .array
        else { return nil }
        return arrays.first { field in
            field.parent == table.parent
                && ["columns", "fields", "header", "headers", "columnnames", "cols"].contains(field.plain)
                && [.string, .object].contains(field.value.firstElementKind)
        }?.path
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
