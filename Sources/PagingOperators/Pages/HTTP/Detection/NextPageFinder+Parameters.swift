import FluxLoading
import Foundation

extension NextPageFinder {
    /// The parameter that a cursor is sent back in: the one in the address, or the usual one for the field.
    func parameter(for next: NextField) -> PageParameter {
        let field = next.field
        if let name = offsetParameter(for: field) { return .query(name) }
        if field.value.kind == .number, field.plain.contains("page") || field.name == "next",
            field.plain != "nextpagestart"
        {
            return .query(pageParameter)
        }
        if field.path.steps.first == "continue" || field.path == "offset" || field.name == "continue" {
            return .query(field.name)
        }
        if isPageNumber(field) { return .query(pageParameter) }
        // A text is not the object that Amazon's own service has.
        if case .body = next.parameter, !next.isStructured { return .query(field.name) }
        // Marketo has the field's own name.
        let own = field.plain.hasSuffix("token") ? [field.name] : []
        let given = (Self.cursorParameters + own).first { start.queryValue($0) != nil }
        return (given ?? vendorParameter(for: field)).map { .query($0) }
            ?? next.parameter.parameter(for: field.name)
    }

    /// The parameter that a header field is sent back in.
    func parameter(for next: NextHeader) -> PageParameter {
        if next.parameter == .named("page") { return .query(pageParameter) }
        if case .header = next.parameter { return next.parameter.parameter(for: next.name) }
        let given = Self.cursorParameters.first { start.queryValue($0) != nil }
        return given.map { .query($0) } ?? next.parameter.parameter(for: next.name)
    }

    /// The parameter of the page number: the one in the address, or the usual one.
    private var pageParameter: String {
        Self.pageParameters.first { start.queryValue($0) != nil } ?? "page"
    }

    /// The parameter for a number at `next` that is an offset: the address has one, or the number is that of
    /// the items so far.
    private func offsetParameter(for field: BodyOutline.Field) -> String? {
        guard field.name == "next", let number = field.value.integer else { return nil }
        let given = Self.offsetParameters.first { start.queryNumber($0) != nil }
        if let given,
            !Self.ambiguousParameters.contains(given) || number == (start.queryNumber(given) ?? 0) + count
        {
            return given
        }
        let isPage = Self.pageParameters.contains { start.queryNumber($0) != nil } || list.pageNumber != nil
        return number == count && count > 2 && !isPage ? list.offset?.name ?? "offset" : nil
    }

    /// Whether the text of a field such as `next_page` is the number of the second page.
    private func isPageNumber(_ field: BodyOutline.Field) -> Bool {
        guard field.plain == "nextpage", let number = field.value.integer else { return false }
        let first = Self.pageParameters.lazy.compactMap { start.queryNumber($0) }.first
        return number == (first ?? list.pageNumber?.value.integer ?? 1) + 1
    }

    /// The parameter of APIs that are known by the fields beside the cursor: Notion, Twitter, Jira.
    private func vendorParameter(for field: BodyOutline.Field) -> String? {
        func hasField(_ name: String) -> Bool {
            !outline.fields(at: field.parent.appending(name)).isEmpty
        }
        return switch field.name {
        case "next_cursor" where hasField("object") && hasField("has_more"): "start_cursor"
        case "next_token" where hasField("result_count"): "pagination_token"
        case "nextPageToken" where hasField("isLast"): "nextPageToken"
        default: nil
        }
    }

    /// The parameter for a page number that a field of the body has.
    func parameter(ofPage field: BodyOutline.Field) -> String {
        if field.path == "meta.pagination.page" { return "pagination[page]" }
        if start.queryValue("page[size]") != nil { return "page[number]" }
        return switch field.name {
        case "page", "currentPage", "current_page", "number", "current": "page"
        case "pageNumber" where field.path.steps.dropLast().last == "pageable": "page"
        default: field.name
        }
    }

    /// The parameter for an offset that a field of the body has.
    func parameter(ofOffset field: BodyOutline.Field) -> String {
        if list.certainTotal?.name == "total_rows" { return "skip" }  // CouchDB
        if field.path == "meta.pagination.start" { return "pagination[start]" }  // Strapi
        if field.name == "cursor" { return field.name }  // Bubble
        return PageSign.names(.offset).contains(field.plain) ? field.name : "offset"
    }

    // MARK: Alternatives

    /// The largest number of parameters that are tried instead of an ignored one.
    private static let maximumAlternatives = 3

    /// The parameters to try if the server ignores that of a rule.
    func alternatives(to rule: NextPageRule) -> [PageParameter] {
        guard startBody == nil, let used = rule.parameter else { return [] }
        var others: [PageParameter] = []
        for name in names(insteadOf: rule) where name != used && !others.contains(name) {
            others.append(name)
        }
        return Array(others.prefix(Self.maximumAlternatives))
    }

    private func names(insteadOf rule: NextPageRule) -> [PageParameter] {
        switch rule {
        case .cursor(let path, _, _):
            (rule.parameter == .query("page") ? list.pageNumber.map { [.query($0.name)] } ?? [] : [])
                + (candidates.first { $0.path == path }
                    .map { $0.parameter.alternatives(for: $0.field.name) } ?? [])
        case .header(let name, _):
            headers.nextFields.first { $0.name == name }
                .map { $0.parameter.alternatives(for: $0.name) } ?? []
        case .page: pageNames.map { .query($0) }
        case .offset: offsetNames.map { .query($0) }
        case .detected, .single, .link, .address, .keyset: []
        }
    }

    /// The names of the number of a page.
    private var pageNames: [String] {
        var names = ["page"]
        if let number = list.pageNumber {
            names.insert(number.name, at: 0)
            names.append(number.name.words.joined(separator: "-"))
        }
        // Setlist.fm and SonarQube have this one. A URL that has `page` already names the parameter.
        if start.queryValue("page") == nil { names.append("p") }
        return names
    }

    private var offsetNames: [String] {
        var names = ["offset", "start"]
        if let offset = list.offset { names.insert(offset.name, at: 0) }
        if list.hasField("offset") { names.insert("offset", at: 0) }
        return names
    }

    // MARK: Suggestions

    /// The rules that may read a next page that a rule does not.
    func suggestions(besides rule: NextPageRule) -> [NextPageRule] {
        let fields =
            candidates.filter { !$0.isEnd }.map { self.rule(of: $0) }
            + headers.nextFields.map { self.rule(of: $0) }
        let found = fields.filter { $0.parameter?.isInHeader == true || !$0.hasSamePlace(as: rule) }
        if !found.isEmpty { return inBodies(found) }
        guard saysMore || possibleTotal != nil, rule == .single else { return [] }
        let sizes = Self.sizeParameters.filter { start.queryValue($0) != nil }
        var rules: [NextPageRule] = [.page(), .offset()]
        if let size = sizes.first, size.lowercased().contains("limit") || size == "$top" || size == "size" {
            rules = [.offset(as: size == "$top" ? "$skip" : size == "size" ? "from" : "offset"), .page()]
        }
        let flag = (hasMore?.path ?? distantFlag?.path)?.steps.last?.plain
        if flag == "exceededtransferlimit" { rules.insert(.offset(as: "resultOffset"), at: 0) }
        if hasMore != nil { rules.append(.keyset(as: "starting_after")) }
        return inBodies(rules)
    }

    /// The same rules for requests with a body, where the parameter may have to be instead. Only in an object
    /// of JSON can it be set.
    func inBodies(_ rules: [NextPageRule]) -> [NextPageRule] {
        guard startBody.flatMap({ try? JSONText($0) })?.kind == .object else { return rules }
        return rules.flatMap { rule -> [NextPageRule] in
            guard case .query(let name)? = rule.parameter else { return [rule] }
            return [rule.with(.body(variable(for: name))), rule]
        }
    }

    /// The path of a parameter in a body: that of the variable of a GraphQL query, or the name itself.
    private func variable(for name: String) -> JSONPath {
        guard let body = startBody.flatMap({ try? JSONText($0) }), let query = body["query"]?.string else {
            return JSONPath(steps: [name])
        }
        let found = query.firstMatch(of: /\bafter\s*:\s*\$([A-Za-z_][A-Za-z0-9_]*)/)
        return JSONPath(steps: ["variables", found.map { String($0.1) } ?? name])
    }

    static let cursorParameters = [
        "cursor", "page_token", "pageToken", "after", "starting_after", "start_cursor", "startCursor",
        "token",
        "next_token", "nextToken", "pagination_token", "continuation", "continuationToken",
        "continuation_token",
        "max_id", "marker", "bookmark", "page[after]", "page[cursor]", "page_info",
    ]

    static let pageParameters = [
        "page", "p", "page_number", "pageNumber", "pageNo", "page_no", "pg", "page[number]", "currentPage",
        "current_page", "pageIndex", "_page", "pagination[page]", "paged",
    ]

    /// Parameters that have other meanings as well, such as the start of a period.
    static let ambiguousParameters: Set = ["p", "start", "from", "_start"]

    static let sizeParameters = [
        "limit", "per_page", "perPage", "per-page", "size", "count", "page_size", "pageSize", "page[size]",
        "maxResults", "rows", "$top", "$limit", "_limit", "page[limit]", "pagination[pageSize]",
        "pagination[limit]",
    ]

    /// Parameters with the identifier of an item, which are sent by a given rule only.
    static let keysetParameters = ["since", "since_id", "after_id", "starting_after", "last_id"]

    static let offsetParameters = [
        "offset", "skip", "$skip", "start", "startIndex", "start_index", "startAt", "from", "page[offset]",
        "_start", "$offset", "resultOffset", "pagination[start]",
    ]

    /// The parameters, of some names, that an address has.
    static func parameters(_ names: [String], in address: URL) -> [String] {
        names.filter { address.queryValue($0) != nil }
    }
}
