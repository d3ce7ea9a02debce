import Flux
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An item of the pages.
private struct Issue: Decodable, Sendable {
    let id: Int
    let title: String
    let labels: [String]

    /// A page in the form `{"items":[…],"total":…}`.
    static func page(_ ids: Range<Int>, of total: Int) -> Data {
        let items = ids.map {
            "{\"id\":\($0),\"title\":\"The issue with the number \($0)\",\"labels\":[\"bug\",\"urgent\"],\"open\":true}"
        }
        return Data("{\"items\":[\(items.joined(separator: ","))],\"total\":\(total)}".utf8)
    }
}

private struct Envelope: Decodable {
    let items: [Issue]
}

extension Benchmark {
    private static let pageSize = 100

    /// The items of pages over HTTP.
    static func httpFeed() -> Benchmark {
        httpFeed(
            name: "http-feed", baselineName: "URLSession loop, whole bodies decoded", prefetch: 0, work: 0)
    }

    /// The same with a consumer that works on each page, about half as long as a page loads, while the next
    /// page is loaded.
    static func httpFeedAhead() -> Benchmark {
        httpFeed(
            name: "http-feed-ahead", baselineName: "URLSession loop, then work on each page", prefetch: 1,
            work: 150_000)
    }

    private static func httpFeed(name: String, baselineName: String, prefetch: Int, work: Int) -> Benchmark {
        Benchmark(name: name, baselineName: baselineName, elements: 10_000) { elements in
            let (server, first) = serve(elements)
            let source = HTTPPages<Issue>(first, next: .page(total: "total"))
            let session = URLSession(configuration: .ephemeral)
            return Sides(
                subject: {
                    withExtendedLifetime(server) {
                        waitForSum { try await sum(of: source, prefetch: prefetch, work: work) }
                    }
                },
                baseline: {
                    waitForSum { try await sum(of: session, server.url, elements / pageSize, work: work) }
                })
        }
    }

    /// Many items in one body.
    static func httpBody() -> Benchmark {
        Benchmark(
            name: "http-body", baselineName: "URLSession, whole body decoded", elements: 100_000
        ) { elements in
            let server = PageServer(pages: [Issue.page(0..<elements, of: elements)])
            let source = HTTPPages<Issue>(server.url, next: .single, loader: Self.loader)
            let session = URLSession(configuration: .ephemeral)
            return Sides(
                subject: {
                    withExtendedLifetime(server) {
                        waitForSum { try await sum(of: source, prefetch: 0, work: 0) }
                    }
                },
                baseline: { waitForSum { try await sum(of: session, server.url, 1, work: 0) } })
        }
    }

    private static let loader = URLSessionDataLoader(maximumBytes: 1 << 30)

    private static func serve(_ count: Int) -> (PageServer, URL) {
        let starts = stride(from: 0, to: count, by: pageSize)
        let server = PageServer(
            pages: starts.map { Issue.page($0..<min($0 + pageSize, count), of: count) })
        return (server, server.url.appending(queryItems: [URLQueryItem(name: "page", value: "1")]))
    }
}

private func sum(of source: HTTPPages<Issue>, prefetch: Int, work: Int) async throws -> Int {
    var total = 0
    for try await page in source.pages(prefetch: prefetch) {
        for issue in page.items { total &+= issue.id + issue.labels.count }
        spin(work)
    }
    return total
}

private func sum(of session: URLSession, _ url: URL, _ pages: Int, work: Int) async throws -> Int {
    var total = 0
    for page in 1...pages {
        let address = url.appending(queryItems: [URLQueryItem(name: "page", value: "\(page)")])
        let (data, _) = try await session.data(from: address)
        let envelope = try JSONDecoder().decode(Envelope.self, from: data)
        for issue in envelope.items { total &+= issue.id + issue.labels.count }
        spin(work)
    }
    return total
}

/// Works for a time in proportion to a number.
private func spin(_ count: Int) {
    // A linear recurrence would be computed in steps of many.
    var state = UInt64(count) | 1
    for _ in 0..<count {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
    }
    blackHole(Int(truncatingIfNeeded: state))
}

/// Runs a task and blocks until it is done.
private func waitForSum(_ work: @escaping @Sendable () async throws -> Int) -> Int {
    let end = DispatchSemaphore(value: 0)
    let result = Total()
    Task.detached {
        do {
            result.value = try await work()
        } catch {
            preconditionFailure("The server failed: \(error)")
        }
        end.signal()
    }
    end.wait()
    return result.value
}
