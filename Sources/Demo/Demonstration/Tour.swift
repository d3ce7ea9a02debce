import Flux
import Foundation

/// Scrolls a list as a person would, and prints every state on the way.
struct Tour {
    /// What it came to.
    struct Outcome {
        /// The users that were seen, in the order of the list.
        var ids: [Int] = []

        /// How many rows were dropped because they were in the list already.
        var repeatedRows = 0
    }

    let options: Options

    /// Scrolls through the pages of a source.
    ///
    /// - Parameter key: Where to begin; `nil` for the first page.
    func run<Source: PageSource>(
        _ source: Source, startingAt key: Source.Key? = nil, printing printer: any StatePrinter<UserRow>
    ) async throws -> Outcome where Source.Item == User {
        let avatars = ImageLoader(configuration: configuration) { data in try PNG(decoding: data) }
        let signals = PassthroughSubject<ListSignal, Never>()
        let (received, kept, sent) = (Tally(), Tally(), Tally())
        let feed =
            signals
            .paginate(trigger.rules(maxRows: options.maxRows), from: source, startingAt: key)
            .map { (user: User) in received.counting(user) }
            .dedupe(by: \.id)
            .map { user in kept.counting(user) }
            .images(from: avatars, at: \.avatarURL, range: range)
            .map { state in sent.counting(state) }

        var viewer = ListViewer(goesBack: options.startAt != nil || options.maxRows != nil)
        var seen = SeenRows<Int>()
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

    /// A grey square stands for an avatar that is broken.
    private var configuration: ImageLoader<PNG>.Configuration {
        var configuration = ImageLoader<PNG>.Configuration()
        configuration.fallback = try? PNG(decoding: Identicon(id: 0).png())
        return configuration
    }

    /// Every row keeps its avatar to the end, so that the last state tells of all of them. Where no rows are told that
    /// avatars could be loaded around, those of all rows are loaded.
    private var range: ImageRange {
        let all = max(12, options.users + options.perPage)
        return ImageRange(near: options.trigger == .shown ? 12 : all, kept: all)
    }
}
