import Foundation

// Page numbers, offsets, and the number of items before a page.
extension PageReader {
    var number: Int {
        if case .number(let number)? = key?.position { return number }
        return startNumber ?? plan.firstNumber
    }

    var offset: Int {
        if case .offset(let offset, _)? = key?.position { return offset }
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
        case .page: (number - plan.firstNumber) * (plan.pageSize ?? items.count)
        }
    }

    func precedingCount(of position: HTTPPageKey.Position) -> Int? {
        if case .offset(let offset, _) = position { return max(0, offset - plan.firstOffset) }
        guard case .number = position, let countBefore, number > plan.firstNumber else { return nil }
        let pages = number - plan.firstNumber
        return countBefore - (countBefore + pages - 1) / pages
    }

    /// Whether there is a next page by number: determined by the number of pages, then by the body, then by
    /// the number of items; without any, an empty page is the end.
    func hasNextNumber(_ flag: Bool?) -> Bool {
        if let pages = plan.pages, items.isEmpty || flag != true {
            return number - plan.firstNumber + 1 < pages
        }
        if items.isEmpty { return false }
        return flag ?? !hasReachedTotal
    }

    func hasNextOffset(_ flag: Bool?) -> Bool {
        items.isEmpty ? false : flag ?? !hasReachedTotal
    }

    /// Whether this is a page without items after as many as there are: some servers always name a next page.
    var isBeyondTotal: Bool {
        switch plan.next {
        case .link, .address, .cursor, .header: items.isEmpty && plan.isTotalCertain && hasReachedTotal
        case .detected, .single, .keyset, .page, .offset: false
        }
    }

    private var hasReachedTotal: Bool {
        guard let total = plan.total, total > 0, let countBefore else { return false }
        return countBefore + items.count >= total
    }

    var previousOffset: HTTPPageKey.Position? {
        guard offset > plan.firstOffset else { return nil }
        let size = plan.pageSize ?? max(1, items.count)
        return .offset(max(plan.firstOffset, offset - size), end: offset)
    }
}
