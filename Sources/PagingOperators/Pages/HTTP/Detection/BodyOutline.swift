/// The fields of a body that are not within arrays, and what those with usual names may be.
struct BodyOutline {
    /// A field of the body.
    struct Field {
        let path: JSONPath
        let value: JSONText

        var name: String { path.steps.last ?? "" }
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

    /// Whether a field is usually beside the items.
    static func isSecondary(_ field: Field) -> Bool {
        ["links", "_links", "link", "errors", "warnings", "messages", "included", "facets", "aggregations"]
            .contains(field.name.lowercased())
    }

    // MARK: The next page

    /// The fields for the next page, the likeliest first.
    var nextFields: [Field] {
        Self.nextNames.flatMap { name in
            fields.filter { $0.name.plain == name && !isIndirect($0) || isLinkObject($0, name) }
        }
    }

    /// Whether the value is an object, whose own field has the address.
    private func isIndirect(_ field: Field) -> Bool {
        field.value.kind == .object || field.value.kind == .array
    }

    /// Whether this is the address of a link such as `_links.next.href`.
    private func isLinkObject(_ field: Field, _ name: String) -> Bool {
        ["href", "url"].contains(field.name) && name == "next" && field.path.steps.dropLast().last == "next"
    }

    /// What a field for the next page has, by its value or, where that is null, by its name.
    static func kind(of field: Field) -> Kind {
        let namesAddress = ["url", "link", "href", "uri"].contains { field.name.plain.hasSuffix($0) }
        guard let text = field.value.string, !text.isEmpty else {
            return namesAddress || field.name == "next" && field.value.kind != .number ? .address : .cursor
        }
        let isAddress = ["http://", "https://", "/", "?"].contains { text.hasPrefix($0) }
        return namesAddress || isAddress ? .address : .cursor
    }

    /// Names in lower case without separators.
    private static let nextNames = [
        "nexturl", "nextpageurl", "nextlink", "nextpagelink", "nexthref", "nexturi", "odata.nextlink",
        "nextrecordsurl", "next", "nextcursor", "nextpagetoken", "nexttoken", "nextpage", "after",
        "endcursor",
        "nextpagecursor", "continuation", "continuationtoken", "nextmaxid", "nextmarker", "nextoffset",
        "nextsince", "cursor", "bookmark",
    ]

    // MARK: Counts

    var total: Field? {
        number([
            "total", "totalcount", "totalresults", "totalitems", "totalelements", "numfound", "totalentries",
            "totalrecords", "totalsize", "totalhits", "count",
        ])
    }

    var pages: Field? {
        number(["pages", "totalpages", "pagecount", "lastpage", "numpages", "nbpages", "pagestotal"])
    }

    var pageNumber: Field? { number(["page", "currentpage", "pagenumber", "pageno", "pageindex", "number"]) }

    var offset: Field? { number(["offset", "skip", "startindex", "startat", "start", "from"]) }

    var hasMore: Field? {
        fields.first {
            ["hasmore", "hasnext", "hasnextpage", "more"].contains($0.name.plain) && $0.value.boolean == true
        }
    }

    private func number(_ names: [String]) -> Field? {
        names.lazy.compactMap { name in
            fields.first { $0.name.plain == name && $0.value.number?.integer != nil }
        }
        .first
    }
}

extension String {
    /// The name in lower case without separators.
    fileprivate var plain: String { lowercased().filter { $0 != "_" && $0 != "-" && $0 != "@" } }
}
