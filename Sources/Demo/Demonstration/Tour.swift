import Flux
import Foundation

/// Scrolls a list as a person would, and prints every state on the way.
struct Tour<Item: ListItem, Image: Sendable> {
    /// What it came to.
    struct Outcome {
        /// The items that were seen, in the order of the list.
        var ids: [Item.ID] = []

        /// How many rows were dropped because they were in the list already.
        var repeatedRows = 0
    }

    let options: Options
    let images: ImageLoader<Image>
    /// The most rows that are expected.
    let rows: Int
    /// How many times in a row a failure is answered before giving up.
    var patience = ListViewer.patience

    /// Scrolls through the pages of a source.
    ///
    /// - Parameter key: Where to begin; `nil` for the first page.
    func run<Source: PageSource>(
        _ source: Source, startingAt key: Source.Key? = nil,
        printing printer: any StatePrinter<ImageRow<Item, Image>>
    ) async throws -> Outcome where Source.Item == Item {
        let signals = PassthroughSubject<ListSignal, Never>()
        let (received, kept, sent) = (Tally(), Tally(), Tally())
        let feed =
            signals
            .paginate(trigger.rules(maxRows: options.maxRows), from: source, startingAt: key)
            .map { (item: Item) in received.counting(item) }
            .dedupe(by: \.id)
            .map { item in kept.counting(item) }
            .images(from: images, at: \.imageURL, range: range)
            .map { state in sent.counting(state) }

        var viewer = ListViewer(goesBack: goesBack, patience: patience)
        var seen = SeenRows<Item.ID>()
        var printed = 0
        for await state in feed.values {
            printer.print(state)
            printed += 1
            viewer.see(state)
            // Nobody acts on rows that are not the list's any more: they may have other numbers by now.
            guard printed == sent.count else { continue }
            // A row that is shown need not change the list: there may be more to scroll before the next state.
            while let view = viewer.scroll(over: state) {
                seen.note(state.items[view.rows].map(\.id), heading: view.heading)
                trigger.signal(showing: view).map(signals.send)
            }
            switch viewer.judge(state) {
            case .wait: continue
            case .pull(let view): trigger.signal(wantingMoreThan: view).map(signals.send)
            case .tryAgain: signals.send(.retry)
            case .leave: return Outcome(ids: seen.ids, repeatedRows: received.count - kept.count)
            case .giveUp(let error): throw error
            }
        }
        return Outcome()
    }

    private var trigger: Trigger { Trigger(kind: options.trigger, threshold: options.threshold) }

    private var goesBack: Bool { options.startAt != nil || options.maxRows != nil }

    /// Every row keeps its image to the end, so that the last state tells of all of them. Where no rows are told that
    /// images could be loaded around, those of all rows are loaded.
    private var range: ImageRange {
        let all = max(12, rows)
        return ImageRange(near: options.trigger == .shown ? 12 : all, kept: all)
    }
}
