import FluxLoading
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPPages {
    var home: URL { request.urlOrBlank }

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
                if let page = try await load(key, as: parameter, context) { return page }
                ignored.append(parameter)
            }
            var error = error
            let untried = error.suggestions.filter { $0.parameter.map { !ignored.contains($0) } ?? true }
            error.suggestions = untried.isEmpty ? [plan.next.with("NAME")] : untried
            throw error
        }
    }

    /// The key to load a page with, or the page.
    private enum PlannedLoad {
        case key(HTTPPageKey?)
        case page(Page<HTTPPageKey, Item>)
    }

    /// Detects how pages are addressed, in the first page of the list, for a key that does not tell: a
    /// parameter that the server ignores would lead to that page, as if it was the one with the key. If it is
    /// the one with the key, it is not loaded again.
    private func planned(
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

    /// Loads a page with another parameter.
    ///
    /// - Returns: The page; `nil` if the server ignores this parameter as well, or it leads to no items.
    private func load(
        _ key: HTTPPageKey, as parameter: PageParameter, _ context: PageLoadContext
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

    /// Whether the rule was given, and sends the parameter whose offsets most servers count from 1, and some
    /// from 0.
    private var sendsStartIndex: Bool {
        guard case .offset(let parameter, _) = next else { return false }
        return parameter.name.plain == "startindex"
    }

    /// Whether only the first page of the list tells from which number its offsets are counted.
    private var isFirstOffsetUnknown: Bool {
        sendsStartIndex && next.parameter?.number(at: home, request.httpBody) == nil
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

    /// Loads a page.
    ///
    /// - Returns: The page, and what applies to all pages, if it has a body.
    private func read(
        _ key: HTTPPageKey?, _ context: PageLoadContext
    ) async throws(HTTPPageError) -> (page: Page<HTTPPageKey, Item>, plan: PagePlan?) {
        if let key, case .failure(let failure, _, _, let page?) = key.position, failure.mayPass,
            !failures.remove(key)
        {
            return try await readRest(of: page, before: key, context)
        }
        let request = try request(for: key)
        let sent = SentRequests()
        do throws(HTTPPageError) {
            return try await read(key, by: request, sent, context)
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
    private func failure(of key: HTTPPageKey) -> HTTPPageError {
        guard case .failure(let failure, let url, let suggestions, _) = key.position else {
            preconditionFailure("The key leads to a page.")
        }
        return HTTPPageError(
            url: url.addingSecrets(of: home), reason: .nextPage(failure), suggestions: suggestions)
    }

    private func read(
        _ key: HTTPPageKey?, by request: URLRequest, _ sent: SentRequests, _ context: PageLoadContext
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

    /// The request for a page.
    private func request(for key: HTTPPageKey?) throws(HTTPPageError) -> URLRequest {
        guard let key else { return request }
        switch key.position {
        case .failure: throw failure(of: key)
        case .address(let address):
            let url = address.addingCredentials(of: home)
            try check(url, namedBy: home)
            return request.directed(to: url, home: home)
        case .cursor, .number, .offset, .after, .before:
            do throws(JSONMismatch) {
                return try request(at: key)
            } catch {
                // The body was checked for this source's own rule.
                throw HTTPPageError(
                    url: home, reason: .nextPage(.malformed(description: error.description)))
            }
        }
    }

    /// The request for a page that a parameter addresses.
    private func request(at key: HTTPPageKey) throws(JSONMismatch) -> URLRequest {
        let rule = key.plan?.next ?? next
        var copy = request
        // A request with a body is redirected anew.
        if request.httpBody == nil, let base = key.plan?.base { copy.url = base.addingSecrets(of: home) }
        switch key.position {
        case .cursor(let token): try copy.set(rule.parameter ?? "cursor", to: token)
        case .number(let number): try copy.set(rule.parameter ?? "page", to: PageToken(number))
        case .offset(let offset, _): try copy.set(rule.parameter ?? "offset", to: PageToken(offset))
        case .after(let token): try copy.set(rule.parameter ?? "since", to: token)
        case .before(let token):
            guard case .keyset(_, let parameter, let before) = rule else { break }
            try copy.remove(parameter)
            try copy.set(before ?? "before", to: token)
        case .address, .failure: break
        }
        return copy
    }

    /// Whether the address of a page may be requested: it is as secure as the page that names it, and at the
    /// first page's origin, or at an allowed one.
    private func check(_ url: URL, namedBy page: URL) throws(HTTPPageError) {
        let origin = URLOrigin(url)
        if url.isInsecure(after: page) || url.isInsecure(after: home) {
            throw HTTPPageError(url: page, reason: .nextPage(.insecure(url)))
        }
        let isHome = URLOrigin(home).map { $0.shares(credentialsWith: origin) } ?? false
        let isAllowed = origin.map { allowedOrigins.contains($0) } ?? false
        if isHome || isAllowed && request.httpBody == nil { return }
        throw HTTPPageError(url: page, reason: .nextPage(.otherOrigin(url)))
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

extension HTTPPageError.NextPageFailure {
    /// Whether another response may lead to a page.
    fileprivate var mayPass: Bool {
        switch self {
        case .missing, .repeated, .incomplete, .malformed, .empty: true
        case .otherOrigin, .insecure, .inBody: false
        }
    }
}

extension HTTPPageError {
    /// Whether the server may not know the parameter of the request.
    fileprivate var isOfParameter: Bool {
        switch reason {
        case .nextPage(.repeated(parameter: _?)), .status(400, _, _), .status(422, _, _): true
        case .transport, .status, .decoding, .items, .nextPage: false
        }
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

extension HTTPPageKey {
    /// Returns the key of the items from the same offset up to another one.
    fileprivate func upTo(_ end: Int) -> HTTPPageKey {
        guard case .offset(let start, _) = position else { return self }
        var key = HTTPPageKey(.offset(start, end: end))
        key.plan = plan
        key.itemsBefore = itemsBefore
        key.trail = trail
        return key
    }
}

extension HTTPPageKey.Position {
    fileprivate var isSentInParameter: Bool {
        switch self {
        case .cursor, .number, .offset, .after: true
        case .address, .before, .failure: false
        }
    }
}

extension HTTPPageKey {
    /// Whether the key is a cursor that is a number.
    fileprivate func isCursor(_ number: Int) -> Bool {
        guard case .cursor(let token) = position else { return false }
        return Int(token.text) == number
    }
}

// The page that a request without a key loads.
extension PagePlan {
    /// Returns the position of that page; `nil` where pages have neither a number nor an offset.
    fileprivate func position(ofPageOf request: URLRequest) -> HTTPPageKey.Position? {
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
    fileprivate func itemsBefore<Item>(
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
    fileprivate func addresses<Item>(
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
    fileprivate func isPosition(_ position: HTTPPageKey.Position, afterPageOf request: URLRequest) -> Bool {
        switch position {
        case .number(let number): number > self.number(ofPageOf: request)
        case .offset(let offset, _): offset > self.offset(ofPageOf: request)
        case .cursor, .after: next.parameter?.value(at: request.urlOrBlank, request.httpBody) == nil
        case .address, .before, .failure: false
        }
    }
}
