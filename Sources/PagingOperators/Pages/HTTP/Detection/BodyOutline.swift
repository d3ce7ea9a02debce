import FluxLoading

/// The fields of a body that are not within arrays, and what those with usual names may be.
struct BodyOutline {
    /// A field of the body.
    struct Field {
        let path: JSONPath
        let value: JSONText

        var name: String { path.steps.last ?? "" }

        /// The path of the object that has the field.
        var parent: JSONPath { path.prefix(path.steps.count - 1) }
    }

    /// What a field for the next page has.
    enum Kind: Hashable {
        case address
        case cursor
    }

    private static let maximumDepth = 4
    private static let maximumCount = 1000

    /// Outer fields first, in the order of the body.
    private(set) var fields: [Field] = []

    init(_ body: JSONText) {
        var level = body.kind == .object ? [Field(path: .body, value: body)] : []
        for _ in 0..<Self.maximumDepth where fields.count < Self.maximumCount {
            level = level.flatMap { field in
                field.value.members.prefix(Self.maximumCount).map {
                    Field(path: field.path.appending($0.name), value: $0.value)
                }
            }
            fields += level
            level = level.filter { $0.value.kind == .object }
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

    /// Whether a field is usually beside the items, or within what is.
    static func isSecondary(_ field: Field) -> Bool {
        field.path.steps.contains {
            [
                "links", "_links", "link", "warnings", "messages", "included", "includes", "facets",
                "aggregations",
            ]
            .contains($0.lowercased())
        }
    }

    /// Whether a field has the errors of a request, and never the items.
    static func namesErrors(_ field: Field) -> Bool {
        field.path.steps.contains { ["errors", "error", "warnings"].contains($0.lowercased()) }
    }

    // MARK: The next page

    /// The fields for the next page, the likeliest first.
    var nextFields: [Field] {
        let fields = fields.filter { $0.value.kind != .boolean }
        var found: [Field] = []
        for name in Self.nextNames {
            found += fields.filter { $0.name.plain == name && !isIndirect($0) || isLinkObject($0, name) }
        }
        return found + linkLists + fields.filter(isOpaqueOffset) + fields.filter(isContinuation)
    }

    /// Whether the value is an object, whose own field has the address.
    private func isIndirect(_ field: Field) -> Bool {
        field.value.kind == .object || field.value.kind == .array
    }

    /// Whether this is the address of a link such as `_links.next.href` or, as Asana has it, `next_page.uri`.
    private func isLinkObject(_ field: Field, _ name: String) -> Bool {
        JSONText.linkNames.contains(field.name) && ["next", "nextpage"].contains(name)
            && field.path.steps.dropLast().last?.plain == name
    }

    /// Whether this is a cursor by the name of an offset, as that of Airtable.
    private func isOpaqueOffset(_ field: Field) -> Bool {
        field.path == "offset" && field.value.kind == .string && field.value.integer == nil
    }

    /// Whether this is the parameter of a continuation such as `continue.apcontinue`, as MediaWiki has it, or
    /// `metadata.continue`, as Kubernetes has it.
    private func isContinuation(_ field: Field) -> Bool {
        if isIndirect(field) { return false }
        if field.name == "continue" { return field.path == "metadata.continue" }
        return field.path.steps.count == 2 && field.path.steps[0] == "continue"
            && field.name.hasSuffix("continue")
    }

    /// The arrays of links of which one is to the next page, as FHIR, PayPal and Collection+JSON have them.
    private var linkLists: [Field] {
        arrays.filter {
            ["link", "links"].contains($0.name.plain) && $0.value.linkAddress(to: ["next"]) != nil
        }
    }

    /// What a field for the next page has, by its value or, where that is null, by its name.
    static func kind(of field: Field) -> Kind {
        if field.value.kind == .array { return .address }
        let namesAddress = ["url", "link", "href", "uri"].contains { field.name.plain.hasSuffix($0) }
        guard let text = field.value.string, !text.isEmpty else {
            return namesAddress || field.name == "next" && field.value.kind != .number ? .address : .cursor
        }
        let isAddress = ["http://", "https://", "/", "?"].contains { text.hasPrefix($0) }
        return namesAddress || isAddress ? .address : .cursor
    }

    /// Names in lower case without separators.
    private static let nextNames = [
        "nexturl", "nextpageurl", "nextlink", "nextpagelink", "nexthref", "nexturi", "nextpageuri",
        "odata.nextlink", "nextrecordsurl", "next", "nextcursor", "nextpagetoken", "nexttoken", "nextpage",
        "after",
        "endcursor", "aftercursor", "nextpagecursor", "continuation", "continuationtoken", "nextmaxid",
        "nextmarker", "nextoffset", "nextpagestart", "nextstart", "nextsince", "cursor", "bookmark",
    ]
}

extension String {
    /// The name in lower case without separators.
    var plain: String { lowercased().filter { $0 != "_" && $0 != "-" && $0 != "@" } }
}
