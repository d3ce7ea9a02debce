extension NextPageFinder {
    /// Returns what was found and is not used by a rule, a phrase each.
    func unused(by rule: NextPageRule) -> [String] {
        var phrases: [String] = []
        if rule != .link, headers.next != nil { phrases.append("a Link header") }
        for field in candidates where field.isUsual && !field.isEnd && !uses(rule, field) {
            phrases.append("\(field.kind == .address ? "an address" : "a cursor") at \(field.path.quoted)")
        }
        if let rest = outline.rest, rule == .single { phrases.append(rest) }
        guard rule == .single else { return phrases }
        let named = Set(candidates.filter(\.isUsual).map(\.path))
        phrases += list.likelyNext.map(\.path).filter { !named.contains($0) }.map(\.quoted)
        if let (field, total) = largerTotal {
            phrases.append("\(field.path): \(total), with \(count) items here")
        }
        if let field = possibleTotal, let total = field.value.integer {
            phrases.append("\(field.path): \(total), with \(count) items here")
        }
        if let (field, pages) = severalPages { phrases.append("\(field.path): \(pages)") }
        if let flag = hasMore { phrases.append("\(flag.path): \(flag.meansMore)") }
        if let total = headers.total, total > count {
            phrases.append("a header field with \(total) as the number of items, with \(count) here")
        }
        for name in Self.pageParameters + Self.offsetParameters where start.queryNumber(name) != nil {
            phrases.append("'\(name)' in the address")
        }
        for name in Self.keysetParameters where start.queryValue(name) != nil {
            phrases.append("'\(name)' in the address")
        }
        for name in fullPageParameters {
            phrases.append("as many items as '\(name)' in the address allows")
        }
        return phrases
    }

    /// The parameters of the address that may have the size of a page, of as many items as this one has.
    private var fullPageParameters: [String] {
        guard count > 0 else { return [] }
        let known = Set(Self.sizeParameters.map(\.plain))
        let others = Set((Self.pageParameters + Self.offsetParameters + Self.keysetParameters).map(\.plain))
        return start.queryNames.filter { name in
            guard start.queryNumber(name) == count, !others.contains(name.plain) else { return false }
            // Ten or more items are seldom by accident as many as another number.
            return known.contains(name.plain) || count >= 10
        }
    }

    private func uses(_ rule: NextPageRule, _ field: NextField) -> Bool {
        switch rule {
        case .link: true  // fields of the body repeat the header
        case .address(let path, let previous), .cursor(let path, _, let previous):
            path == field.path || previous == field.path || field.kind == .cursor
        case .detected, .single, .header, .keyset, .page, .offset: false
        }
    }
}
