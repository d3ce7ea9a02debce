import Foundation

@testable import FluxImages
@testable import FluxLoading
@testable import PagingOperators

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private let base = URL(string: "https://user:pass@example.org/a/b?page=2")!  // a literal

extension FuzzTarget {
    static let link = FuzzTarget(text: "link") { header in
        let links = Array(LinkHeader(header))
        expect(links.count <= header.utf8.count / 2, "\(links.count) links")
        let resolved = PageLinks(header: header, relativeTo: base)
        let unresolved = ResponseLinks(header, relativeTo: base)
        expect(resolved.next == nil || unresolved.isPaged, "a next page of no list")
    }

    /// References as in `Location` fields, and what is printed of addresses.
    static let address = FuzzTarget(text: "address") { reference in
        if let url = base.resolving(reference) {
            expect(["http", "https"].contains(url.scheme?.lowercased()), "the scheme of \(url)")
            expect(url.user() == nil && url.password() == nil, "a user in \(url)")
            expect(URLOrigin(url) != nil, "no origin in \(url)")
            expect(url.resolving(url.absoluteString) == url, "\(url) is resolved to another address")
        }
        let page = base.settingQuery(reference, to: reference)
        expect(
            page.queryValue(reference) == reference || page == base, "the parameter '\(reference)' of \(page)"
        )
        expect(!page.redacted.contains("pass@"), "the password in \(page.redacted)")
    }

    static let retryAfter = FuzzTarget(text: "retry-after") { value in
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        guard let wait = HTTPURLResponse.retryAfter(value, now: now) else { return }
        expect(wait >= .zero && wait < .seconds(400_000_000_000), "a wait of \(wait)")
    }

    static let date = FuzzTarget(text: "date") { value in
        guard let date = HTTPDate.parse(value, now: Date(timeIntervalSince1970: 1_800_000_000)) else {
            return
        }
        let seconds = date.timeIntervalSince1970
        expect(-63_000_000_000...254_000_000_000 ~= seconds, "a date \(seconds) s from 1970")
    }

    static let contentRange = FuzzTarget(text: "content-range") { value in
        guard let range = ContentRange(value) else { return }
        expect(range.range.lowerBound >= 0, "a range from \(range.range.lowerBound)")
        expect(range.total.map { range.range.upperBound < $0 } ?? true, "a range beyond its total")
    }

    /// `Cache-Control`, and the other fields that tell how long a stored response is fresh, one on each line.
    static let cacheControl = FuzzTarget("cache-control") { data in
        let (lines, rest) = data.cutLines(5)
        let control = CacheControl(lines[0])
        for age in [control.maxAge, control.staleWhileRevalidate].compactMap(\.self) {
            expect(age >= .zero && age <= .seconds(Int64(1) << 31), "an age of \(age)")
        }
        let fields = Dictionary(
            uniqueKeysWithValues: Swift.zip(
                ["cache-control", "age", "date", "expires", "vary"], lines))
        var metadata = fields
        metadata["received"] = String(decoding: rest, as: UTF8.self)
        let stored = StoredResponse(metadata: metadata) ?? StoredResponse(receivedAt: Date(), fields: fields)
        judge(stored)
        _ = stored.strongValidator
    }
}

/// Asks the policy of HTTP whether a stored response may be shown, and how it is validated.
func judge(_ response: StoredResponse) {
    let policy = HTTPCachePolicy(defaultLifetime: .seconds(60))
    let request = ImageRequest(url: URL(filePath: "/"))
    _ = policy.freshness(of: response, for: request, at: Date(timeIntervalSince1970: 1_800_000_000))
    _ = policy.conditions(validating: response, for: request)
}
