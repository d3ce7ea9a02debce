import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPPages {
    var home: URL { request.urlOrBlank }

    func load(_ key: HTTPPageKey?) async throws(HTTPPageError) -> Page<HTTPPageKey, Item> {
        let request = try request(for: key)
        let (data, response): (Data, URLResponse)
        do throws(LoadingError) {
            (data, response) = try await loader.body(for: request)
        } catch {
            guard endsList(error, at: key) else { throw HTTPPageError(error) }
            return Page([], next: nil)
        }
        let url = response.url ?? request.urlOrBlank
        if data.isEmpty, (response as? HTTPURLResponse)?.statusCode == 204 { return Page([], next: nil) }
        let reader = try reader(data, response, url, key)
        onResponse?(reader.response(data))
        let items = try decode(reader.keptItems, reader.plan.items, url)
        return try page(items, reader, requested: request.urlOrBlank)
    }

    private func page(
        _ items: [Item], _ reader: PageReader, requested: URL
    ) throws(HTTPPageError) -> Page<HTTPPageKey, Item> {
        let keys = try reader.keys()
        if let url = keys.next?.address, url == requested {
            throw HTTPPageError(url: requested, reason: .nextPage(.repeated(parameter: nil)))
        }
        return Page(
            items, previous: keys.previous, next: keys.next, total: reader.total,
            itemsBefore: reader.itemsBefore)
    }

    private func reader(
        _ data: Data, _ response: URLResponse, _ url: URL, _ key: HTTPPageKey?
    ) throws(HTTPPageError) -> PageReader {
        let body: JSONText
        do throws(JSONSyntaxError) {
            body = try JSONText(data, isLines: response.hasLines)
        } catch {
            throw HTTPPageError(url: url, reason: .decoding(path: "", description: "\(error)"))
        }
        let http = response as? HTTPURLResponse
        let links = ResponseLinks(http?.value(forHTTPHeaderField: "Link"), relativeTo: url)
        return try PageReader(
            body, links, url: url, start: home, key: key, items: items, next: next,
            explains: onResponse != nil)
    }

    /// The request for a page.
    private func request(for key: HTTPPageKey?) throws(HTTPPageError) -> URLRequest {
        guard let key else { return request }
        let rule = key.plan?.next ?? next
        var copy = request
        switch key.position {
        case .address(let url):
            try check(url, namedBy: key.namingPage ?? home)
            return request.directed(to: url, home: home)
        case .cursor(let text): copy.url = home.settingQuery(rule.parameter ?? "cursor", to: text)
        case .number(let number): copy.url = home.settingQuery(rule.parameter ?? "page", to: number)
        case .offset(let offset, _): copy.url = home.settingQuery(rule.parameter ?? "offset", to: offset)
        case .after(let id): copy.url = home.settingQuery(rule.parameter ?? "since", to: id)
        case .before(let id):
            guard case .keyset(_, let parameter, let before) = rule else { break }
            copy.url = home.removingQuery(parameter).settingQuery(before ?? "before", to: id)
        case .missing(let candidates):
            throw HTTPPageError(url: home, reason: .nextPage(.missing(nil, candidates: candidates)))
        }
        return copy
    }

    /// Whether the address of a page may be requested: it is as secure as the page that names it, and at the first page's
    /// origin, at that page's, or at an allowed one.
    private func check(_ url: URL, namedBy page: URL) throws(HTTPPageError) {
        let origin = URLOrigin(url)
        if url.isInsecure(after: page) || url.isInsecure(after: home) {
            throw HTTPPageError(url: page, reason: .nextPage(.insecure(url)))
        }
        let isHome = URLOrigin(home).map { $0.shares(credentialsWith: origin) } ?? false
        let isNear = origin == URLOrigin(page) || origin.map { allowedOrigins.contains($0) } ?? false
        if isHome || isNear && request.httpBody == nil { return }
        throw HTTPPageError(url: page, reason: .nextPage(.otherOrigin(url)))
    }

    /// Some servers respond with 404 to the page number after the last.
    private func endsList(_ error: LoadingError, at key: HTTPPageKey?) -> Bool {
        guard case .status(404, _) = error.reason, case .number? = key?.position, key?.neighbour != nil else {
            return false
        }
        return !isStrict
    }
}

extension HTTPPageKey {
    fileprivate var address: URL? {
        if case .address(let url) = position { url } else { nil }
    }
}

extension URLResponse {
    /// Whether the body is a value on each line.
    fileprivate var hasLines: Bool {
        guard let type = mimeType?.lowercased() else { return false }
        return ["ndjson", "jsonl", "jsonlines", "json-seq", "json-lines", "stream+json"].contains {
            type.contains($0)
        }
    }
}
