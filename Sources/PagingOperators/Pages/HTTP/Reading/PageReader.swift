import FluxLoading
import Foundation

/// Reads a page from a response: its items, and the keys of the adjacent pages. A pure value.
struct PageReader {
    let body: JSONText
    let links: ResponseLinks
    /// The URL of the response.
    let url: URL
    /// The URL of the first page.
    let start: URL
    let key: HTTPPageKey?
    let plan: PagePlan
    let detection: PageDetection?
    /// The body of the request for the first page.
    let startBody: Data?
    let items: JSONElements
    /// What detects a repeated page.
    let hashes: PageHashes

    init(
        _ body: JSONText, _ links: ResponseLinks, url: URL, start: URL, key: HTTPPageKey?, items: JSONPath?,
        next: NextPageRule, startBody: Data? = nil
    ) throws(HTTPPageError) {
        self.body = body
        self.links = links
        self.url = url
        self.start = start
        self.key = key
        self.startBody = startBody
        if key?.plan == nil {
            detection = try PageDetection.detect(
                body, links, url: url, start: start, startBody: startBody, items: items, next: next, key: key)
        } else {
            detection = nil
        }
        var plan = key?.plan ?? detection?.plan ?? PagePlan(items: items ?? .body, next: next)
        // A second page that was read has shown that the parameter is right.
        if key != nil { (plan.alternatives, plan.firstItem) = ([], nil) }
        let found = try Self.items(of: body, plan, url, at: key)
        if !plan.alternatives.isEmpty { plan.firstItem = PageFingerprint.ofFirst(found) }
        // The first page with items may have more members than the empty ones before it.
        if plan.shape == nil || !found.isEmpty && (key?.trail.emptyCount ?? 0) > 0 {
            plan.shape = PageShape(BodyOutline(body), after: plan.shape)
        }
        plan.count(body, links, items: found.count)
        plan.countItems(found.count, at: key?.position)
        if key == nil, url != start, URLOrigin(start)?.shares(credentialsWith: URLOrigin(url)) == true {
            plan.base = url.leavingOutSecrets(of: start)
        }
        self.items = found
        self.plan = plan
        hashes = plan.next.hashes(of: found, in: body, links)
        if isRepeated { throw repetition }
    }

    /// The items without those that the next page has as well, which was loaded before.
    var keptItems: JSONElements {
        guard case .offset(_, let end?) = key?.position else { return items }
        return items.prefix(max(0, end - offset))
    }

    /// Whether the page was named as the one before another, so that the list is read toward its start.
    var isPrevious: Bool { key?.isPrevious ?? false }

    /// The number of all items, if it is known. Where pages have no numbers, it counts only if it is
    /// certainly not that of a page, and if the list begins with the first page.
    var total: Int? {
        switch plan.next {
        case .page, .offset: plan.total
        case .link, .address, .cursor, .header, .keyset:
            plan.isTotalCertain && !plan.isPartial ? plan.total : nil
        case .detected, .single: nil
        }
    }

    var itemsBefore: Int? {
        switch plan.next {
        case .offset, .page: countBefore
        default: nil
        }
    }

    func response(_ data: Data) -> HTTPPageResponse {
        HTTPPageResponse(
            url: url, data: data, body: body, items: plan.items, next: plan.next, itemCount: items.count,
            detection: detection)
    }

    // MARK: Keys

    /// Returns the keys of the adjacent pages. Where there should be one that is not found, or must not be
    /// loaded, its key is that of a page whose load fails, so that the items of this page are not lost; for a
    /// page without items that is thrown, if it is the one that the list needs next.
    ///
    /// - Parameters:
    ///   - maximumEmptyPages: The number of consecutive pages without items after which a list fails.
    ///   - mayEndBeforeTotal: Whether the list may have fewer items than the server states.
    ///   - check: Whether an address may be loaded.
    func keys(
        maximumEmptyPages: Int = 5, mayEndBeforeTotal: Bool = false,
        _ check: (URL) throws(HTTPPageError) -> Void = { (_) throws(HTTPPageError) in }
    ) throws(HTTPPageError) -> (previous: HTTPPageKey?, next: HTTPPageKey?) {
        let previous = try checked(
            { () throws(HTTPPageError) in
                guard let position = try previousPosition() else { return nil }
                try checkEmptinessBefore(maximumEmptyPages)
                return position
            }, check)
        let next = try checked(
            { () throws(HTTPPageError) in
                guard let position = try nextPosition(), try !isSameEmptyPage(position) else {
                    try checkEnd(mayEndBeforeTotal: mayEndBeforeTotal)
                    return nil
                }
                try checkEmptiness(maximumEmptyPages)
                try checkBody()
                return position
            }, check)
        let further = isPrevious ? previous : next
        if items.isEmpty, case .failure(let failure, _, let suggestions, _)? = further {
            throw HTTPPageError(url: url, reason: .nextPage(failure), suggestions: suggestions)
        }
        return (
            previous.map {
                self.key(at: $0, itemsBefore: plan.precedingCount(of: $0, countBefore), isNext: false)
            },
            next.map { self.key(at: $0, itemsBefore: countBefore.map { $0 + keptItems.count }, isNext: true) }
        )
    }

    /// Whether a position is that of this page, which has no items: Solr and Matrix repeat the cursor at the
    /// end of a list. Beside a flag that there is more, the server ignores the parameter.
    private func isSameEmptyPage(_ position: HTTPPageKey.Position) throws(HTTPPageError) -> Bool {
        guard items.isEmpty, position.leavingOutSecrets(of: start) == key?.position else { return false }
        if plan.flag?.saysMore(in: body) == true { throw repetition }
        return true
    }

    private func checked(
        _ position: () throws(HTTPPageError) -> HTTPPageKey.Position?,
        _ check: (URL) throws(HTTPPageError) -> Void
    ) throws(HTTPPageError) -> HTTPPageKey.Position? {
        do throws(HTTPPageError) {
            let position = try position()
            if case .address(let url)? = position { try check(url) }
            return position
        } catch {
            guard case .nextPage(let failure) = error.reason else { throw error }
            let page = HTTPPageKey.LeadingPage(key: key, itemCount: keptItems.count)
            return .failure(failure, at: error.url, suggestions: error.suggestions, after: page)
        }
    }

    private func key(at position: HTTPPageKey.Position, itemsBefore: Int?, isNext: Bool) -> HTTPPageKey {
        var key = HTTPPageKey(position.leavingOutSecrets(of: start))
        key.plan = plan
        key.plan?.isStatedComplete = isNext && statesEnd ? true : nil
        key.itemsBefore = itemsBefore
        key.isPrevious = !isNext
        // A page that was reached from the other side follows other pages in the list than those that led to
        // it.
        let trail = self.key.flatMap { $0.isPrevious == key.isPrevious ? $0.trail : nil } ?? PageTrail()
        key.trail = trail.adding(hashes, isEmpty: items.isEmpty)
        return key
    }
}
