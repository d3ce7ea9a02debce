import Flux
import Foundation
import LoopbackServer

/// How a run without a failure ended.
enum RunEnding: Equatable {
    /// All items were read.
    case end
    /// A limit ended the list, and there may be more items.
    case limit
}

/// Scrolls the list of an API's items to its end or to the limit, and prints every state.
struct APIDemonstration {
    let options: Options
    let api: APIOptions
    var retries = RetryPolicy.patient

    @discardableResult
    func run(printing printer: any StatePrinter<AnyRow>) async throws -> RunEnding {
        let client = APIClient(options: api)
        let perPage = min(options.perPage, api.limit)
        switch api.next {
        case .link:
            let source = client.pages { $0.linked }
            return try await scroll(source, startingAt: api.url, of: client, printer)
        case .field(let path):
            let source = client.pages { (page) throws(APIError) in try page.linked(at: path) }
            return try await scroll(source, startingAt: api.url, of: client, printer)
        case .cursor(let path, let parameter):
            let source = client.pages(cursorAt: path, parameter: parameter, perPage: perPage)
            return try await scroll(source, of: client, printer)
        case .since(let parameter):
            return try await scroll(client.pages(since: parameter, perPage: perPage), of: client, printer)
        case .page(let parameter):
            return try await scroll(client.pages(numbered: parameter, perPage: perPage), of: client, printer)
        case .offset(let parameter):
            return try await scroll(client.pages(offset: parameter, perPage: perPage), of: client, printer)
        }
    }

    private func scroll<Source: PageSource>(
        _ source: Source, startingAt key: Source.Key? = nil, of client: APIClient,
        _ printer: any StatePrinter<AnyRow>
    ) async throws -> RunEnding where Source.Item == AnyItem {
        let (cuts, images) = (Tally(), Tally())
        let pages = LimitedPages(source.retry(retries), to: api.limit) { cuts.add() }
        // No retries by the viewer: the source has retried transient failures already.
        let tour = Tour<AnyItem, Picture>(
            options: options, images: loader(counting: images), rows: api.limit, patience: 0)
        let seen = try await tour.run(
            pages, startingAt: key.map { .init(base: $0) }, printing: printer)
        let summary = Summary(
            ids: seen.ids, repeatedRows: seen.repeatedRows, pageRequests: client.requests.count,
            imageRequests: images.count, automaticRetries: client.requests.count - client.responses.count,
            limit: cuts.count > 0 ? api.limit : nil)
        if let failure = seen.failure {
            printer.fail(failure, summary)
            throw failure
        }
        printer.finish(summary)
        return summary.limit == nil ? .end : .limit
    }

    /// A loader whose fallback is the demo's grey square.
    private func loader(counting requests: Tally) -> ImageLoader<Picture> {
        var configuration = ImageLoader<Picture>.Configuration(dataLoader: CountedLoads(requests: requests))
        configuration.fallback = try? Picture(decoding: Identicon(id: 0).png())
        return ImageLoader(configuration: configuration) { data in try Picture(decoding: data) }
    }
}
