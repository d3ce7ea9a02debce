import Flux
import FluxTimeline
import Foundation

/// Scrolls a list screen by screen, and prints every state.
struct Tour<Item: ListItem, Image: Sendable> {
    /// The outcome of a run.
    struct Outcome {
        /// The identifiers of the items shown, in the order of the list.
        var ids: [Item.ID] = []

        /// The number of rows dropped as duplicates.
        var repeatedRows = 0

        /// The failure that ended the run.
        var failure: (any Error)?

        /// When the items were loaded, if they are those of an earlier run, from a store.
        var storedAt: Date?
    }

    let options: Options
    let images: ImageLoader<Image>
    /// The maximum number of rows expected.
    let rows: Int
    /// The number of consecutive failures that are retried.
    var maximumRetries = ListViewer.maximumRetries
    /// How long images are waited for at the end of the list. By default scrolling waits for those in view
    /// instead, until they have loaded or failed.
    var imageGrace: Duration?
    /// Records the run.
    var timeline: Timeline?

    /// Scrolls through the pages of a source.
    ///
    /// - Parameter key: The key to start at; `nil` for the first page.
    /// - Returns: What was shown, also if the task is cancelled.
    func run<Source: PageSource>(
        _ source: Source, startingAt key: Source.Key? = nil,
        printing printer: any StatePrinter<ImageRow<Item, Image>>
    ) async throws -> Outcome where Source.Item == Item {
        let signals = PassthroughSubject<ListSignal, Never>()
        let (received, kept, sent) = (Tally(), Tally(), Tally())
        let ended = PassthroughSubject<Void, Never>()
        let events = EventLog()
        let pages = signals.paginate(trigger.rules(maxRows: options.maxRows), from: source, startingAt: key)
            .observed(scheduler: DispatchQueue.global(), by: events.append)
        let recorded = timeline.map { pages.recorded(in: $0, as: "list") }
        timeline?.record(images, as: "images")
        let feed = (recorded ?? pages)
            .map { (item: Item) in received.counting(item) }
            .dedupe(by: \.id)
            .map { item in kept.counting(item) }
            .images(from: images, range: range) { $0.imageRequest }
            .map { state in sent.counting(state) }
            .prefix(untilOutputFrom: ended.delay(for: imageGrace ?? .zero, scheduler: DispatchQueue.global()))

        var viewer = viewer
        var seen = SeenRows<Item.ID>()
        var loading = LoadingImages<ImageRow<Item, Image>>()
        var storedAt: Date?
        var printed = 0
        func outcome(_ failure: (any Error)? = nil) -> Outcome {
            Outcome(
                ids: seen.ids, repeatedRows: received.count - kept.count, failure: failure, storedAt: storedAt
            )
        }
        for await state in feed.values {
            printer.observe(events.take(), at: events.time)
            printer.print(state)
            printed += 1
            loading.observe(state)
            if storedAt != nil, !state.isStored {
                // What counts is what the source has now.
                (viewer, seen) = (self.viewer, SeenRows())
            }
            storedAt = state.storedAt
            viewer.observe(state)
            // Signals for an outdated state would name rows that may have moved.
            guard printed == sent.count else { continue }
            // A shown row need not change the list, so scroll on until more has to load.
            while let view = viewer.scroll(over: state) {
                seen.note(state.items[view.rows].map(\.id), heading: view.heading)
                trigger.signal(showing: view).map(signals.send)
            }
            switch viewer.action(for: state) {
            case .wait: continue
            case .pull(let view): trigger.signal(loadingMoreThan: view).map(signals.send)
            case .retry: signals.send(.retry)
            case .finish:
                if loading.isEmpty { return outcome() }
                ended.send(())
            case .fail(let error): return outcome(error)
            }
        }
        return outcome()
    }

    private var viewer: ListViewer {
        ListViewer(
            goesBack: goesBack, maximumRetries: maximumRetries,
            imagePolicy: imageGrace == nil ? .wait : .scrollOn)
    }

    private var trigger: Trigger { Trigger(kind: options.trigger, threshold: options.threshold) }

    private var goesBack: Bool { options.startAt != nil || options.maxRows != nil }

    /// Every row keeps its image, so that the last state counts all of them. With triggers that send no rows,
    /// the images of all rows are loaded, as they are if scrolling does not wait for those in view.
    private var range: ImageRange {
        let all = max(12, rows)
        return ImageRange(near: options.trigger == .shown && imageGrace == nil ? 12 : all, kept: all)
    }
}

/// Counts the images that are loading.
private struct LoadingImages<Row: ListRow> {
    private var images = ImageCounter<Row>()
    private var shown = PagedItems<Row>()

    var isEmpty: Bool { images.counts.loading == 0 }

    mutating func observe(_ state: ViewState<Row>) {
        _ = images.count(ChangedRows(from: shown, to: state))
        shown = state.items
    }
}
