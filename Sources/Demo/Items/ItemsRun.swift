import Flux
import Foundation

/// Prints the items of an API, page by page.
struct ItemsRun {
    let options: ItemsOptions
    let progress = ItemsProgress()

    /// Reads and prints all pages, or as many as the limits allow.
    func run() async throws -> RunEnding {
        let bodies = LatestResponse()
        let budget = RequestBudget(maximum: options.requests.maximumRequests)
        let source = options.requests.pages(at: options.url, budget, onResponse: bodies.put) { text, _ in text
        }
        var printed = 0
        var pages = 0
        for try await page in source.retry(options.requests.retryPolicy(budget)).pages() {
            pages += 1
            let kept = page.items.prefix(options.limit - printed)
            printed += kept.count
            StandardOutput.write(try lines(of: kept, bodies.take()))
            progress.report(pages: pages, items: printed)
            if kept.count < page.items.count || page.next != nil && printed >= options.limit {
                return ending(.items(options.limit))
            }
            if page.next != nil, budget.isSpent { return ending(.requests(budget.maximum)) }
        }
        progress.finish()
        return .end
    }

    private func ending(_ limit: Limit) -> RunEnding {
        progress.finish()
        StandardError.write("Demo: stopped after \(limit); there may be more")
        return .limit
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
