import FluxLoading
import Foundation

/// What the pages of a list determine for those that follow.
struct PagePlan: Hashable, Sendable, Codable {
    var items: JSONPath
    var next: NextPageRule
    /// The number of the first page of the list: 0 or 1.
    var firstNumber = 1
    /// The offset of the first item of the list: 0 or 1.
    var firstOffset = 0
    /// The number of items of a page, if it is stated.
    var pageSize: Int?
    /// Whether the list begins with a page that others may precede, whose items are not counted.
    var isPartial = false
    /// Whether the numbers of items before pages are those of a list whose pages all have as many items as
    /// the first one, which no page states.
    var isCountEstimated = false

    var totalPath: JSONPath?
    var pagesPath: JSONPath?
    var flag: PageFlag?
    /// The largest number of all items that a page stated.
    var total: Int?
    /// The number of all items that was stated first; `nil` if it is that of the page's own items.
    var firstTotal: Int?
    /// Whether the total is that of the list, and not by its name or value that of a page.
    var isTotalCertain = false
    /// The largest number of pages that a page stated.
    var pages: Int?
    /// Whether the latest page stated that it is the last one.
    var isStatedComplete: Bool?

    /// The members of the first page with items, and of those before it.
    var shape: PageShape?
    /// The path of the names of columns, if the items are a table's rows.
    var columns: JSONPath?
    /// The names of the columns of the first page, as JSON: pages of Elasticsearch that follow have none.
    var columnNames: String?
    /// The parameters to try if the server ignores that of the rule. Only the key of a second page has some.
    var alternatives: [PageParameter] = []

    /// What a page repeats if the server ignores the parameter.
    var echo: PageEcho?
    /// A hash of the first item of the first page, by which the trial of another parameter is a failure. Only
    /// the key of a second page has it.
    var firstItem: UInt64?

    /// The URL that the first one was redirected to.
    var base: URL?
}

extension PagePlan {
    /// Whether the numbers are those that a list may have.
    var isValid: Bool {
        let isPageSizeValid = pageSize.map { $0 > 0 && ClosedRange.offsets ~= $0 } ?? true
        return [firstNumber, firstOffset].allSatisfy { 0...1 ~= $0 } && isPageSizeValid
            && [total, firstTotal, pages].allSatisfy { URL.queryNumbers ~= $0 ?? 0 }
    }
}
