import FluxLoading

// Whether a page is one that was loaded before under another key.
extension PageReader {
    var isRepeated: Bool {
        guard let key else { return false }
        if let page = hashes.page, key.trail.contains(page), !isStatedAsRequested, !isShifted { return true }
        if isEndless { return true }
        if key.isTrial, PageFingerprint.ofFirst(items) == key.plan?.firstItem { return true }
        guard let echo = key.plan?.echo, let number = key.position.number else { return false }
        return echo.isRepeated(by: items, of: number, in: body, links)
    }

    /// Whether the items of the page before, which may be equal by coincidence, are repeated for longer than
    /// a list has such: beyond the total that each page states, or, without one, on many pages. A server that
    /// ignores the cursor may name a new one in each response.
    private var isEndless: Bool {
        guard let key, let items = hashes.items, let run = key.trail.equalPages, run.items == items else {
            return false
        }
        if isIdentified(by: .certain), run.count >= EqualPages.maximumOfIdentified { return true }
        guard !key.isPrevious, let countBefore, let total = plan.firstTotal, total == plan.total else {
            return run.count >= EqualPages.maximum
        }
        return countBefore + self.items.count > total
    }

    /// Whether the items have identifiers that usually distinguish them.
    private func isIdentified(by identifiers: PageFingerprint.Identifiers) -> Bool {
        if case .bytes = PageFingerprint.identity(of: items, by: identifiers) { false } else { true }
    }

    /// Whether the items are those of an earlier page because the list has gained a page of items at its
    /// start since then. That is assumed if the number of all items has increased. Without such a number,
    /// another page must have come after the first one, so that the server does not ignore the page number. A
    /// server that sends its last page, or some pages, again and again does so at the next number, too.
    private var isShifted: Bool {
        guard let key, !key.isPrevious, !key.isTrial, key.plan?.alternatives.isEmpty != false,
            let page = hashes.page, key.trail.mayRepeat(page), key.position.number != nil,
            isIdentified(by: .all)
        else { return false }
        if case .offset(_, _?) = key.position { return false }
        if key.trail.isRepeating { return true }
        guard let total = key.plan?.total else { return key.trail.hasSeveralPages }
        return plan.latestTotal(in: body, links).map { $0 > total } ?? false
    }

    /// The failure of such a page.
    var repetition: HTTPPageError {
        HTTPPageError(
            url: url, reason: .nextPage(.repeated(parameter: plan.next.parameter?.name)),
            suggestions: plan.next.otherParameters)
    }

    /// Whether the items may be equal to those of another page by coincidence, and the response states that
    /// they are those that were requested, of a list whose end is known.
    private var isStatedAsRequested: Bool {
        guard plan.total != nil || plan.pages != nil, let echo = key?.plan?.echo,
            let number = key?.position.number
        else { return false }
        return echo.states(number, in: body, links) && PageFingerprint.isAmbiguous(items, by: .all)
    }
}

extension HTTPPageKey.Position {
    /// The number of the page or its offset.
    fileprivate var number: Int? {
        switch self {
        case .number(let number), .offset(let number, _): number
        case .address, .cursor, .after, .before, .failure: nil
        }
    }
}

extension HTTPPageKey {
    /// Whether the page is requested with another parameter than the detected one, which the server ignores.
    fileprivate var isTrial: Bool { plan.map { $0.alternatives.isEmpty && $0.firstItem != nil } ?? false }
}

extension NextPageRule {
    /// Returns what detects a repeated page.
    ///
    /// If the key of the next page is computed here, a server that ignores the parameter sends the same
    /// items. If the server names the next page, plain values, a single item, or items
    /// with few different values may be equal by coincidence, unless they name the same next page. So may be
    /// the identifiers of what items belong to.
    func hashes(of items: JSONElements, in body: JSONText, _ links: ResponseLinks) -> PageHashes {
        if items.isEmpty { return PageHashes() }
        switch self {
        case .page, .offset, .keyset: return PageHashes(page: PageFingerprint.of(items, by: .all))
        case .detected, .single: return PageHashes()
        case .link, .address, .cursor, .header:
            let hash = PageFingerprint.of(items, by: .certain)
            if !PageFingerprint.isAmbiguous(items, by: .certain) { return PageHashes(page: hash) }
            let next = nextText(in: body, links)
            return PageHashes(page: PageFingerprint.adding(next, to: hash), items: hash)
        }
    }

    /// What names the next page, as it was received.
    private func nextText(in body: JSONText, _ links: ResponseLinks) -> String {
        switch self {
        case .link: links.next ?? ""
        case .header(let name, _): links.value(of: name) ?? ""
        case .address(let path, _), .cursor(let path, _, _):
            (try? body.value(at: path))?.withBytes { String(decoding: $0, as: UTF8.self) } ?? ""
        case .detected, .single, .keyset, .page, .offset: ""
        }
    }

    /// The same rule with the parameters that may be meant instead of one that the server ignores.
    fileprivate var otherParameters: [NextPageRule] {
        let names: [PageParameter] =
            switch self {
            case .cursor(let path, _, _):
                PageSign.Parameter.stripped.alternatives(for: path.steps.last ?? "")
            case .header(let name, _): PageSign.Parameter.stripped.alternatives(for: name)
            case .detected, .single, .link, .address, .keyset, .page, .offset: []
            }
        guard let parameter, !parameter.isInBody else { return [] }
        let others = names.filter { $0 != parameter }
        return (others.isEmpty ? [.query("NAME")] : others).map { with($0) }
    }
}
