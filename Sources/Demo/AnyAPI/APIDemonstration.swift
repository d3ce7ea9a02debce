import Flux
import Foundation

/// Scrolls the list of an API's items from top to end, or to the limit, and prints every state on the way.
struct APIDemonstration {
    let options: Options
    let api: APIOptions
    var retries = RetryPolicy.patient

    func run(printing printer: any StatePrinter<AnyRow>) async throws {
        let client = APIClient(options: api)
        let perPage = min(options.perPage, api.limit)
        switch api.next {
        case .link:
            try await scroll(client.pages { $0.linked }, startingAt: api.url, client, printer)
        case .field(let path):
            try await scroll(
                client.pages { (page) throws(APIError) in try page.linked(at: path) }, startingAt: api.url,
                client, printer)
        case .cursor(let path, let parameter):
            try await scroll(
                client.pages(cursorAt: path, parameter: parameter, perPage: perPage), client, printer)
        case .since(let parameter):
            try await scroll(client.pages(since: parameter, perPage: perPage), client, printer)
        case .page(let parameter):
            try await scroll(client.pages(numbered: parameter, perPage: perPage), client, printer)
        case .offset(let parameter):
            try await scroll(client.pages(offset: parameter, perPage: perPage), client, printer)
        }
    }

    private func scroll<Source: PageSource>(
        _ source: Source, startingAt key: Source.Key? = nil, _ client: APIClient,
        _ printer: any StatePrinter<AnyRow>
    ) async throws where Source.Item == AnyItem {
        let signals = PassthroughSubject<ListSignal, Never>()
        let (received, cuts, images) = (Tally(), Tally(), Tally())
        let pages = LimitedPages(source.retry(retries), to: api.limit) { cuts.add() }
        let feed =
            signals
            .paginate(threshold: options.threshold, from: pages, startingAt: key.map { .init(base: $0) })
            .map { (item: AnyItem) in received.counting(item) }
            .dedupe(by: \.id)
            .images(from: loader(counting: images), at: \.imageURL, range: range)
        let rows = try await look(at: feed, signals, printer)
        printer.finish(
            Summary(
                ids: rows.map(\.item.id), repeatedRows: received.count - rows.count,
                pageRequests: client.requests.count, imageRequests: images.count,
                automaticRetries: client.requests.count - client.answers.count,
                limit: cuts.count > 0 ? api.limit : nil))
    }

    /// Scrolls to the end. Nobody taps "try again" here: what another try may mend, the source has tried already.
    private func look(
        at feed: some Publisher<ViewState<AnyRow>, Never>, _ signals: PassthroughSubject<ListSignal, Never>,
        _ printer: any StatePrinter<AnyRow>
    ) async throws -> PagedItems<AnyRow> {
        var viewer = ListViewer(threshold: options.threshold)
        for await state in feed.values {
            printer.print(state)
            if let error = state.error { throw error }
            while let row = viewer.scroll(over: state) { signals.send(.shown(row: row)) }
            switch viewer.judge(state) {
            case .wait: continue
            case .pull: signals.send(.loadMore)
            case .tryAgain: signals.send(.retry)
            case .leave: return state.items
            case .giveUp(let error): throw error
            }
        }
        return PagedItems()
    }

    private func loader(counting requests: Tally) -> ImageLoader<Picture> {
        var configuration = ImageLoader<Picture>.Configuration(dataLoader: CountedLoads(requests: requests))
        configuration.fallback = try? Picture(decoding: Identicon(id: 0).png())
        return ImageLoader(configuration: configuration) { data in try Picture(decoding: data) }
    }

    /// Every row keeps its image to the end, so that the last state tells of all of them.
    private var range: ImageRange {
        ImageRange(near: 12, kept: max(12, api.limit))
    }
}
