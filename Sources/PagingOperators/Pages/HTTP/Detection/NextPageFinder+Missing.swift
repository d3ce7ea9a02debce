import FluxLoading

// A given rule whose field the first page does not have: its name may be wrong, or there may be one page.
extension NextPageFinder {
    /// Whether the first page does not have what a rule reads, with any value, and does not state that the
    /// list is complete.
    func lacks(_ rule: NextPageRule) -> Bool {
        if key != nil || isComplete { return false }
        return switch rule {
        case .link: headers.next == nil && !headers.isPaged && !headers.isMalformed
        case .header(let name, _): !headers.hasField(name)
        case .address(let path, _), .cursor(let path, _, _): !body.hasMember(at: path)
        case .detected, .single, .keyset, .page, .offset: false
        }
    }

    /// The fields that indicate a next page beside a rule whose own field is missing: one at the same path
    /// but for case and separators, a link, and counts and flags, unless the list begins in the middle.
    ///
    /// - Parameter isPartial: Whether other pages may precede the first one.
    func evidence(against rule: NextPageRule, isPartial: Bool) -> [JSONPath] {
        guard count > 0, lacks(rule) else { return [] }
        let names = rule.path?.steps.map(\.plain)
        let similar = outline.fields.filter {
            $0.path.steps.map(\.plain) == names && !$0.value.isEnd && $0.value.kind != .boolean
        }
        let link: [JSONPath] = headers.next == nil ? [] : ["Link"]
        return similar.map(\.path) + link + (isPartial ? [] : evidence)
    }
}
