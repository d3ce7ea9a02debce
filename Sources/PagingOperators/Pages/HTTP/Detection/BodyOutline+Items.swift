import FluxLoading
import Foundation

extension BodyOutline {
    /// Returns the path of the items.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - url: The URL of the response.
    ///   - isEmpty: Whether a header field states that there are no items.
    func items(in body: JSONText, of url: URL, isEmpty: Bool = false) throws(HTTPPageError) -> JSONPath {
        if body.kind == .array { return itemsBesideCounts ?? .body }
        func failure(_ reason: HTTPPageError.ItemsFailure) -> HTTPPageError {
            HTTPPageError(url: url, reason: .items(reason))
        }
        if let rows { return rows.path }
        let all = nearArrays.filter { !Self.namesErrors($0) && !isBesideNodes($0) }
        let ofNothing = totalsOfNothing
        let nothing = ofNothing.first
        let totals = TotalsOfNothing(ofNothing, beside: self.arrays)
        let arrays = main(of: all, totals).filter { array in
            !totals.fields(beside: array).contains { isNotItems(array, whereNoneAre: $0, totals) }
        }
        let objects = arrays.filter { $0.value.firstElementKind == .object }
        let empty = arrays.filter { $0.value.firstElementKind == nil }
        let named = empty.filter { Self.namesItems($0) }
        let values = arrays.filter {
            Self.namesItems($0) && ![.object, nil].contains($0.value.firstElementKind)
        }
        if named.isEmpty, let field = objects.count == 1 ? objects[0] : Self.usual(objects) {
            if !Self.namesItems(field) {
                let others = values.filter { isRival($0, of: field) }
                if !others.isEmpty { throw failure(.ambiguous(([field] + others).map(\.path))) }
            }
            return field.path
        }
        // Values with a usual name, rather than no items with another one.
        if objects.isEmpty, named.isEmpty, !empty.isEmpty, values.count == 1 { return values[0].path }
        if objects.isEmpty, empty.count == 1 || named.count == 1 { return (named.first ?? empty[0]).path }
        let tied = objects + (objects.isEmpty ? empty : named)
        if objects.isEmpty, isEmpty || nothing != nil, let field = tied.first { return field.path }
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
        if let nothing { return nothing.parent.appending("items") }
        throw failure(failureWithoutItems(body))
    }

    /// The failure of a body in which nothing is recognized.
    private func failureWithoutItems(_ body: JSONText) -> HTTPPageError.ItemsFailure {
        if let message = ServerMessage.instead(ofItemsIn: body) ?? ServerMessage.ofNestedFailure(in: body) {
            return .refused(message: message)
        }
        let rest = rest.map { "; \($0) was not searched" } ?? ""
        // It may be a text of the server's data: the URL may be that of a single item.
        // A text that is cut may end within a credential.
        let named = ServerMessage.named(in: body).flatMap {
            RequestOutcome($0) == .success || $0.hasSuffix("…") ? nil : $0
        }
        let message = named.map { ", but with the message: \($0)" } ?? ""
        return .notFound(
            description: "the body is \(body.kind.named) without an array of items\(message)\(rest)")
    }

    // MARK: Several arrays

    /// Whether an array with a usual name may be the items as well as the only array of objects, which has
    /// none: it is beside that, and has texts or numbers.
    private func isRival(_ values: Field, of objects: Field) -> Bool {
        values.parent == objects.parent && ["results", "result", "items", "data"].contains(values.plain)
            && [.string, .number].contains(values.value.firstElementKind)
    }

    /// Whether an array has what a search was made of, or by its name and its members settings such as the
    /// orders that a list is sorted by.
    private static func isOfSearch(_ field: Field) -> Bool {
        // PubMed
        if ["translationset", "translationstack"].contains(field.plain) { return true }
        guard ["sort", "order", "default"].contains(where: { field.plain.hasPrefix($0) }),
            field.value.firstElementKind == .object, let first = field.value.elements.first
        else { return false }
        let names = first.members.map(\.name.plain)
        return !names.isEmpty && names.allSatisfy { settingNames.contains($0) }
    }

    private static let settingNames: Set = [
        "by", "field", "property", "direction", "order", "asc", "desc", "ascending", "descending",
        "ignorecase", "nullhandling",
        // Google Calendar
        "method", "minutes",
    ]

    /// The one of several arrays of objects that has a usual name; of several of these the outermost.
    private static func usual(_ arrays: [Field]) -> Field? {
        let named = arrays.filter { namesItems($0) }
        let depth = named.map(\.path.steps.count).min()
        let outermost = named.filter { $0.path.steps.count == depth }
        return outermost.count == 1 ? outermost[0] : nil
    }

    /// The arrays, of some, that are likely to be the items: not what is usually beside these, nor what a
    /// search was made of, nor, beside another array of objects or an empty table, the columns of a table.
    /// - Parameter totals: The totals that state that there are no items.
    private func main(of all: [Field], _ totals: TotalsOfNothing) -> [Field] {
        var arrays = all
        for isAside in [Self.isSecondary, Self.isOfSearch] {
            let main = arrays.filter { !isAside($0) }
            if !main.isEmpty { arrays = main }
        }
        let others = arrays.filter { !Self.namesColumns($0) }
        let hasRows = others.contains { other in
            switch other.value.firstElementKind {
            case .object: true
            // The fields of a form may be beside any empty array.
            case nil: Self.namesRows(other) || !totals.fields(beside: other).isEmpty
            default: false
            }
        }
        return hasRows ? others : arrays
    }

    /// Whether an array has elements that are not the items, where a total states that there are no items.
    /// Such an array is usual beside items, is in an object without the total, or has the filters of a search
    /// beside an empty array.
    private func isNotItems(_ array: Field, whereNoneAre total: Field, _ totals: TotalsOfNothing) -> Bool {
        if array.value.firstElementKind == nil || Self.namesItems(array) { return false }
        // SCIM has the names of its schemas beside the number.
        let isOfSchemas = array.plain == "schemas" && array.value.firstElementKind == .string
        return Self.isSecondary(array) || Self.namesColumns(array) || isOfSchemas
            || Self.namesFilters(array) && totals.isBesideItems(total)
            || !total.parent.steps.starts(with: array.parent.steps)
    }

    /// Whether an array usually has what a search may be filtered or sorted by.
    private static func namesFilters(_ field: Field) -> Bool {
        [
            "filters", "availablefilters", "appliedfilters", "activefilters", "refinements", "sort", "sorts",
            "sortoptions", "sortings", "breadcrumbs", "suggestions",
        ].contains(field.plain)
    }

    /// Whether an array is empty, and not one of something else than the items.
    fileprivate static func mayBeItems(_ field: Field) -> Bool {
        field.value.firstElementKind == nil && !namesErrors(field) && !isSecondary(field)
            && !namesFilters(field)
    }

    /// The number of all items, if it says that there are none. Google Books leaves their array out then.
    var totalOfNothing: Field? { totalsOfNothing.first }

    /// The numbers of all items of the body's lists, if each says that there are none. Beside a usual one, a
    /// count with another name may be that of a page's items.
    private var totalsOfNothing: [Field] {
        let usual = fields.filter { PageSign.names(.total).contains($0.plain) }
        let parents = Set(usual.map(\.parent))
        let totals =
            usual
            + fields.filter {
                !parents.contains($0.parent) && CountName.matches($0.name, items: nil)
            }
        return rest == nil && totals.allSatisfy { $0.value.count == 0 } ? totals : []
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
            && fields(at: field.parent.appending("nodes")).contains { $0.value.kind == .array }
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
        guard let table = fields(at: rows).first(where: { $0.value.kind == .array }),
            table.value.firstElementKind == .array
        else { return nil }
        return fields(of: table.parent, named: Self.columnNames).first { field in
            field.value.kind == .array && [.string, .object].contains(field.value.firstElementKind)
        }?.path
    }

    /// Whether a field is usually that of the rows of a table. Those of ArcGIS are features.
    private static func namesRows(_ field: Field) -> Bool { namesItems(field) || field.plain == "features" }

    private static func namesColumns(_ field: Field) -> Bool { columnNames.contains(field.plain) }

    private static let columnNames = ["columns", "fields", "header", "headers", "columnnames", "cols"]
}

/// The numbers of all items that say that there are none, by the objects whose items they may count.
private struct TotalsOfNothing {
    private let fields: [JSONPath: [BodyOutline.Field]]
    /// The paths of the arrays that may be items, and those of everything that they are in.
    private let places: Set<JSONPath>

    init(_ fields: [BodyOutline.Field], beside arrays: [BodyOutline.Field]) {
        self.fields = Dictionary(grouping: fields, by: \.scope)
        places = fields.isEmpty ? [] : arrays.filter(BodyOutline.mayBeItems).map(\.path).withParents
    }

    /// Returns those that are beside an array.
    func fields(beside array: BodyOutline.Field) -> [BodyOutline.Field] {
        if fields.isEmpty { return [] }
        return (0...array.path.steps.count).flatMap { fields[array.path.prefix($0)] ?? [] }
    }

    /// Whether one of them is beside an array that may be the items.
    func isBesideItems(_ total: BodyOutline.Field) -> Bool { places.contains(total.scope) }
}

extension JSONText {
    /// The type of the first element of an array; `nil` if it is empty.
    var firstElementKind: JSONKind? {
        withBytes { bytes in
            bytes.dropFirst().first { !$0.isJSONSpace }.flatMap {
                $0 == UInt8(ascii: "]") ? nil : JSONKind(firstByte: $0)
            }
        }
    }
}
