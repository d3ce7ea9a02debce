import Flux
import FluxTimeline
import Foundation

/// The list of an API with its images.
struct BrowseFeed {
    private typealias Source = RetryingPages<HTTPPages<BrowseItem>, DispatchQueue>

    /// How many rows beyond those in view have their images loaded.
    private static let nearRows = 10
    /// How many rows from the loaded ones the list jumps instead of loading page by page.
    private static let jumpDistance = 100

    let states: AnyPublisher<ViewState<BrowseRow>, Never>
    let send: @Sendable (ListSignal) -> Void

    /// - Parameters:
    ///   - url: The URL of the first page.
    ///   - options: The options of the requests, and the rules of the list.
    ///   - recording: Records the run.
    ///   - note: Writes what was detected.
    ///   - log: Writes an event.
    ///   - count: Takes the number of items of a list whose pages have no numbers.
    init(
        _ url: URL, _ options: BrowseOptions, _ recording: Recording?,
        note: @escaping @Sendable (String) -> Void, log: @escaping @Sendable (String) -> Void,
        count: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        let signals = PassthroughSubject<ListSignal, Never>()
        let pages = Self.pages(url, options, note, PageNumbering(counted: count))
        let list = signals.paginate(Self.rules(options), from: pages).log("", to: { log(Self.eventLine($0)) })
        let images = Self.imageLoader(url)
        recording?.timeline.record(images, as: "images")
        let feed = (recording.map { list.recorded(in: $0.timeline, as: "list") } ?? list)
            .dedupe(by: \.uniqueID)
            .identified(by: \.id)
            .images(from: images, range: ImageRange(near: Self.nearRows)) { $0.imageRequest }
        states = feed.eraseToAnyPublisher()
        send = { signals.send($0) }
    }

    /// The line of an event without the name of its list, which is the only one.
    static func eventLine(_ line: String) -> String { line.trimmingCharacters(in: .whitespaces) }

    static func rules(_ options: BrowseOptions) -> PagingRules {
        PagingRules(
            threshold: options.threshold, maxRows: options.maxRows, showsPlaceholders: true,
            jumpThreshold: jumpDistance)
    }

    private static func pages(
        _ url: URL, _ options: BrowseOptions, _ note: @escaping @Sendable (String) -> Void,
        _ numbering: PageNumbering
    ) -> BrowsePages<Source> {
        let requests = options.api.requests
        let budget = RequestBudget(maximum: requests.maximumRequests)
        let policy = requests.retryPolicy(budget)
        let items = BrowseItems(
            options.api.fields, needsIdentifier: options.hasIdentifier, api: url)
        @Sendable func source(_ requests: RequestOptions, _ notes: Notes) -> Source {
            var source = requests.pages(
                at: url, budget, notes: notes, onResponse: { numbering.observe($0) }
            ) { (text, page) throws(JSONMismatch) in try items.item(text, of: page) }
            source.onTrial = { notes.write("\($0)") }
            return source.retry(policy)
        }
        let notes = Notes { text in
            if !requests.isQuiet { note(text) }
        }
        return BrowsePages(source(requests, notes), budget, numbering) { rule in
            var requests = requests
            requests.setRule(items: rule.items, next: rule.next)
            return source(requests, Notes { _ in })
        }
    }

    private static func imageLoader(_ url: URL) -> ImageLoader<TerminalImage> {
        let loads = ImageLoads(requests: Tally(), api: url, deadline: .seconds(10))
        var configuration = ImageLoader<TerminalImage>.Configuration(dataLoader: loads)
        configuration.maximumTransfers = ImageLoads.maximumCount
        configuration.maximumTransfersPerHost = ImageLoads.maximumCount
        configuration.cost = { image, _ in image.pixels.width * image.pixels.height * 3 }
        configuration.memoryCostLimit = 32 * 1024 * 1024
        return ImageLoader(configuration: configuration) { data in try TerminalImage(decoding: data) }
    }
}
