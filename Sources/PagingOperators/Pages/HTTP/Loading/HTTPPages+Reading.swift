import FluxLoading
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPPages {
    /// Loads a page.
    ///
    /// - Returns: The page, and what applies to all pages, if it has a body.
    func read(
        _ key: HTTPPageKey?, _ context: PageLoadContext
    ) async throws(HTTPPageError) -> (page: Page<HTTPPageKey, Item>, plan: PagePlan?) {
        if let key, case .failure(let failure, _, _, let page?) = key.position, failure.isTransient,
            !failures.remove(key)
        {
            return try await readRest(of: page, before: key, context)
        }
        let request = try request(for: key)
        let sent = SentRequests()
        do throws(HTTPPageError) {
            return try await sendAndRead(request, for: key, sent, context)
        } catch {
            throw error.removing(RequestCredentials(of: [request] + sent.all, requestedAt: home))
        }
    }

    /// Loads a page again that has led to a failure: it may lead to another page by now.
    ///
    /// - Parameters:
    ///   - page: That page.
    ///   - key: The key that has failed.
    /// - Returns: A page with the items that were added to that page since then, and with what it leads to.
    private func readRest(
        of page: HTTPPageKey.LeadingPage, before key: HTTPPageKey, _ context: PageLoadContext
    ) async throws(HTTPPageError) -> (page: Page<HTTPPageKey, Item>, plan: PagePlan?) {
        var (rest, plan) = try await read(page.key, context)
        if let further = key.isPrevious ? rest.previous : rest.next, further.isFailure {
            failures.remove(further)
            throw failure(of: further)
        }
        rest.items = Array(rest.items.dropFirst(key.isPrevious ? .max : max(0, page.itemCount)))
        rest.itemsBefore = nil
        if key.isPrevious { rest.next = nil } else { rest.previous = nil }
        return (rest, plan)
    }

    /// The error with which the load of a page that is not found fails.
    func failure(of key: HTTPPageKey) -> HTTPPageError {
        guard case .failure(let failure, let url, let suggestions, _) = key.position else {
            preconditionFailure("The key leads to a page.")
        }
        return HTTPPageError(
            url: url.addingSecrets(of: home), reason: .nextPage(failure), suggestions: suggestions)
    }

    /// Sends the request for a page, and reads the response.
    ///
    /// - Parameter sent: Collects the requests that loaders send for it.
    private func sendAndRead(
        _ request: URLRequest, for key: HTTPPageKey?, _ sent: SentRequests, _ context: PageLoadContext
    ) async throws(HTTPPageError) -> (page: Page<HTTPPageKey, Item>, plan: PagePlan?) {
        await context.permits?.wait()
        let timer = context.observer.map { ResponseTimer($0, of: request) }
        let (data, response): (Data, URLResponse)
        do throws(LoadingError) {
            (data, response) = try await sent.collect { () async throws(LoadingError) in
                try await loader.body(for: request) { timer?.receive($0) }
            }
        } catch {
            guard endsList(error, at: key) else { throw HTTPPageError(error) }
            return (Page([], previous: try previous(of: key, request.urlOrBlank), next: nil), nil)
        }
        let url = response.url ?? request.urlOrBlank
        if data.isEmpty, (response as? HTTPURLResponse)?.statusCode == 204 {
            if !mayEndBeforeTotal, let failure = key?.shortfall {
                throw HTTPPageError(url: url, reason: .nextPage(failure))
            }
            return (Page([], previous: try previous(of: key, url), next: nil), nil)
        }
        let reader = try self.reader(data, response, url, key)
        onResponse?(reader.response(data))
        let items = try decode(reader.keptItems, reader.plan.items, url)
        let keys = try reader.keys(
            maximumEmptyPages: maximumEmptyPages, mayEndBeforeTotal: mayEndBeforeTotal
        ) { (url) throws(HTTPPageError) in
            try check(url, namedBy: reader.url)
            if url.addingCredentials(of: home) == request.url {
                throw HTTPPageError(url: url, reason: .nextPage(.repeated(parameter: nil)))
            }
        }
        for key in [keys.previous, keys.next] { if let key, key.isFailure { failures.insert(key) } }
        let page = Page(
            items, previous: keys.previous, next: keys.next, total: reader.total,
            itemsBefore: reader.itemsBefore)
        return (page, reader.plan)
    }

    /// The key of the page before one that the server does not have any more. A list that has become shorter
    /// by many pages fails, rather than to request all of these one after the other.
    private func previous(of missing: HTTPPageKey?, _ url: URL) throws(HTTPPageError) -> HTTPPageKey? {
        let startNumber = next.parameter?.number(at: home, request.httpBody)
        guard let previous = missing?.previousOfMissingPage(by: next, startNumber: startNumber) else {
            return nil
        }
        let count = previous.trail.emptyCount
        if count > PagePlan.maximumMissingPages {
            throw HTTPPageError(url: url, reason: .nextPage(.empty(pages: count)))
        }
        return previous
    }

    private func reader(
        _ data: Data, _ response: URLResponse, _ url: URL, _ key: HTTPPageKey?
    ) throws(HTTPPageError) -> PageReader {
        let body: JSONText
        do throws(JSONSyntaxError) {
            body = try JSONText(data, isLines: response.hasLines)
        } catch {
            let encoding = (response as? HTTPURLResponse)?.unknownEncoding
                .map { "the body has the content encoding '\($0)', which was not requested" }
            throw HTTPPageError(
                url: url, reason: .decoding(path: "", description: encoding ?? "\(error)"))
        }
        let http = response as? HTTPURLResponse
        return try PageReader(
            body, ResponseLinks(http, relativeTo: url), url: url, start: home, key: key, items: items,
            next: next, startBody: request.httpBody)
    }

    /// Some servers respond with 404 to the page number after the last, or with 416 to that or to an offset:
    /// the list has no such range. Where they state how many items or pages there are, no page after the last
    /// is requested, with two exceptions. The number of items before the page is an estimate, or exceeds
    /// their total. Or an earlier page stated more than the latest one, which stated to be the last: after
    /// such a page WordPress responds with 400. The first page is never after the last.
    private func endsList(_ error: LoadingError, at key: HTTPPageKey?) -> Bool {
        guard case .status(let status, _) = error.reason, let key, let plan = key.plan, !isStrict else {
            return false
        }
        let statuses: Set =
            switch key.position {
            case .number(let number) where number > plan.firstNumber: [404, 416]
            case .offset(let offset, nil) where offset > plan.firstOffset: [416]
            default: []
            }
        if statuses.isEmpty { return false }
        // GitHub refuses a page after the first 1,000 items with 422.
        if mayEndBeforeTotal { return statuses.contains(status) || status == 422 }
        if key.followsStatedEnd { return statuses.contains(status) || status == 400 }
        guard statuses.contains(status) else { return false }
        let isTotalExceeded = plan.total.map { $0 < key.itemsBefore ?? 0 } ?? false
        let isEndKnown =
            plan.pages != nil || plan.total != nil && !plan.isCountEstimated && !isTotalExceeded
        return plan.isPartial || !isEndKnown
    }
}

extension URLResponse {
    /// Whether the body is a value on each line.
    fileprivate var hasLines: Bool {
        guard let type = mimeType?.lowercased(), type != "application/json" else { return false }
        let names = [
            "ndjson", "nd-json", "ldjson", "jsonl", "jsonlines", "json-seq", "json-lines", "json-stream",
            "stream+json",
        ]
        return names.contains { type.contains($0) }
    }
}
