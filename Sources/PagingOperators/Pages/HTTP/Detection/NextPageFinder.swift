import FluxLoading
import Foundation

/// Finds the rule for the next page in a first response.
struct NextPageFinder {
    let outline: BodyOutline
    let list: ListFields
    let headers: ResponseLinks
    let body: JSONText
    /// The URL that was given for the first page.
    let start: URL
    /// The body of the request for the first page.
    let startBody: Data?
    let items: JSONPath
    /// The number of items of the first page.
    let count: Int
    /// The key of the page, if that is not the first one.
    let key: HTTPPageKey?
    /// The fields for the next page: those with an address go before those with a cursor.
    let candidates: [NextField]

    init(
        _ body: JSONText, _ headers: ResponseLinks, start: URL, startBody: Data?, items: JSONPath,
        count: Int, key: HTTPPageKey? = nil, _ outline: BodyOutline
    ) {
        self.body = body
        self.headers = headers
        self.start = start
        self.startBody = startBody
        self.items = items
        self.count = count
        self.key = key
        self.outline = outline
        let list = ListFields(outline, items: items, count: count)
        self.list = list
        let fields = outline.nextFields(of: items).filter {
            (!$0.path.steps.starts(with: items.steps) || items == .body) && !list.isPosition($0.field)
                && !list.hasNumbers(insteadOf: $0.field, of: start)
        }
        candidates = fields.filter { $0.kind == .address } + fields.filter { $0.kind == .cursor }
    }

    /// The likeliest rule: one that names a next page goes before one that ends the list.
    var rule: NextPageRule {
        if headers.next != nil { return .link }
        let usual = candidates.filter(\.isUsual)
        if let field = usual.first(where: { !$0.isEnd }) { return rule(of: field) }
        if let field = candidates.first(where: isRequested) { return rule(of: field) }
        let numbered = numbered
        if saysMore, !startsInTheMiddle, let numbered { return numbered }
        if numbered == nil, let further { return further }
        if let field = usual.first { return rule(of: field) }
        if headers.isPaged || headers.isMalformed { return .link }
        if let linked { return linked }
        return listed ?? numbered ?? .single
    }

    /// Whether the address has the parameter of a cursor, as `cursorMark` of Solr.
    private func isRequested(_ field: NextField) -> Bool {
        guard !field.isEnd, !field.isStructured,
            case .query(let name) = field.parameter.parameter(for: field.field.name)
        else { return false }
        return start.queryValue(name) != nil
    }

    /// The rule of a header field, or of a field of the body that few APIs have, unless the list is complete.
    private var further: NextPageRule? {
        if isComplete { return nil }
        if let field = headers.nextFields.first, headers.nextFields.count == 1 { return rule(of: field) }
        return candidates.first { !$0.isUsual && !$0.isEnd && !$0.isStructured }.map { rule(of: $0) }
    }

    /// Whether the response states that there is no next page.
    var isComplete: Bool {
        if let flag = list.flag { return flag.saysMore(in: body) == false }
        if headers.isLast || headers.isPaged && headers.next == nil { return true }
        if startsInTheMiddle { return false }
        let total = list.certainTotal?.value.integer ?? headers.total
        return total == count || (list.pages?.value.integer ?? headers.pages) == 1
    }

    func rule(of next: NextField) -> NextPageRule {
        switch next.kind {
        case .address: .address(at: next.path, previous: previous(of: next.field)?.path)
        case .cursor:
            .cursor(at: next.path, as: parameter(for: next), previous: previous(of: next.field)?.path)
        }
    }

    func rule(of next: NextHeader) -> NextPageRule {
        .header(next.name, as: parameter(for: next))
    }

    /// The field for the previous page beside one for the next page.
    private func previous(of field: BodyOutline.Field) -> BodyOutline.Field? {
        if field.value.isLinkList { return field }
        let isIndirect = (JSONText.linkNames + JSONText.identifyingNames).contains(field.name)
        let steps = field.path.steps
        return ["previous", "prev", "Previous", "Prev"].lazy.compactMap { word in
            let path = JSONPath(
                steps: steps.enumerated().map { index, step in
                    index == steps.count - (isIndirect ? 2 : 1)
                        ? step.replacing("next", with: word).replacing("Next", with: word) : step
                })
            return path == field.path ? nil : outline.fields(at: path).first
        }
        .first
    }

    /// Whether the list has pages before the first one that was requested, as far as that can be seen.
    var startsInTheMiddle: Bool {
        headers.previous != nil
            || candidates.contains { previous(of: $0.field)?.leadsToPrevious ?? false }
            || Self.cursorParameters.contains { $0 != "token" && Self.isLaterCursor(start.queryValue($0)) }
            || Self.offsetParameters.contains { start.queryNumber($0) ?? 0 > 1 }
            || Self.pageParameters.contains { start.queryNumber($0) ?? 0 > 1 }
    }

    /// Whether the cursor of a first request is that of a page within the list. `*` is the start, as Solr and
    /// Crossref have it.
    static func isLaterCursor(_ text: String?) -> Bool { !["", "*"].contains(text ?? "") }

    // MARK: Numbers

    /// The rule by page number or offset: one in the address, or one in the body that is that of a first
    /// page.
    private var numbered: NextPageRule? {
        let isKnown = saysMore || list.certainTotal != nil || list.pages != nil || list.flag != nil
        func isPosition(_ name: String) -> Bool {
            start.queryNumber(name) != nil && (isKnown || !Self.ambiguousParameters.contains(name))
        }
        if let name = requestedPage { return page(as: name) }
        if let name = Self.offsetParameters.first(where: isPosition) {
            return .offset(as: .query(name), total: list.certainTotal?.path)
        }
        // Socrata
        if let limit = start.queryNumber("$limit"), limit == count, count > 0 {
            return .offset(as: "$offset")
        }
        if let name = Self.pageParameters.first(where: isPosition) { return page(as: name) }
        if let field = list.pageNumber,
            0...1 ~= field.value.integer ?? 2 || isKnown && !list.isAtFirstOffset
        {
            return page(as: parameter(ofPage: field))
        }
        if headers.hasPageNumbers, !headers.isLast, headers.nextFields.isEmpty {
            return page(as: Self.parameters(Self.pageParameters, in: start).first ?? "page")
        }
        if headers.isPartial(of: count, whereSizeIs: pageSize) { return .offset(as: "offset") }
        if let field = list.offset, list.isAtFirstOffset {
            return .offset(as: .query(parameter(ofOffset: field)), total: list.certainTotal?.path)
        }
        if items == "hits.hits", list.leastTotal?.path.steps.first == "hits" {
            return .offset(as: "from", total: list.certainTotal?.path)
        }
        return nil
    }

    /// The parameter of the page number in an address that also has one that is named as an offset, but has
    /// another meaning: `?page=1&offset=10` of Etherscan asks for ten items, as no other parameter does.
    private var requestedPage: String? {
        let offset = Self.offsetParameters.first { start.queryNumber($0) != nil }
        let page = Self.pageParameters.first {
            start.queryNumber($0) != nil && !Self.ambiguousParameters.contains($0)
        }
        guard let offset = offset.flatMap({ start.queryNumber($0) }), let page,
            let number = start.queryNumber(page)
        else { return nil }
        if list.pageNumber?.value.integer == number, list.offset == nil { return page }
        // Where `Int` has 32 bits, the products may be too large for it.
        let isOfPage = [max(0, number - 1), number].contains { Int64($0) * Int64(count) == offset }
        let mayBeSize = offset == count && !Self.sizeParameters.contains { start.queryNumber($0) != nil }
        return isOfPage && !mayBeSize ? nil : page
    }

    private func page(as name: String) -> NextPageRule {
        .page(as: .query(name), total: list.certainTotal?.path, pages: list.pages?.path)
    }

    /// The rule of a page with links of which none is to the next page, as the last one of HAL and JSON:API
    /// has them.
    private var linked: NextPageRule? {
        let paths: [(parent: JSONPath, next: JSONPath)] = [
            ("_links", "_links.next.href"), ("links", "links.next"),
        ]
        return paths.first { path in outline.fields.contains { $0.parent == path.parent && $0.name == "self" }
        }
        .map { .address(at: $0.next) }
    }

    /// The rule of lists in the manner of Stripe, which have no cursor but the last item.
    private var listed: NextPageRule? {
        guard list.flag?.path == "has_more", list.flag?.saysMore(in: body) == true,
            outline.fields.contains(where: { $0.path == "object" && $0.value.string == "list" })
        else { return nil }
        return .keyset(by: "id", as: "starting_after")
    }

    /// The number of items that a page has, if the address or the body states it.
    var pageSize: Int? {
        Self.sizeParameters.lazy.compactMap { start.queryNumber($0) }.first {
            $0 >= max(1, count) && $0 <= ListFields.largestPage
        }
            ?? list.pageSize
    }

    /// The number in a parameter of the first request.
    func startNumber(_ parameter: PageParameter) -> Int? { parameter.number(at: start, startBody) }

    /// The number that pages are counted from: that in the request or body if it is 0. A field with the next
    /// page may have its number.
    func firstNumber(of rule: NextPageRule) -> Int {
        switch rule {
        case .page(let parameter, _, _), .cursor(_, let parameter, _), .header(_, let parameter):
            if let number = startNumber(parameter) { return min(1, number) }
            return list.pageNumber?.value.integer == 0 ? 0 : 1
        case .detected, .single, .link, .address, .keyset, .offset: return 1
        }
    }

    /// The number that items are counted from: 1 where the body counts so, or the name of the parameter is
    /// usual for it. A field with the next page may have its offset.
    func firstOffset(of rule: NextPageRule) -> Int {
        switch rule {
        case .offset(let parameter, _), .cursor(_, let parameter, _), .header(_, let parameter):
            firstOffset(in: parameter)
        case .detected, .single, .link, .address, .keyset, .page: 0
        }
    }

    private func firstOffset(in parameter: PageParameter) -> Int {
        let inBody = list.offset.flatMap { $0.name.plain == parameter.name.plain ? $0.value.integer : nil }
        guard let given = startNumber(parameter) else { return inBody == 1 ? 1 : 0 }
        // The body has the offset that was requested. A server that counts from 1 takes 0 as 1.
        let requested = max(1, key?.offset ?? given)
        return given > 0 && parameter.name.plain == "startindex" && inBody == requested ? 1 : 0
    }

    // MARK: What says that there is more

    /// Whether a count or a flag, in the body or a header field, indicates more items than those of the first
    /// page.
    var saysMore: Bool {
        !counts.isEmpty || headers.total ?? 0 > count || headers.pages ?? 0 > 1 || headers.more != nil
            || distantFlag != nil
    }

    /// The counts and flags of the body that indicate a next page.
    private var counts: [JSONPath] {
        [largerTotal?.field.path, severalPages?.field.path, hasMore?.path, itemsRemain?.path]
            .compactMap { $0 }
    }

    /// The fields that indicate a next page, header fields included.
    var evidence: [JSONPath] {
        counts + (possibleTotal.map { [$0.path] } ?? [])
            + (headers.more.map { [JSONPath(steps: [$0])] } ?? []) + unread(by: .single)
    }

    /// The fields for a next page that a rule does not read, but those that most APIs have, and a flag for
    /// one.
    func unread(by rule: NextPageRule) -> [JSONPath] {
        if isComplete { return [] }
        let fields = candidates.filter {
            !$0.isEnd && (!$0.isUsual || $0.isStructured) && $0.path != rule.path
        }
        let paths = fields.map(\.path) + unreadObjects + (distantFlag.map { [$0.path] } ?? [])
        guard case .header = rule else {
            return paths + headers.nextFields.map { JSONPath(steps: [$0.name]) }
        }
        return paths
    }

    /// The objects of parameters for a next page, as Blockscout has them, of which no rule reads a member.
    private var unreadObjects: [JSONPath] {
        let paths = list.nextObjects.map(\.path)
        if paths.isEmpty { return [] }
        let read = candidates.map(\.path).withParents
        return paths.filter { !read.contains($0) }
    }

    private var itemsRemain: BodyOutline.Field? {
        list.remaining.flatMap { $0.value.integer ?? 0 > 0 ? $0 : nil }
    }

    /// A total that is larger than the number of the page's items, or of which more items may exist.
    var largerTotal: (field: BodyOutline.Field, total: Int)? {
        guard let field = list.leastTotal, let total = field.value.integer,
            total > count || list.certainTotal == nil
        else { return nil }
        return (field, total)
    }

    /// A field that is a larger total by its words only, unless the response states that the list is
    /// complete.
    var possibleTotal: BodyOutline.Field? { isComplete ? nil : list.possibleTotal }

    var severalPages: (field: BodyOutline.Field, pages: Int)? {
        guard let field = list.pages, let pages = field.value.integer, pages > 1 else { return nil }
        return (field, pages)
    }

    /// A flag that there is more in an object without a usual name, unless that may have a list of its own.
    /// Where such a flag is that there is no more, it may mean something else.
    var distantFlag: BodyOutline.Field? {
        if list.flag != nil || isComplete { return nil }
        let flags = outline.fields.filter { field in
            PageSign.distantFlags.contains(field.plain) && field.value.flag(named: field.plain) == true
                && field.path.steps.count <= BodyOutline.nearDepth && !field.isBeside(items)
        }
        if flags.isEmpty { return nil }
        let lists = outline.arrays.filter {
            BodyOutline.namesItems($0) || $0.value.firstElementKind == .object
        }
        let places = lists.map(\.path).withParents
        return flags.first { field in
            let shared = Swift.zip(field.path.steps, items.steps).prefix { $0 == $1 }.count
            return !places.contains(field.path.prefix(shared + 1))
        }
    }

    var hasMore: PageFlag? {
        list.flag.flatMap { $0.saysMore(in: body) == true ? $0 : nil }
    }
}

extension BodyOutline.Field {
    /// Whether a field for the previous page, or an array of links with relations, leads to one.
    fileprivate var leadsToPrevious: Bool {
        value.isLinkList ? value.linkAddress(to: ["prev", "previous"]) != nil : !value.isEnd
    }
}
