import Foundation

/// Finds the rule for the next page in a first response.
struct NextPageFinder {
    let outline: BodyOutline
    let links: ResponseLinks
    /// The URL that was given for the first page.
    let start: URL
    let items: JSONPath
    /// The number of items of the first page.
    let count: Int

    var rule: NextPageRule {
        if links.isPaged { return .link }
        let fields = candidates
        if let field = fields.first(where: { !$0.value.isEnd }) ?? fields.first { return rule(of: field) }
        return counted ?? listed ?? .single
    }

    /// Fields with an address go before fields with a cursor.
    private var candidates: [BodyOutline.Field] {
        let fields = outline.nextFields.filter { !$0.path.steps.starts(with: items.steps) || items == .body }
        return fields.filter { BodyOutline.kind(of: $0) == .address }
            + fields.filter { BodyOutline.kind(of: $0) == .cursor }
    }

    private func rule(of field: BodyOutline.Field) -> NextPageRule {
        switch BodyOutline.kind(of: field) {
        case .address: .address(at: field.path, previous: previous(of: field))
        case .cursor:
            .cursor(at: field.path, as: parameter(for: field), previous: previous(of: field))
        }
    }

    /// The field for the previous page beside one for the next page.
    private func previous(of field: BodyOutline.Field) -> JSONPath? {
        let isIndirect = ["href", "url"].contains(field.name)
        let steps = field.path.steps
        return ["previous", "prev", "Previous", "Prev"].lazy.map { word in
            JSONPath(
                steps: steps.enumerated().map { index, step in
                    index == steps.count - (isIndirect ? 2 : 1)
                        ? step.replacing("next", with: word).replacing("Next", with: word) : step
                })
        }
        .first { path in path != field.path && outline.fields.contains { $0.path == path } }
    }

    // MARK: Parameters

    /// The parameter that a cursor is sent back in: the one in the address, or the usual one for the field.
    private func parameter(for field: BodyOutline.Field) -> String {
        let usual = Self.parameters[field.name] ?? Self.parameters[field.name.lowercased()]
        if field.value.kind == .number, field.name.lowercased().contains("page") || field.name == "next" {
            return Self.pageParameters.first { start.queryValue($0) != nil } ?? "page"
        }
        return Self.cursorParameters.first { start.queryValue($0) != nil } ?? usual ?? "cursor"
    }

    private static let cursorParameters = [
        "cursor", "page_token", "pageToken", "after", "starting_after", "token", "next_token", "nextToken",
        "continuation", "continuationToken", "continuation_token", "max_id", "marker", "bookmark",
    ]

    private static let parameters = [
        "next_page_token": "page_token", "nextPageToken": "pageToken", "next_token": "next_token",
        "nextToken": "nextToken", "NextToken": "NextToken", "after": "after", "end_cursor": "after",
        "endCursor": "after", "continuation": "continuation", "continuation_token": "continuation_token",
        "continuationToken": "continuationToken", "next_max_id": "max_id", "next_marker": "marker",
        "next_offset": "offset", "nextOffset": "offset", "next_since": "since", "bookmark": "bookmark",
    ]

    private static let pageParameters = [
        "page", "p", "page_number", "pageNumber", "pageNo", "page_no", "pg", "page[number]", "currentPage",
        "current_page", "pageIndex",
    ]

    private static let offsetParameters = [
        "offset", "skip", "start", "startIndex", "start_index", "startAt", "from", "page[offset]",
    ]

    // MARK: Numbers

    /// The rule by page number or offset, if there is a count.
    private var counted: NextPageRule? {
        let (total, pages) = (total?.path, outline.pages?.path)
        guard total != nil || pages != nil else { return nil }
        if let name = Self.offsetParameters.first(where: { start.queryNumber($0) != nil }), total != nil {
            return .offset(as: name, total: total)
        }
        if let name = Self.pageParameters.first(where: { start.queryNumber($0) != nil }) {
            return .page(as: name, total: total, pages: pages)
        }
        if let field = outline.pageNumber {
            let name =
                ["page", "currentPage", "current_page", "number"].contains(field.name) ? "page" : field.name
            return .page(as: name, total: total, pages: pages)
        }
        if let field = outline.offset, total != nil { return .offset(as: field.name, total: total) }
        return nil
    }

    /// The number of all items: not the number of those on the page.
    private var total: BodyOutline.Field? {
        outline.total.flatMap { field in
            field.name == "count" && field.value.integer ?? 0 < count ? nil : field
        }
    }

    /// The rule of lists in the manner of Stripe, which have no cursor but the last item.
    private var listed: NextPageRule? {
        guard outline.hasMore?.path == "has_more",
            outline.fields.contains(where: { $0.path == "object" && $0.value.string == "list" })
        else { return nil }
        return .keyset(by: "id", as: "starting_after")
    }

    // MARK: What is not used

    /// The fields that say that there is a next page.
    var evidence: [JSONPath] {
        [largerTotal?.field, severalPages?.field, outline.hasMore].compactMap { $0?.path }
    }

    private var largerTotal: (field: BodyOutline.Field, total: Int)? {
        guard let field = outline.total, let total = field.value.integer, total > count else { return nil }
        return (field, total)
    }

    private var severalPages: (field: BodyOutline.Field, pages: Int)? {
        guard let field = outline.pages, let pages = field.value.integer, pages > 1 else { return nil }
        return (field, pages)
    }

    func unused(by rule: NextPageRule) -> [String] {
        var phrases: [String] = []
        if rule != .link, links.next != nil { phrases.append("a Link header") }
        for field in candidates where !field.value.isEnd && !uses(rule, field) {
            let kind = BodyOutline.kind(of: field) == .address ? "an address" : "a cursor"
            phrases.append("\(kind) at \(field.path.quoted)")
        }
        guard rule == .single else { return phrases }
        if let (field, total) = largerTotal {
            phrases.append("\(field.path): \(total), with \(count) items here")
        }
        if let (field, pages) = severalPages { phrases.append("\(field.path): \(pages)") }
        if let field = outline.hasMore { phrases.append("\(field.path): true") }
        for name in Self.pageParameters + Self.offsetParameters where start.queryNumber(name) != nil {
            phrases.append("'\(name)' in the address")
        }
        return phrases
    }

    private func uses(_ rule: NextPageRule, _ field: BodyOutline.Field) -> Bool {
        switch rule {
        case .link: true  // fields of the body repeat the header
        case .address(let path, let previous), .cursor(let path, _, let previous):
            path == field.path || previous == field.path || BodyOutline.kind(of: field) == .cursor
        case .detected, .single, .keyset, .page, .offset: false
        }
    }
}
