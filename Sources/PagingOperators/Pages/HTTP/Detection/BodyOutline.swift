import FluxLoading
import Foundation

/// The fields of a body that are not within arrays, and what those with usual names may be. A body that is an
/// array of an object with counts and the items, as the World Bank has it, counts as an object of these two.
struct BodyOutline {
    /// A field of the body.
    struct Field {
        let path: JSONPath
        let value: JSONText
        /// The name in lower case without separators.
        let plain: String

        init(path: JSONPath, value: JSONText) {
            self.path = path
            self.value = value
            plain = path.steps.last?.plain ?? ""
        }

        var name: String { path.steps.last ?? "" }

        /// Whether the value looks like an address.
        var hasAddress: Bool { value.string.map(\.looksLikeAddress) ?? false }

        /// The path of the object that has the field.
        var parent: JSONPath { path.prefix(path.steps.count - 1) }
    }

    /// The number of levels within which all fields are looked at; deeper ones only beside the items.
    static let nearDepth = 4
    private static let maximumDepth = 32
    private static let maximumCount = 1000

    /// The URL of the response, if known.
    let url: URL?
    /// Outer fields first, in the order of the body.
    private(set) var fields: [Field] = []
    /// What was not looked at, if there is such.
    private(set) var rest: String?
    /// The path of the items of a body that is such an array.
    private(set) var itemsBesideCounts: JSONPath?
    private var index = FieldIndex<JSONPath>()

    init(_ body: JSONText, at url: URL? = nil) {
        self.url = url
        var level = body.kind == .object ? [Field(path: .body, value: body)] : []
        if body.hasCountsAndItems {
            for (number, element) in body.elements.enumerated() {
                add(Field(path: .body.item(number), value: element))
            }
            level = [fields[0]]
            itemsBesideCounts = fields[1].path
        }
        for depth in 0...Self.maximumDepth where !level.isEmpty {
            if depth == Self.maximumDepth {
                rest = "what is nested more than \(depth) levels deep"
            } else if fields.count >= Self.maximumCount {
                rest = "what is nested more than \(depth) levels deep, beside \(fields.count) fields"
            }
            if rest != nil { return }
            var next: [Field] = []
            for field in level where next.count < Self.maximumCount {
                for member in field.value.members.prefix(Self.maximumCount) {
                    next.append(Field(path: field.path.appending(member.name), value: member.value))
                }
            }
            for field in next { add(field) }
            level = next.filter { $0.value.kind == .object }
        }
    }

    private mutating func add(_ field: Field) {
        index.add(fields.count, of: field.parent, named: field.plain)
        fields.append(field)
    }

    // MARK: Looking fields up

    /// Returns the fields of an object with one of some names, in the order of the body.
    ///
    /// - Parameters:
    ///   - parent: The path of the object.
    ///   - names: The names in lower case without separators.
    /// - Complexity: O(1) for each of them, however many fields the body has.
    func fields(of parent: JSONPath, named names: [String]) -> [Field] {
        index.positions(of: parent, named: names).map { fields[$0] }
    }

    /// Returns the fields at a path, of which there are several if a name is repeated.
    ///
    /// - Complexity: O(1) for each of them, however many fields the body has.
    func fields(at path: JSONPath) -> [Field] {
        guard let name = path.steps.last else { return [] }
        let parent = path.prefix(path.steps.count - 1)
        return fields(of: parent, named: [name.plain]).filter { $0.name == name }
    }

    /// Whether the body is a list in the manner of Stripe.
    var isList: Bool { fields(at: "object").contains { $0.value.string == "list" } }

    /// Whether a field beside another indicates a next page.
    func saysMore(beside field: Field) -> Bool {
        fields(of: field.parent, named: PageSign.names(.more(when: true))).contains {
            $0.value.flag(named: $0.plain) == true
        }
    }

    // MARK: Items

    /// The arrays of the body.
    var arrays: [Field] { fields.filter { $0.value.kind == .array } }

    /// Whether a field is usually that of the items.
    static func namesItems(_ field: Field) -> Bool {
        [
            "items", "results", "result", "data", "rows", "records", "entries", "list", "values", "content",
            "objects", "hits", "docs", "nodes", "elements", "value",
        ].contains(field.name.lowercased())
    }

    /// Whether a field is usually beside the items, or within what is, or has the links of the list.
    static func isSecondary(_ field: Field) -> Bool {
        if field.plain.hasSuffix("links"), field.value.kind == .array,
            field.value.linkAddress(to: ["next", "prev", "previous"]) != nil
        {
            return true
        }
        return field.path.steps.contains {
            [
                "links", "_links", "link", "warnings", "messages", "included", "includes", "facets",
                "aggregations", "mapping", "hydra:mapping",
            ]
            .contains($0.lowercased())
        }
    }

    /// Whether a field has links, and never the items.
    static func namesLinks(_ field: Field) -> Bool {
        field.path.steps.contains { ["links", "_links", "link"].contains($0.lowercased()) }
    }

    /// Whether a field has the errors of a request, and never the items.
    static func namesErrors(_ field: Field) -> Bool {
        field.path.steps.contains { ["errors", "error", "warnings"].contains($0.lowercased()) }
    }
}

extension JSONText {
    /// Whether this is an array of an object with counts and an array, such as
    /// `[{"page":1,"pages":7,"total":304},[{"id":1}]]`. Null stands for no items.
    fileprivate var hasCountsAndItems: Bool {
        let elements = elements
        guard elements.count == 2, let counts = elements.first, let items = elements.last,
            counts.kind == .object, items.kind == .array || items.kind == .null
        else { return false }
        let names = PageSign.names(.total) + PageSign.names(.pages)
        return counts.members.contains { names.contains($0.name.plain) && $0.value.integer != nil }
    }
}

extension String {
    /// Whether this looks like the address of a page, and not like a cursor.
    var looksLikeAddress: Bool {
        if isBase64 { return false }
        if ["/", "?", "./", "../"].contains(where: { hasPrefix($0) }) { return true }
        // A reference such as list?page=2 (RFC 3986 §4.2)
        if wholeMatch(of: /[A-Za-z0-9._~%\/-]+\?[^\s=?#]+=\S*\s*/) != nil { return true }
        let start = prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }

    /// Whether this is Base64 (RFC 4648 §4) that is no path, because it has a plus or is padded.
    private var isBase64: Bool {
        guard hasPrefix("/"), utf8.count.isMultiple(of: 4), hasSuffix("=") || contains("+") else {
            return false
        }
        return wholeMatch(of: /[A-Za-z0-9+\/]+={0,2}/) != nil
    }
}
