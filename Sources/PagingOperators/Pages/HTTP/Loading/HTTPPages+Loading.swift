extension HTTPPages {
    /// Loads a page. If the server ignores the parameter that was detected for the second one, others are
    /// tried.
    func load(
        _ requested: HTTPPageKey?, _ context: PageLoadContext = PageLoadContext()
    ) async throws(HTTPPageError) -> Page<HTTPPageKey, Item> {
        let key: HTTPPageKey?
        switch try await planned(requested, context) {
        case .key(let planned): key = planned
        case .page(let first): return first
        }
        do throws(HTTPPageError) {
            return try await loadPage(key, context)
        } catch {
            guard error.isOfParameter, let key, !key.isFailure, let plan = key.plan,
                !plan.alternatives.isEmpty
            else { throw error }
            var ignored = plan.next.parameter.map { [$0] } ?? []
            for parameter in plan.alternatives where mayTry?() ?? true {
                onTrial?(PageTrial(ignored: ignored[ignored.count - 1], tried: parameter))
                if let page = try await tryLoading(key, with: parameter, context) { return page }
                ignored.append(parameter)
            }
            var error = error
            let untried = error.suggestions.filter { $0.parameter.map { !ignored.contains($0) } ?? true }
            error.suggestions = untried.isEmpty ? [plan.next.with("NAME")] : untried
            throw error
        }
    }

    /// Loads a page with another parameter.
    ///
    /// - Returns: The page; `nil` if the server ignores this parameter as well, or it leads to no items.
    private func tryLoading(
        _ key: HTTPPageKey, with parameter: PageParameter, _ context: PageLoadContext
    ) async throws(HTTPPageError) -> Page<HTTPPageKey, Item>? {
        var key = key
        let rule = key.plan?.next ?? next
        key.plan?.next = rule.with(parameter)
        key.plan?.alternatives = []
        do throws(HTTPPageError) {
            let page = try await loadPage(key, context)
            // A parameter with another meaning may lead to nothing.
            return page.items.isEmpty ? nil : page
        } catch  where error.isOfParameter {
            return nil
        }
    }

    /// Loads a page. If the server returns fewer items than there are up to the page after it, which was
    /// loaded before, further requests complete it: nothing else would load the others.
    private func loadPage(
        _ key: HTTPPageKey?, _ context: PageLoadContext
    ) async throws(HTTPPageError) -> Page<HTTPPageKey, Item> {
        guard let key, case .offset(let start, let end?) = key.position else {
            return try await read(key, context).page
        }
        if isFirstOffsetUnknown, start <= 1, key.plan?.firstOffset ?? 0 == 0 {
            return try await loadStart(upTo: end, context)
        }
        return try await completed(read(key, context).page, to: end - start, upTo: end, context)
    }

    /// Loads the items before an offset as those of the first page of the list, which is requested without an
    /// offset, and tells from which number they are counted.
    private func loadStart(
        upTo end: Int, _ context: PageLoadContext
    ) async throws(HTTPPageError) -> Page<HTTPPageKey, Item> {
        let (first, plan) = try await read(nil, context)
        let count = max(0, end - (plan?.firstOffset ?? 0))
        var page = first
        if page.items.count > count {
            page.items = Array(page.items.prefix(count))
            var next = HTTPPageKey.offset(end)
            next.plan = plan
            next.itemsBefore = count
            page.next = next
        }
        return try await completed(page, to: count, upTo: end, context)
    }

    /// Loads the items that a page lacks up to an offset. One without items is beyond the end of a list that
    /// has become shorter.
    ///
    /// - Parameter count: The number of items of the complete page.
    private func completed(
        _ first: Page<HTTPPageKey, Item>, to count: Int, upTo end: Int, _ context: PageLoadContext
    ) async throws(HTTPPageError) -> Page<HTTPPageKey, Item> {
        var page = first
        while !page.items.isEmpty, page.items.count < count, let rest = page.next {
            let part = try await read(rest.upTo(end), context).page
            page.items += part.items
            page.next = part.next
        }
        return page
    }
}
