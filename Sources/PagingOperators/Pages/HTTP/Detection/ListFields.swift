import FluxLoading

/// The fields of a body that describe the list of its items: those beside the items, beside an object that has them, and
/// in the objects there that are usual for it, such as `meta` and `pagination`.
struct ListFields {
    private let fields: [BodyOutline.Field]
    /// The number of items of the page.
    private let count: Int

    init(_ outline: BodyOutline, items: JSONPath, count: Int) {
        fields = outline.fields.filter { field in
            let parent = field.parent.steps
            let shared = Swift.zip(parent, items.steps).prefix { $0 == $1 }.count
            let places =
                field.name == "value" && parent.last?.plain == "total" ? parent.dropLast() : parent[...]
            return places.dropFirst(shared).allSatisfy { Self.places.contains($0.plain) }
        }
        self.count = count
    }

    private static let places: Set = [
        "meta", "metadata", "pagination", "paging", "pager", "paginator", "page", "pageable", "pageinfo",
        "info",
        "resultinfo", "responsemetadata", "searchmetadata", "cursors", "items", "d", "response",
    ]

    /// The largest number that is read, whose sum with others does not overflow.
    private static let largest = 1_000_000_000_000

    // MARK: Counts

    /// The number of all items, which is not less than those of the page.
    var total: BodyOutline.Field? { certainTotal ?? number(["count"]) { $0 >= count } }

    /// The number of all items, unless it is equal to those of the page and by its name may be their number.
    var certainTotal: BodyOutline.Field? {
        let total = number(Self.totalNames) { $0 >= count } ?? totalObject
        return total ?? number(["count"]) { $0 > count }
    }

    private static let totalNames = [
        "total", "totalcount", "totalresults", "totalitems", "totalelements", "numfound", "totalentries",
        "recordsfiltered", "totalrecords", "totalsize", "totalhits", "nbhits", "totalrows", "recordstotal",
        "odata.count",
    ]

    /// A number such as `hits.total.value`.
    private var totalObject: BodyOutline.Field? {
        fields.first {
            $0.name == "value" && $0.path.steps.dropLast().last?.plain == "total"
                && $0.value.integer ?? -1 >= count
        }
    }

    var pages: BodyOutline.Field? {
        number(["pages", "totalpages", "pagecount", "lastpage", "numpages", "nbpages", "pagestotal"]) {
            $0 >= 0
        }
    }

    /// The largest number of items of a page, whose product with the number of a page does not overflow.
    static let largestPage = 1_000_000

    /// The number of items that a page has.
    var pageSize: Int? {
        let names = [
            "perpage", "pagesize", "itemsperpage", "hitsperpage", "pagelen", "maxresults", "limit", "size",
        ]
        return number(names) { $0 >= max(1, count) && $0 <= Self.largestPage }?.value.integer
    }

    var pageNumber: BodyOutline.Field? {
        number(["page", "currentpage", "pagenumber", "pageno", "pageindex", "number"]) { _ in true }
    }

    var offset: BodyOutline.Field? {
        number(["offset", "skip", "startindex", "startat", "start", "from"]) { $0 >= 0 }
    }

    private func number(_ names: [String], _ condition: (Int) -> Bool) -> BodyOutline.Field? {
        for name in names {
            let found = fields.first {
                $0.name.plain == name && $0.value.integer.map { $0 <= Self.largest && condition($0) } ?? false
            }
            if let found { return found }
        }
        return nil
    }

    // MARK: Next pages

    /// The fields that by their names may lead to a next page, in whatever way.
    var likelyNext: [BodyOutline.Field] {
        fields.filter { field in
            let name = field.name.plain
            return !field.value.isEnd && field.value.kind != .boolean
                && (name.hasPrefix("next") || name.contains("cursor") || name == "lastevaluatedkey")
        }
    }

    // MARK: Flags

    /// The field that says whether there is a next page.
    var flag: PageFlag? {
        flag(
            [
                "hasmore", "hasnext", "hasnextpage", "hasmorepages", "moreavailable", "istruncated", "more",
                "next",
            ], true)
            ?? flag(["islastpage", "islast", "last", "done"], false)
    }

    private func flag(_ names: [String], _ meansMore: Bool) -> PageFlag? {
        names.lazy.compactMap { name in
            fields.first { $0.name.plain == name && $0.value.kind == .boolean }
        }
        .first.map { PageFlag(path: $0.path, meansMore: meansMore) }
    }
}

/// A field that says whether there is a next page.
struct PageFlag: Hashable, Sendable, Codable {
    let path: JSONPath
    /// The value with which there is a next page.
    let meansMore: Bool

    /// Returns whether there is a next page, or `nil` if the field is missing.
    func saysMore(in body: JSONText) -> Bool? {
        (try? body.value(at: path))?.boolean.map { $0 == meansMore }
    }
}
