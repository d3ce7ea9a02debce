import FluxLoading
import Foundation

// Whether the end of a list is certain.
extension PageReader {
    /// Fails if the list ends here although the server indicates further items.
    ///
    /// - Parameter mayEndBeforeTotal: Whether the list may have fewer items than the server states.
    func checkEnd(mayEndBeforeTotal: Bool) throws(HTTPPageError) {
        func failure(_ reason: HTTPPageError.NextPageFailure) -> HTTPPageError {
            HTTPPageError(
                url: url, reason: .nextPage(reason), suggestions: detection?.suggestions ?? [])
        }
        switch plan.next {
        case .detected, .single:
            guard let detection, detection.isSearched else { return }
            if !detection.evidence.isEmpty { throw failure(.missing(nil, candidates: detection.evidence)) }
            if !mayEndBeforeTotal, let total = links.total, total > items.count {
                throw failure(.incomplete(read: items.count, total: total))
            }
        case .link, .address, .cursor, .header, .keyset, .page, .offset:
            if !mayEndBeforeTotal, let (read, total) = shortfall {
                throw failure(.incomplete(read: read, total: total))
            }
            if let flag = plan.flag, flag.saysMore(in: body) == true, !items.isEmpty {
                throw failure(.missing(plan.next.path, candidates: [flag.path]))
            }
            if let detection, !detection.unread.isEmpty {
                throw failure(.missing(plan.next.field, candidates: detection.unread))
            }
        }
    }

    /// Fails if a detected rule needs a parameter for requests that have a body.
    func checkBody() throws(HTTPPageError) {
        guard startBody != nil, detection?.isSearched == true, let parameter = plan.next.parameter else {
            return
        }
        throw HTTPPageError(
            url: url, reason: .nextPage(.inBody(parameter: parameter.name)),
            suggestions: detection?.suggestions ?? [])
    }

    /// Fails if too many pages in succession have no items.
    ///
    /// - Parameter maximum: The number of consecutive pages without items after which a list fails.
    func checkEmptiness(_ maximum: Int) throws(HTTPPageError) {
        try checkEmptiness(maximum, after: isPrevious ? nil : key)
    }

    /// Fails if too many pages in succession have no items in a list that is read toward its start.
    ///
    /// - Parameter maximum: The number of consecutive pages without items after which a list fails. Where
    ///   pages have numbers or offsets, as many as of missing pages are allowed: the list may have become
    ///   shorter.
    func checkEmptinessBefore(_ maximum: Int) throws(HTTPPageError) {
        guard isPrevious else { return }
        switch plan.next {
        case .page, .offset: try checkEmptiness(PagePlan.maximumMissingPages + 1, after: key)
        case .detected, .single, .link, .address, .cursor, .header, .keyset:
            try checkEmptiness(maximum, after: key)
        }
    }

    private func checkEmptiness(_ maximum: Int, after key: HTTPPageKey?) throws(HTTPPageError) {
        let count = (key?.trail.emptyCount ?? 0) + 1
        guard items.isEmpty, count >= maximum else { return }
        throw HTTPPageError(url: url, reason: .nextPage(.empty(pages: count)))
    }

    /// The number of items that were read, and the larger one that the server stated.
    private var shortfall: (read: Int, total: Int)? {
        guard !plan.isPartial, let countBefore, let total = plan.total else { return nil }
        let read = countBefore + items.count
        return plan.isComplete(read) || isLatestTotal(read, after: countBefore, total) ? nil : (read, total)
    }

    /// Whether as many items were read as there are still: others were deleted since then. Of these some may
    /// have been read where pages have no numbers. The number of the page's own items, and that of those from
    /// this page on, are no totals.
    private func isLatestTotal(_ read: Int, after countBefore: Int, _ total: Int) -> Bool {
        guard let latest = plan.latestTotal(in: body, links) else { return false }
        if read == latest { return true }
        return plan.next.hasNoNumbers && read > latest && latest > items.count && !items.isEmpty
            && countBefore + latest != total
    }
}

extension HTTPPageKey {
    /// Whether the page before stated that it is the last one.
    var followsStatedEnd: Bool { !isPrevious && plan?.isStatedComplete == true }

    /// Why the list must not end before the page. One that is loaded toward the start of the list may end
    /// before pages that were loaded: it has become shorter since then.
    var shortfall: HTTPPageError.NextPageFailure? {
        if isPrevious { return nil }
        // The rest of such a page.
        if case .offset(_, _?) = position { return nil }
        guard !followsStatedEnd, let plan, !plan.isPartial, let total = plan.total, let itemsBefore,
            !plan.isComplete(itemsBefore)
        else { return nil }
        return .incomplete(read: itemsBefore, total: total)
    }
}

extension PagePlan {
    /// The number of consecutive pages that a list may have lost at its end: it is not requested page by page
    /// up to the next one that it has.
    static var maximumMissingPages: Int { 30 }

    /// Returns whether a list that ends after a number of items has as many as were stated. Where pages have
    /// no numbers, the first total is enough: items that were added since then may be before those that were
    /// read.
    func isComplete(_ read: Int) -> Bool {
        guard let total else { return true }
        return read >= (next.hasNoNumbers ? min(total, firstTotal ?? total) : total)
    }

    /// Takes the counts of a page.
    ///
    /// - Parameter count: The number of its items.
    mutating func count(_ body: JSONText, _ links: ResponseLinks, items count: Int) {
        if let latest = latestTotal(in: body, links) {
            if total == nil, latest > count { firstTotal = latest }
            total = max(total ?? 0, latest)
        }
        // A server that does not count them may send 0.
        if let stated = latestPages(in: body, links), stated > 0 || count == 0 {
            pages = max(pages ?? 0, stated)
        }
    }

    /// Returns the number of all items that a page states.
    func latestTotal(in body: JSONText, _ links: ResponseLinks) -> Int? {
        totalPath.flatMap { (try? body.value(at: $0))?.count } ?? links.total
    }

    /// Returns the number of all pages that a page states.
    func latestPages(in body: JSONText, _ links: ResponseLinks) -> Int? {
        pagesPath.flatMap { (try? body.value(at: $0))?.count } ?? links.pages
    }
}

extension NextPageRule {
    /// Whether pages have neither a number nor an offset, so that items may be added or deleted before them.
    fileprivate var hasNoNumbers: Bool {
        switch self {
        case .link, .address, .cursor, .header, .keyset: true
        case .detected, .single, .page, .offset: false
        }
    }
}

extension JSONText {
    /// The value as a number of items or pages; `nil` if it is none that a list may have.
    var count: Int? { integer.flatMap { URL.queryNumbers ~= $0 ? $0 : nil } }
}
