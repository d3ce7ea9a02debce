import FluxLoading
import Foundation

/// The fields of a body that describe the list of its items: those beside the items, beside an object that
/// has them, and in the objects there that are usual for it, such as `meta` and `pagination`.
struct ListFields {
    private let fields: [BodyOutline.Field]
    /// The number of the page and that of all pages in an object without usual names.
    private let paging: (number: BodyOutline.Field, pages: BodyOutline.Field)?
    /// The number of all items and that of those before the page, whose names have that of the items.
    private let named: (total: BodyOutline.Field, offset: BodyOutline.Field)?
    /// The offset and the number of items after the page of Bubble: `"cursor":0,"count":2,"remaining":1`.
    private let counted: (offset: BodyOutline.Field, remaining: BodyOutline.Field)?
    /// A total of which more items may exist: Elasticsearch counts up to 10,000 of them, Solr up to a number
    /// that the request states.
    private let lowerBound: BodyOutline.Field?
    private let items: JSONPath
    /// The number of the page.
    private(set) var pageNumber: BodyOutline.Field?
    /// The number of items before the page.
    private(set) var offset: BodyOutline.Field?
    /// The URL of the response, if known.
    private let url: URL?
    /// The number of items of the page.
    private let count: Int

    init(_ outline: BodyOutline, items: JSONPath, count: Int) {
        let all = outline.fields.filter {
            ($0.isBeside(items) || outline.counts($0, items)) && !$0.isAboutOther(than: items)
        }
        lowerBound = all.first { outline.isLowerBound($0) }
        let fields = all.filter { !outline.isLowerBound($0) }
        let paging = Self.paging(of: fields)
        self.fields = fields.filter { $0.path != paging?.pages.path }
        self.paging = paging
        named = Self.named(by: items, in: fields)
        counted = Self.counted(count, in: fields, of: outline.url)
        self.items = items
        url = outline.url
        self.count = count
        // Once, because they are read for each field for the next page.
        pageNumber = number(PageSign.names(.number)) { _ in true } ?? paging?.number ?? currentOfPages
        offset = number(PageSign.names(.offset)) { $0 >= 0 } ?? named?.offset ?? counted?.offset
    }

    private static func counted(
        _ count: Int, in fields: [BodyOutline.Field], of url: URL?
    ) -> (offset: BodyOutline.Field, remaining: BodyOutline.Field)? {
        let requested = url?.queryNumber("cursor") ?? 0
        guard let cursor = fields.first(where: { $0.name == "cursor" && $0.value.count == requested }) else {
            return nil
        }
        func number(_ name: String) -> BodyOutline.Field? {
            fields.first { $0.path == cursor.parent.appending(name) && $0.value.count != nil }
        }
        guard number("count")?.value.count == count, let remaining = number("remaining") else { return nil }
        return (cursor, remaining)
    }

    /// Returns the numbers of API-Football: `"results":20,"paging":{"current":1,"total":41}`.
    private static func paging(
        of fields: [BodyOutline.Field]
    ) -> (number: BodyOutline.Field, pages: BodyOutline.Field)? {
        func number(_ name: String, in parent: JSONPath) -> BodyOutline.Field? {
            fields.first { $0.path == parent.appending(name) && $0.value.count != nil }
        }
        guard let parent = fields.first(where: { $0.name == "paging" })?.path,
            fields.count(where: { $0.parent == parent }) == 2,
            number("results", in: parent.prefix(parent.steps.count - 1)) != nil,
            let current = number("current", in: parent), let total = number("total", in: parent)
        else { return nil }
        return (current, total)
    }

    /// Returns the numbers of MusicBrainz: `"release-count":95,"release-offset":0` beside `releases`.
    private static func named(
        by items: JSONPath, in fields: [BodyOutline.Field]
    ) -> (total: BodyOutline.Field, offset: BodyOutline.Field)? {
        guard let name = items.steps.last?.plain else { return nil }
        func number(_ suffix: String) -> BodyOutline.Field? {
            let names = [name + suffix] + (name.hasSuffix("s") ? [String(name.dropLast()) + suffix] : [])
            return fields.first { names.contains($0.plain) && $0.value.count != nil }
        }
        guard let total = number("count"), let offset = number("offset") else { return nil }
        return (total, offset)
    }

    /// The largest number that is read, whose sum with others does not overflow.
    private static let largest = URL.queryNumbers.upperBound

    // MARK: Counts

    /// The number of all items, which is not less than those of the page.
    var total: BodyOutline.Field? { certainTotal ?? number(["count"]) { $0 >= count } }

    /// The number of all items, unless it is equal to those of the page and by its name may be their number.
    var certainTotal: BodyOutline.Field? {
        let total = number(PageSign.names(.total)) { $0 >= count } ?? totalObject ?? namedTotal
        // The number of all items in few APIs, as Socrata's, and of the page's in others, as DocuSign's.
        return total ?? number(["count", "resultsetsize"]) { $0 > count }
    }

    /// The number of all items, or else a number than which there may be more of them; not less than those of
    /// the page.
    var leastTotal: BodyOutline.Field? {
        certainTotal ?? lowerBound.flatMap { $0.value.count ?? 0 >= max(1, count) ? $0 : nil }
    }

    /// A larger number than that of the page's items, whose name is that of the number of all items in few
    /// APIs.
    var possibleTotal: BodyOutline.Field? {
        guard count > 0, certainTotal == nil else { return nil }
        return fields.first {
            (CountName.matches($0.name, items: items.steps.last) || isOfDiffbot($0))
                && $0.value.count ?? 0 > count
        }
    }

    /// Whether this is the total of Diffbot: `"hits":95` beside `"results":20`, the number of the page's
    /// items.
    private func isOfDiffbot(_ field: BodyOutline.Field) -> Bool {
        field.name == "hits"
            && fields.contains { $0.path == field.parent.appending("results") && $0.value.count == count }
    }

    private var namedTotal: BodyOutline.Field? {
        named.flatMap { $0.total.value.count ?? -1 >= count ? $0.total : nil }
    }

    /// A number such as `hits.total.value`.
    private var totalObject: BodyOutline.Field? {
        fields.first { $0.isOfTotal && $0.value.integer ?? -1 >= count }
    }

    /// The number of all pages. Beside items, 0 is none: MyBatis-Plus sends it where it does not count.
    var pages: BodyOutline.Field? {
        statedPages.flatMap { $0.value.integer ?? 0 > 0 || count == 0 ? $0 : nil }
    }

    private var statedPages: BodyOutline.Field? {
        let pages = number(PageSign.names(.pages)) { $0 >= 0 } ?? paging?.pages
        return pages.map(isOfItems) == true ? nil : pages
    }

    /// Whether a `page_count` is the number of the page's items, as Open Food Facts has it: so many pages do
    /// not have as many items as there are.
    private func isOfItems(_ pages: BodyOutline.Field) -> Bool {
        let size = pageSize ?? max(1, count)
        guard pages.plain == "pagecount", pages.value.integer == count,
            let total = total?.value.integer, total > count || size > count
        else { return false }
        return count != (total + size - 1) / size
    }

    /// The number of items after those of the page.
    var remaining: BodyOutline.Field? {
        number(PageSign.names(.remaining)) { $0 >= 0 } ?? counted?.remaining
    }

    /// The largest number of items of a page, whose product with the number of a page does not overflow.
    static let largestPage = 1_000_000

    /// The number of items that a page has.
    var pageSize: Int? {
        number(PageSign.names(.size)) { $0 >= max(1, count) && $0 <= Self.largestPage }?.value.integer
    }

    /// The number `current` beside that of all pages, as MyBatis has it.
    private var currentOfPages: BodyOutline.Field? {
        guard let pages = statedPages else { return nil }
        return fields.first { $0.path == pages.parent.appending("current") && $0.value.count != nil }
    }

    /// Whether the offset is that of a first page.
    var isAtFirstOffset: Bool { offset.map { 0...1 ~= $0.value.integer ?? 2 } ?? false }

    /// Whether a field with the name of a cursor is the number of the items before the page.
    func isPosition(_ field: BodyOutline.Field) -> Bool { field.path == counted?.offset.path }

    /// Whether the number of the page and that of all pages are beside the address of a page of the host's
    /// root, which AdonisJS has where the path of the list was not set: `"next_page_url":"/?page=2"`.
    func hasNumbers(insteadOf field: BodyOutline.Field, of list: URL) -> Bool {
        guard let pageNumber, pages != nil, field.parent == pageNumber.parent, field.plain == "nextpageurl",
            let number = pageNumber.value.count, field.value.string == "/?page=\(number + 1)"
        else { return false }
        return !["", "/"].contains(list.path()) && !list.lastPathComponent.contains(".")
    }

    /// Whether there is a field with a name, with any value.
    func hasField(_ name: String) -> Bool { fields.contains { $0.name == name } }

    private func number(_ names: [String], _ condition: (Int) -> Bool) -> BodyOutline.Field? {
        for name in names {
            let found = fields.first {
                $0.plain == name && $0.value.integer.map { $0 <= Self.largest && condition($0) } ?? false
            }
            if let found { return found }
        }
        return nil
    }

    // MARK: Next pages

    /// The fields that by their names may lead to a next page.
    var likelyNext: [BodyOutline.Field] {
        fields.filter { field in
            let name = field.plain
            return !field.value.isEnd && field.value.kind != .boolean
                && (name.hasPrefix("next") || name.contains("cursor") || name == "lastevaluatedkey")
        }
    }

    /// The objects and arrays that by their names and members are the parameters of a next page:
    /// `next_page_params`, or `next` with a position or an address; a text in an array; and others with the
    /// name of a cursor. A `next` or `next_page` with a title is something else, unless it has an address of
    /// the same list.
    var nextObjects: [BodyOutline.Field] {
        fields.filter { field in
            let isPage = field.plain.hasPrefix("nextpage") || field.plain == "nextcursor"
            if field.value.kind == .array {
                let mayBeToken = isPage || field.plain == "next"
                return mayBeToken && field.value.hasToken || field.isCursorOfValues
            }
            guard field.value.kind == .object, !items.steps.starts(with: field.path.steps) else {
                return false
            }
            if field.isCursorOfValues { return true }
            let members = field.value.members.map { ($0.name.plain, $0.value) }
            if field.value.hasTitle, ["next", "nextpage"].contains(field.plain) {
                return members.contains { $0.1.string.map { url?.isOfSameList(as: $0) ?? false } ?? false }
            }
            if isPage { return !members.isEmpty }
            return field.plain == "next" && members.contains { Self.isPosition($0.1, named: $0.0) }
        }
    }

    private static func isPosition(_ value: JSONText, named name: String) -> Bool {
        value.integer != nil && (PageSign.names(.offset) + PageSign.names(.number)).contains(name)
            || value.string != nil && (name.hasSuffix("token") || name.hasSuffix("cursor"))
            || value.string?.looksLikeAddress == true && addressNames.contains(name)
    }

    private static let addressNames: Set = ["link", "address", "location", "path", "iri"]

    // MARK: Flags

    /// The field that indicates whether there is a next page.
    var flag: PageFlag? { Self.flag(in: fields) }

    /// Returns the one of some fields that indicates it.
    static func flag(in fields: [BodyOutline.Field]) -> PageFlag? {
        flag(true, in: fields) ?? flag(false, in: fields)
    }

    private static func flag(_ meansMore: Bool, in fields: [BodyOutline.Field]) -> PageFlag? {
        PageSign.names(.more(when: meansMore)).lazy.compactMap { name in
            fields.first { $0.plain == name && $0.value.flag(named: name) != nil }
        }
        .first.map { PageFlag(path: $0.path, meansMore: meansMore) }
    }
}

extension BodyOutline.Field {
    /// Whether the field is beside the items, beside an object that has them, or in an object there that is
    /// usual for fields that describe a list.
    func isBeside(_ items: JSONPath) -> Bool { items.steps.starts(with: scope.steps) }

    /// Whether this is an object or an array of values that has a name that only a cursor has: the last key
    /// of a service on DynamoDB, the values that Elasticsearch sorts by. An object with members that describe
    /// a list or lead to its next page is no cursor itself, nor is one with flags only, or with a value that
    /// is missing, nor an array of objects.
    fileprivate var isCursorOfValues: Bool {
        let isName = ["token", "cursor", "key", "marker", "mark", "state", "continuation"].contains {
            plain.hasSuffix($0)
        }
        guard isName, PageSign.namesCursor(plain), !["cursor", "bookmark", "resumptiontoken"].contains(plain)
        else { return false }
        switch value.kind {
        case .object:
            let members = value.members
            return !value.hasTitle && members.contains { $0.value.kind != .boolean }
                && !members.contains { $0.value.kind == .null || PageSign.describesList($0.name.plain) }
        case .array:
            let elements = value.elements
            return !elements.isEmpty && elements.allSatisfy { [.string, .number].contains($0.kind) }
        case .string, .number, .boolean, .null: return false
        }
    }

    /// Whether this is about another property than the items: an annotation of OData, `Members@odata.count`,
    /// or links, `servers_links`.
    func isAboutOther(than items: JSONPath) -> Bool {
        let name = items.steps.last ?? ""
        if let property = self.name.annotatedProperty { return property != name }
        return value.kind == .array && plain.hasSuffix("links") && plain.utf8.count > 5
            && plain != name.plain + "links"
    }

    /// The path of the outermost object for which this is so of all items in it.
    var scope: JSONPath {
        let objects = path.steps.dropLast(isOfTotal ? 2 : 1)
        let usual = objects.reversed().prefix { Self.places.contains($0.plain) }
        return path.prefix(objects.count - usual.count)
    }

    /// Whether this is the number in an object for a total, as Elasticsearch has it.
    fileprivate var isOfTotal: Bool { name == "value" && path.steps.dropLast().last?.plain == "total" }

    private static let places: Set = [
        "meta", "metadata", "pagination", "paging", "pager", "paginator", "page", "pageable", "pageinfo",
        "info", "resultinfo", "responsemetadata", "searchmetadata", "cursors", "items", "d", "response",
        "attr", "attributes", "paginationinfo", "paginginfo", "pageinformation", "paginationmetadata",
        "pagingmetadata", "listinfo", "searchinfo", "searchinformation", "query", "pagecontext", "resultset",
        "pagemetadata", "paginationresponse",
        // openFDA: meta.results
        "results",
        // The first element of a body that is an array of an object with counts and the items.
        "0",
    ]
}

extension BodyOutline {
    /// Whether a field is a total beside a relation that is not that of an equal number, `"relation":"gte"`,
    /// or beside a flag that it is not exact: `"numFoundExact":false`.
    fileprivate func isLowerBound(_ field: Field) -> Bool {
        guard field.isOfTotal else {
            return PageSign.names(.total).contains(field.plain)
                && fields(of: field.parent, named: [field.plain + "exact"])
                    .contains { $0.value.boolean == false }
        }
        return fields(at: field.parent.appending("relation")).contains { $0.value.string ?? "eq" != "eq" }
    }

    /// Whether a field counts the items, in an object beside them that may have something else than what
    /// describes the list: CoinMarketCap has `status.total_count`, TomTom `summary.totalResults`. A summary
    /// without an offset, as Facebook has it, counts also items that no page has.
    fileprivate func counts(_ field: Field, _ items: JSONPath) -> Bool {
        guard field.plain.hasPrefix("total"), field.plain != "total",
            let parent = fields(at: field.parent).first, parent.isBeside(items)
        else { return false }
        return switch parent.plain {
        case "status": true
        case "summary": !fields(at: parent.path.appending("offset")).isEmpty
        default: false
        }
    }
}

/// A field that indicates whether there is a next page.
struct PageFlag: Hashable, Sendable, Codable {
    let path: JSONPath
    /// The value with which there is a next page.
    let meansMore: Bool

    /// Whether the name is that of a flag for a next page, or for the last one, only: `hasNextPage`.
    var isUnambiguous: Bool {
        let name = path.steps.last?.plain ?? ""
        return ["hasnext", "islast"].contains { name.hasPrefix($0) }
    }

    /// Whether the name is a word that may mean something else: a search is `done`, and a page the `last` one
    /// of a range. Such a flag does not end a list while a field names its next page.
    var isCommonWord: Bool { ["done", "last", "more"].contains(path.steps.last?.plain ?? "") }

    /// Returns whether there is a next page, or `nil` if the field is missing.
    func saysMore(in body: JSONText) -> Bool? {
        (try? body.value(at: path))?.flag(named: path.steps.last?.plain ?? "").map { $0 == meansMore }
    }
}

extension JSONText {
    /// Whether this is an array of a text that may be a cursor: a single one, without spaces.
    fileprivate var hasToken: Bool {
        guard elements.count == 1, let text = elements.first?.string else { return false }
        return !text.isEmpty && !text.contains(where: \.isWhitespace)
    }

    /// The value as a flag: a boolean. Where the name is that of a flag only, such as `has_more`, or `more`
    /// of Withings, it may also be 0 or 1, or a text.
    ///
    /// - Parameter name: The name in lower case without separators.
    func flag(named name: String) -> Bool? {
        if let boolean { return boolean }
        guard name == "more" || ["has", "have", "is"].contains(where: { name.hasPrefix($0) }) else {
            return nil
        }
        return switch integer {
        case 0: false
        case 1: true
        default: string.flatMap { Bool($0.lowercased()) }
        }
    }
}
