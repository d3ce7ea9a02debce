extension NextPageFinder {
    /// The parameter that a cursor is sent back in: the one in the address, or the usual one for the field.
    func parameter(for field: BodyOutline.Field) -> String {
        if field.value.kind == .number, field.name.lowercased().contains("page") || field.name == "next",
            field.name.plain != "nextpagestart"
        {
            return Self.pageParameters.first { start.queryValue($0) != nil } ?? "page"
        }
        if field.path.steps.first == "continue" || field.path == "offset" { return field.name }
        if isPageNumber(field) { return Self.pageParameters.first { start.queryValue($0) != nil } ?? "page" }
        return Self.cursorParameters.first { start.queryValue($0) != nil } ?? vendorParameter(for: field)
            ?? Self.parameters[field.name] ?? Self.parameters[field.name.lowercased()] ?? "cursor"
    }

    /// Whether the text of a field such as `next_page` is the number of the second page.
    private func isPageNumber(_ field: BodyOutline.Field) -> Bool {
        guard field.name.plain == "nextpage", let number = field.value.integer else { return false }
        let first = Self.pageParameters.lazy.compactMap { start.queryNumber($0) }.first
        return number == (first ?? list.pageNumber?.value.integer ?? 1) + 1
    }

    /// The parameter of APIs that are known by the fields beside the cursor: Notion, Twitter.
    private func vendorParameter(for field: BodyOutline.Field) -> String? {
        func hasField(_ name: String) -> Bool {
            outline.fields.contains { $0.path == field.parent.appending(name) }
        }
        return switch field.name {
        case "next_cursor" where hasField("object") && hasField("has_more"): "start_cursor"
        case "next_token" where hasField("result_count"): "pagination_token"
        default: nil
        }
    }

    /// The parameter for a page number that a field of the body has.
    static func parameter(ofPage field: BodyOutline.Field) -> String {
        if field.path == "meta.pagination.page" { return "pagination[page]" }
        return switch field.name {
        case "page", "currentPage", "current_page", "number": "page"
        case "pageNumber" where field.path.steps.dropLast().last == "pageable": "page"
        default: field.name
        }
    }

    static let cursorParameters = [
        "cursor", "page_token", "pageToken", "after", "starting_after", "start_cursor", "startCursor",
        "token",
        "next_token", "nextToken", "pagination_token", "continuation", "continuationToken",
        "continuation_token",
        "max_id", "marker", "bookmark", "page[after]", "page[cursor]", "page_info",
    ]

    private static let parameters = [
        "next_page_token": "page_token", "nextPageToken": "pageToken", "next_token": "next_token",
        "nextToken": "nextToken", "NextToken": "NextToken", "after": "after", "end_cursor": "after",
        "endCursor": "after", "after_cursor": "after", "continuation": "continuation",
        "continuation_token": "continuation_token", "continuationToken": "continuationToken",
        "next_max_id": "max_id", "next_marker": "marker", "next_offset": "offset", "nextOffset": "offset",
        "nextPageStart": "start", "next_start": "start", "nextStart": "start", "next_since": "since",
        "bookmark": "bookmark", "continue": "continue",
    ]

    static let pageParameters = [
        "page", "p", "page_number", "pageNumber", "pageNo", "page_no", "pg", "page[number]", "currentPage",
        "current_page", "pageIndex", "_page", "pagination[page]", "paged",
    ]

    /// Parameters that have other meanings as well, such as the start of a period.
    static let ambiguousParameters: Set = ["p", "start", "from", "_start"]

    static let sizeParameters = [
        "limit", "per_page", "perPage", "per-page", "size", "count", "page_size", "pageSize", "page[size]",
        "maxResults", "rows", "$top", "_limit", "page[limit]", "pagination[pageSize]",
    ]

    /// Parameters with the identifier of an item, which are sent by a given rule only.
    static let keysetParameters = ["since", "since_id", "after_id", "starting_after", "last_id"]

    static let offsetParameters = [
        "offset", "skip", "$skip", "start", "startIndex", "start_index", "startAt", "from", "page[offset]",
        "_start",
    ]
}
