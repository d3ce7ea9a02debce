import Flux
import Foundation

/// Prints the items of an API, page by page.
struct ItemsRun {
    let options: ItemsOptions
    let progress = ItemsProgress()

    /// Reads and prints all pages, or as many as the limits allow.
    func run() async throws -> RunEnding {
        do {
            return try await printPages()
        } catch {
            throw EndlessList.located(error, at: options.url)
        }
    }

    private func printPages() async throws -> RunEnding {
        let bodies = LatestResponse()
        let budget = RequestBudget(maximum: options.requests.maximumRequests)
        let source = options.requests.pages(at: options.url, budget, onResponse: bodies.put) { text, _ in text
        }
        let policy = options.requests.retryPolicy(budget, onRetry: progress.reportRetry)
        let print = printer()
        var printed = 0
        var pages = 0
        progress.report(pages: 0, items: 0)
        for try await page in source.retry(policy).pages() {
            pages += 1
            let kept = page.items.prefix(options.limit - printed)
            printed += kept.count
            progress.hide()
            print(kept, bodies.take())
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

    /// Returns what prints a page: its items that are within the limit, and its response.
    private func printer() -> (ArraySlice<JSONText>, HTTPPageResponse?) -> Void {
        switch options.output {
        case .items(let fields):
            let lines = ItemLines(fields: fields)
            return { items, _ in lines.write(items, to: StandardOutput.write) }
        case .pages:
            let lines = ItemLines(fields: [])
            return { _, response in lines.write(response.map { [$0.body] } ?? [], to: StandardOutput.write) }
        case .raw:
            let isTerminal = isatty(STDOUT_FILENO) == 1
            return { _, response in
                guard let data = response?.data else { return }
                StandardOutput.write(isTerminal ? data.terminalSafe : data)
            }
        }
    }
}

/// The response whose items are being read.
private final class LatestResponse: Sendable {
    private let response = Locked<HTTPPageResponse?>(nil)

    func put(_ response: HTTPPageResponse) { _ = self.response.exchange(response) }

    func take() -> HTTPPageResponse? { response.exchange(nil) }
}
