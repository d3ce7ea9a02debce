import Foundation

// Page numbers, offsets, and the number of items before a page.
extension PageReader {
    var number: Int {
        if case .number(let number)? = key?.position { return number }
        return startNumber ?? plan.firstNumber
    }

    var offset: Int {
        if let offset = key?.offset { return max(offset, plan.firstOffset) }
        return startNumber ?? plan.firstOffset
    }

    /// The number in the parameter of the first request.
    private var startNumber: Int? { plan.next.parameter?.number(at: start, startBody) }

    /// The number of items before the page, if known.
    var countBefore: Int? {
        if let key { return key.itemsBefore }
        return switch plan.next {
        case .detected, .single: 0
        case .link, .address, .cursor, .header, .keyset: plan.isPartial ? nil : 0
        case .offset: max(0, offset - plan.firstOffset)
        case .page: itemsBeforePage
        }
    }

    /// The number of items on the pages with lower numbers, at most a quarter of the largest `Int`.
    private var itemsBeforePage: Int {
        let size = plan.pageSize ?? items.count
        let count = Int64(number - plan.firstNumber) * Int64(size)
        return min(Int.max / 4, Int(clamping: count))
    }

    /// Whether there is a next page by number: determined by the flag of a page with items, then by the
    /// number of pages, then by the number of items; without any, an empty page is the end. A flag that may
    /// have another meaning, such as `done`, does not end a list before its number of pages.
    func hasNextNumber(_ flag: Bool?) -> Bool {
        let hasNextOfPages = plan.pages.map { number - plan.firstNumber + 1 < $0 }
        if let flag, !items.isEmpty {
            return flag || plan.flag?.isUnambiguous == false && hasNextOfPages == true
        }
        if flag != false, let hasNextOfPages { return hasNextOfPages }
        return !items.isEmpty && !hasReachedTotal
    }

    /// Whether a page with items states, by the numbers of pages and items, that the list ends with it, also
    /// if an earlier one stated more: others were deleted since then, or the first number was an estimate.
    /// The next page, which an earlier one has counted, is requested all the same: it may be missing, or
    /// empty.
    var statesEnd: Bool {
        guard case .page = plan.next, !items.isEmpty, !plan.isPartial, !plan.isCountEstimated, let countBefore
        else { return false }
        let total = plan.latestTotal(in: body, links)
        let pages = plan.latestPages(in: body, links)
        if total == nil && pages == nil || plan.flag?.saysMore(in: body) == true { return false }
        let isLastItem = total.map { $0 == countBefore + items.count } ?? true
        let isLastPage = pages.map { $0 == number - plan.firstNumber + 1 } ?? true
        return isLastItem && isLastPage
    }

    func hasNextOffset(_ flag: Bool?) -> Bool {
        if items.isEmpty { return false }
        // The items that are left out of this page are those of the next one.
        return keptItems.count < items.count || (flag ?? !hasReachedTotal)
    }

    /// Whether this is a page without items after as many as there are: some servers always name a next page.
    var isBeyondTotal: Bool {
        switch plan.next {
        case .link, .address, .cursor, .header: items.isEmpty && plan.isTotalCertain && hasReachedTotal
        case .detected, .single, .keyset, .page, .offset: false
        }
    }

    /// Whether the list begins at offset 1, which is its first item or its second one. `skip`, and `from` of
    /// Elasticsearch, are counted from 0.
    private var isFirstOffsetUnknown: Bool {
        guard case .offset(let parameter, _) = plan.next, plan.firstOffset == 0, startNumber == 1 else {
            return false
        }
        return !["skip", "from"].contains(parameter.name.plain)
    }

    private var hasReachedTotal: Bool {
        guard let total = plan.total, total > 0, let countBefore else { return false }
        // If the server counts from 1, the count has one item too many.
        let count = countBefore + items.count - (isFirstOffsetUnknown ? 1 : 0)
        if count <= total { return count == total }
        // A first page with further items, such as pinned ones, makes an estimate too large. More items than
        // there are in all contradict the total, unless the page is a short one, as the last one is.
        return !plan.isCountEstimated && !isFull
    }

    /// Whether the page has as many items as the pages before, or as it may have.
    private var isFull: Bool {
        let pagesBefore = number - plan.firstNumber
        if case .page = plan.next, pagesBefore > 0, let countBefore {
            let (count, isTooLarge) = items.count.multipliedReportingOverflow(by: pagesBefore)
            return !items.isEmpty && (isTooLarge || count >= countBefore)
        }
        return plan.pageSize.map { items.count >= $0 } ?? false
    }
}

extension PagePlan {
    /// The number of items that a page by offset is assumed to have while no page has had any. Where it has
    /// fewer, further requests complete it.
    private static let assumedPageSize = 20

    /// Takes the number of items of a page by offset. If these are fewer than there are up to the next page,
    /// the server limits pages to fewer items than it states, or than it was asked for.
    mutating func countItems(_ count: Int, at position: HTTPPageKey.Position?) {
        guard case .offset = next, count > 0 else { return }
        if case .offset(let offset, let end?)? = position, count < end - offset {
            pageSize = count
        } else {
            pageSize = max(pageSize ?? 0, count)
        }
    }

    /// Returns the position of the page before one with a number or an offset; `nil` for the first page.
    func position(before position: HTTPPageKey.Position) -> HTTPPageKey.Position? {
        switch position {
        case .number(let number): return number > firstNumber ? .number(number - 1) : nil
        case .offset(let offset, _):
            guard offset > firstOffset else { return nil }
            return .offset(max(firstOffset, offset - (pageSize ?? Self.assumedPageSize)), end: offset)
        case .address, .cursor, .after, .before, .failure: return nil
        }
    }

    /// Returns the number of items before the page at a position, if known.
    ///
    /// - Parameter countBefore: The number of items before the page after it; `nil` also where offsets may be
    ///   counted from 0 or from 1.
    func precedingCount(of position: HTTPPageKey.Position, _ countBefore: Int?) -> Int? {
        switch position {
        case .offset(let offset, _): return countBefore == nil ? nil : max(0, offset - firstOffset)
        case .number(let number):
            let pages = number + 1 - firstNumber
            guard let countBefore, pages > 0 else { return nil }
            return countBefore - (countBefore + pages - 1) / pages
        case .address, .cursor, .after, .before, .failure: return nil
        }
    }
}

extension HTTPPageKey {
    /// Returns the key of the page before this one, where the server sends nothing for this one: the list may
    /// have become shorter. `nil` for the first page, and where a page has neither a number nor an offset.
    ///
    /// - Parameters:
    ///   - rule: The rule of the source, for a key that no page has named.
    ///   - startNumber: The number in the parameter of the first request, which tells whether pages are
    ///     counted from 0.
    func previousOfMissingPage(by rule: NextPageRule, startNumber: Int?) -> HTTPPageKey? {
        if self.plan == nil, rule == .detected { return nil }
        // Not for the key: where the items are is not known before there are some.
        var plan = self.plan ?? PagePlan(items: .body, next: rule)
        if self.plan == nil, case .page = rule, let startNumber { plan.firstNumber = min(1, startNumber) }
        guard let previous = plan.position(before: position) else { return nil }
        var key = HTTPPageKey(previous)
        key.plan = self.plan
        key.itemsBefore = plan.precedingCount(of: previous, itemsBefore)
        key.isPrevious = true
        key.trail = (isPrevious ? trail : PageTrail()).adding(PageHashes(), isEmpty: true)
        return key
    }
}
