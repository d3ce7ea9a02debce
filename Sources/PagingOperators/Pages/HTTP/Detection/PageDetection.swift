import FluxLoading
import Foundation

/// Where the items of an API are, and how its next page is found, as detected in a first response. A pure
/// function.
package struct PageDetection: Sendable, Hashable {
    /// What applies to all pages.
    let plan: PagePlan

    /// What was found and is not used, a phrase each.
    package let unused: [String]

    /// Whether the rule was looked for, not given.
    let isSearched: Bool

    /// The fields that indicate a next page, if the rule was looked for.
    let evidence: [JSONPath]

    /// The fields for a next page that the rule does not read, if it was looked for; beside a given rule
    /// whose field is missing, those that indicate a next page.
    let unread: [JSONPath]

    /// The rules that may read a next page that the rule does not.
    let suggestions: [NextPageRule]

    /// Whether the items are at a path that was given, and that the first page does not have.
    let isItemsMissing: Bool

    /// Whether the rule was given, and the first page does not have the field that it reads.
    let isNextMissing: Bool

    /// The path of the items.
    package var items: JSONPath { plan.items }

    /// How the next page is found; `single` if nothing was found.
    package var next: NextPageRule { plan.next }

    /// Detects what is not given.
    ///
    /// - Parameters:
    ///   - body: The body of the response.
    ///   - links: The header fields that name pages.
    ///   - url: The URL of the response.
    ///   - start: The URL that was given for the first page.
    ///   - startBody: The body of the request for the first page.
    ///   - items: The path of the items; `nil` to detect it.
    ///   - next: The rule; `detected` to detect it.
    ///   - key: The key of the page, if that is not the first one.
    /// - Throws: If there are no items, or several arrays that may be.
    static func detect(
        _ body: JSONText, _ links: ResponseLinks, url: URL, start: URL, startBody: Data? = nil,
        items: JSONPath?, next: NextPageRule, key: HTTPPageKey? = nil
    ) throws(HTTPPageError) -> PageDetection {
        let outline = BodyOutline(body, at: url)
        let path: JSONPath
        if let items {
            path = items
        } else {
            path = try outline.items(in: body, of: url, isEmpty: links.total == 0)
        }
        let columns = items == nil ? outline.columns(of: path) : nil
        let count = (try? body.value(at: path))?.elements.count ?? 0
        let finder = NextPageFinder(
            body, links, start: start, startBody: startBody, items: path, count: count, key: key, outline)
        let isSearched = next == .detected
        let rule = isSearched ? finder.rule : next
        var plan = finder.plan(for: rule)
        plan.columns = columns
        plan.columnNames = columns.flatMap { (try? body.value(at: $0))?.shortText }
        if rule == .single, !body.hasMember(at: path), let nothing = outline.totalOfNothing {
            plan.totalPath = nothing.path
        }
        if key == nil { plan.echo = finder.echo(of: rule) }
        if isSearched { plan.alternatives = finder.alternatives(to: rule) }
        return PageDetection(
            plan: plan, unused: finder.unused(by: rule), isSearched: isSearched,
            evidence: isSearched ? finder.evidence : [],
            unread: isSearched
                ? finder.unread(by: rule) : finder.evidence(against: rule, isPartial: plan.isPartial),
            suggestions: isSearched && startBody != nil && rule.parameter != nil
                ? finder.inBodies([rule])
                : finder.otherRule(than: rule) + finder.suggestions(besides: rule),
            isItemsMissing: items != nil && !body.hasMember(at: path),
            isNextMissing: !isSearched && finder.lacks(rule))
    }
}

extension NextPageFinder {
    /// The rule that would be found in place of one that was given.
    fileprivate func otherRule(than given: NextPageRule) -> [NextPageRule] {
        let rule = rule
        return rule == given || rule == .single || suggestions(besides: given).contains(rule) ? [] : [rule]
    }

    /// Returns what a first page determines for those that follow.
    fileprivate func plan(for rule: NextPageRule) -> PagePlan {
        var plan = PagePlan(items: items, next: rule)
        plan.firstNumber = firstNumber(of: rule)
        plan.firstOffset = firstOffset(of: rule)
        plan.flag = flag(of: rule)
        plan.pageSize = pageSize
        plan.isTotalCertain = list.certainTotal != nil || headers.total != nil
        switch rule {
        case .detected, .single: plan.totalPath = list.certainTotal?.path
        case .page(let parameter, let total, let pages):
            plan.totalPath = total ?? list.certainTotal?.path
            plan.pagesPath = pages ?? list.pages?.path
            let pagesBefore = (startNumber(parameter) ?? 0) - plan.firstNumber
            if key == nil, pagesBefore > 0, let stated = plan.latestTotal(in: body, headers),
                isLimited(after: pagesBefore, of: stated)
            {
                plan.pageSize = nil
            }
            plan.isPartial = plan.pageSize == nil && pagesBefore > 0
        case .offset(_, let total): plan.totalPath = total ?? list.certainTotal?.path
        case .link, .address, .cursor, .header, .keyset:
            plan.totalPath = list.total?.path
            plan.isPartial =
                startsInTheMiddle
                || Self.isLaterCursor(rule.parameter.flatMap { $0.value(at: start, startBody) })
        }
        return plan
    }

    /// The number of the page in the response, where pages have numbers or offsets.
    fileprivate func echo(of rule: NextPageRule) -> PageEcho? {
        let items = (try? body.value(at: items))?.elements ?? .none(of: body)
        func echo(_ field: BodyOutline.Field?, or place: PageEcho.Place, of number: Int) -> PageEcho? {
            [field.map { .field($0.path) }, place].lazy.compactMap(\.self)
                .compactMap { PageEcho(at: $0, of: number, items, in: body, headers) }.first
        }
        return switch rule {
        case .page(let parameter, _, _):
            echo(list.pageNumber, or: .number, of: startNumber(parameter) ?? firstNumber(of: rule))
        case .offset(let parameter, _):
            echo(list.offset, or: .range, of: startNumber(parameter) ?? firstOffset(of: rule))
        case .detected, .single, .link, .address, .cursor, .header, .keyset: nil
        }
    }

    /// Whether the server limits pages to fewer items than the address or the body states: this one, which
    /// has fewer, is not the last one with the stated size.
    private func isLimited(after pagesBefore: Int, of total: Int) -> Bool {
        guard let pageSize, count > 0, count < pageSize else { return false }
        return Int64(pagesBefore) * Int64(pageSize) + Int64(count) != Int64(total)
    }

    /// The field that indicates whether there is a next page: that beside the one for the next page, or that
    /// of the list.
    private func flag(of rule: NextPageRule) -> PageFlag? {
        guard let path = rule.path else { return list.flag }
        let near = outline.fields.filter { $0.parent.steps == Array(path.steps.dropLast()) }
        return ListFields.flag(in: near) ?? list.flag
    }
}

extension PageDetection: CustomStringConvertible {
    /// What is used, in one line.
    package var description: String {
        let place = items == .body ? "items: the body" : "items at \(items.quoted)"
        func noted(_ isMissing: Bool) -> String { isMissing ? ", which the first page does not have" : "" }
        return "\(place)\(noted(isItemsMissing)); next page: \(next)\(noted(isNextMissing))"
    }
}
