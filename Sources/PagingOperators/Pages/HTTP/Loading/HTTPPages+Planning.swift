import FluxLoading
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPPages {
    /// The key to load a page with, or the page.
    enum PlannedLoad {
        case key(HTTPPageKey?)
        case page(Page<HTTPPageKey, Item>)
    }

    /// Detects how pages are addressed, in the first page of the list, for a key that does not tell: a
    /// parameter that the server ignores would lead to that page, as if it was the one with the key. If it is
    /// the one with the key, it is not loaded again.
    func planned(
        _ key: HTTPPageKey?, _ context: PageLoadContext
    ) async throws(HTTPPageError) -> PlannedLoad {
        guard var key, key.plan == nil, key.position.isSentInParameter else { return .key(key) }
        guard case .detected = next else {
            // A server that counts from 1 may refuse 0, or take it as 1.
            if key.position == .offset(0, end: nil), isFirstOffsetUnknown { return .key(nil) }
            // In the middle of a list its server does not tell whether it counts from 0 or from 1.
            if sendsStartIndex, key.itemsBefore != 0 { key.itemsBefore = nil }
            return .key(key)
        }
        let (first, plan) = try await read(nil, context)
        // A list that is counted from 1 has no item 0.
        if let plan, let offset = key.offset, offset < plan.firstOffset { key = .offset(plan.firstOffset) }
        if let plan, plan.position(ofPageOf: request) == key.position { return .page(first) }
        if let next = first.next, next.isFailure { throw failure(of: next) }
        guard let plan, let isAddressed = plan.addresses(key, after: first, of: request) else {
            return .key(key)
        }
        if !isAddressed {
            throw HTTPPageError(
                url: home,
                reason: .nextPage(
                    .malformed(description: "the list has no \(key): its rule is \(plan.next)")),
                suggestions: [plan.next])
        }
        key.plan = plan
        key.itemsBefore = plan.itemsBefore(key.position, after: first)
        if case .number = key.position, key.itemsBefore != nil, plan.pageSize != first.items.count {
            key.plan?.isCountEstimated = true
        }
        // The page that was read comes again if the server ignores the parameter, or if the list leads to it.
        if plan.isPosition(key.position, afterPageOf: request), let next = first.next {
            key.trail = next.trail
        }
        return .key(key)
    }

    /// Whether the rule was given, and sends the parameter whose offsets most servers count from 1, and some
    /// from 0.
    private var sendsStartIndex: Bool {
        guard case .offset(let parameter, _) = next else { return false }
        return parameter.name.plain == "startindex"
    }

    /// Whether only the first page of the list tells from which number its offsets are counted.
    var isFirstOffsetUnknown: Bool {
        sendsStartIndex && next.parameter?.number(at: home, request.httpBody) == nil
    }
}
