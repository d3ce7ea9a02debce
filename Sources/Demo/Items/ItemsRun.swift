import Flux
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Prints the items of an API, page by page.
struct ItemsRun {
    let options: ItemsOptions
    let progress = ItemsProgress()

    /// Reads and prints all pages, or as many as the limits allow.
    func run() async throws -> RunEnding {
        let bodies = LatestResponse()
        var printed = 0
        var pages = 0
        for try await page in source(bodies).retry(retries).pages() {
            pages += 1
            let kept = page.items.prefix(options.limit - printed)
            printed += kept.count
            StandardOutput.write(try lines(of: kept, bodies.take()))
            progress.report(pages: pages, items: printed)
            if kept.count < page.items.count || page.next != nil && printed >= options.limit {
                return ending("\(options.limit) items")
            }
            if page.next != nil, pages >= options.maximumPages { return ending("\(pages) pages") }
        }
        progress.finish()
        return .end
    }

    private func ending(_ limit: String) -> RunEnding {
        progress.finish()
        StandardError.write("Demo: stopped after \(limit); there may be more")
        return .limit
    }

    private func source(_ bodies: LatestResponse) -> HTTPPages<JSONText> {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = TimeInterval(options.timeout)
        let loader = URLSessionDataLoader(
            configuration: configuration, deadline: .seconds(options.deadline))
        var source = HTTPPages<JSONText>(
            options.request, items: options.items, next: options.next,
            allowedOrigins: options.allowedOrigins, loader: loader, item: { text, _ in text })
        source.isStrict = options.isStrict
        source.onResponse = { response in
            bodies.put(response)
            if let detection = response.detection { ItemsProgress.say(detection) }
        }
        return source
    }

    private var retries: RetryPolicy {
        RetryPolicy(attempts: options.retries + 1, initialDelay: .milliseconds(250), factor: 2)
    }

    private func lines(of items: ArraySlice<JSONText>, _ response: HTTPPageResponse?) throws -> Data {
        switch options.output {
        case .items(let fields):
            var lines = Data()
            for item in items { lines.append(try ItemLine(item, fields: fields).bytes) }
            return lines
        case .pages: return try response.map { try ItemLine($0.body, fields: []).bytes } ?? Data()
        case .raw: return response?.data ?? Data()
        }
    }
}

/// The response whose items are being read.
private final class LatestResponse: Sendable {
    private let response = Locked<HTTPPageResponse?>(nil)

    func put(_ response: HTTPPageResponse) { _ = self.response.exchange(response) }

    func take() -> HTTPPageResponse? { response.exchange(nil) }
}
