import FluxLoading
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// The page that a request without a key loads.
extension PagePlan {
    /// Returns the position of that page; `nil` where pages have neither a number nor an offset.
    func position(ofPageOf request: URLRequest) -> HTTPPageKey.Position? {
        switch next {
        case .page: .number(number(ofPageOf: request))
        case .offset: .offset(offset(ofPageOf: request), end: nil)
        case .detected, .single, .link, .address, .cursor, .header, .keyset: nil
        }
    }

    private func number(ofPageOf request: URLRequest) -> Int {
        startNumber(in: request) ?? firstNumber
    }

    private func offset(ofPageOf request: URLRequest) -> Int {
        startNumber(in: request) ?? firstOffset
    }

    private func startNumber(in request: URLRequest) -> Int? {
        next.parameter?.number(at: request.urlOrBlank, request.httpBody)
    }

    /// Returns the number of items before a position, if known: a page that another one follows has as many
    /// items as the others. That is an estimate unless the number is stated.
    ///
    /// - Parameter first: That page.
    func itemsBefore<Item>(
        _ position: HTTPPageKey.Position, after first: Page<HTTPPageKey, Item>
    ) -> Int? {
        switch position {
        case .offset(let offset, _): return max(0, offset - firstOffset)
        case .number(let number):
            let size = first.items.count
            guard case .page = next, !isPartial, first.next != nil, size > 0, number >= firstNumber else {
                return nil
            }
            let (count, isTooLarge) = (number - firstNumber).multipliedReportingOverflow(by: size)
            return isTooLarge || count > Int.max / 4 ? nil : count
        case .address, .cursor, .after, .before, .failure: return nil
        }
    }

    /// Whether pages are addressed by the rule as by a key; `nil` for a rule that names no parameter.
    ///
    /// - Parameter first: That page. A field of some servers has the number or the offset of the page after
    ///   it; any other number there is a cursor. Where nothing else has the number of that page, it may be 0.
    ///   A server that filters items counts those that it leaves out.
    func addresses<Item>(
        _ key: HTTPPageKey, after first: Page<HTTPPageKey, Item>, of request: URLRequest
    ) -> Bool? {
        switch (next, key.position) {
        case (.page, .number), (.offset, .offset), (.cursor, .cursor), (.header, .cursor), (.keyset, .after):
            return true
        case (.cursor, .number), (.header, .number):
            let following = number(ofPageOf: request) + 1
            let mayBeFromZero = startNumber(in: request) == nil
            return first.next.map { $0.isCursor(following) || mayBeFromZero && $0.isCursor(1) }
        case (.cursor, .offset), (.header, .offset):
            let begin = offset(ofPageOf: request)
            let sizes = [first.items.count, pageSize ?? first.items.count]
            return first.next.map { next in sizes.contains { next.isCursor(begin + $0) } }
        case (.page, _), (.offset, _), (.cursor, _), (.header, _), (.keyset, _): return false
        case (.detected, _), (.single, _), (.link, _), (.address, _): return nil
        }
    }

    /// Whether a position is certainly after that page. Where a cursor leads to the page, others may come
    /// before it.
    func isPosition(_ position: HTTPPageKey.Position, afterPageOf request: URLRequest) -> Bool {
        switch position {
        case .number(let number): number > self.number(ofPageOf: request)
        case .offset(let offset, _): offset > self.offset(ofPageOf: request)
        case .cursor, .after: next.parameter?.value(at: request.urlOrBlank, request.httpBody) == nil
        case .address, .before, .failure: false
        }
    }
}
