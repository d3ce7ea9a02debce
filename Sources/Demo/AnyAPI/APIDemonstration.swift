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

/// Scrolls the list of an API's items to its end or to a limit, and prints every state.
struct APIDemonstration {
    let options: Options
    let api: APIOptions
    /// The URL of the first page.
    let url: URL
    /// Keeps the images between runs.
    var folder: ImageFolder?
    var recording: Recording?
    var retryDelay = Duration.milliseconds(250)
    /// The limits of the time for images: of one, and of all after the last page.
    var imageDeadline = Duration.seconds(10)
    var imageGrace = Duration.seconds(10)
    /// Why the task is cancelled.
    let interruption = InterruptionCause()

    /// Runs to the end, or until the task is cancelled.
    ///
    /// - Throws: The failure of the list, or an ``Interruption``.
    @discardableResult
    func run(printing printer: any StatePrinter<AnyRow>) async throws -> RunEnding {
        let budget = RequestBudget(maximum: api.requests.maximumRequests)
        let images = Tally()
        let reached = Locked<Limit?>(nil)
        let notes = Notes(isQuiet: api.requests.isQuiet)
        let source = api.requests.pages(at: url, budget, notes: notes) {
            [api, url] (text, page) throws(JSONMismatch) in try api.fields.item(text, of: page, from: url)
        }
        let policy = api.requests.retryPolicy(budget, from: retryDelay)
        let pages = LimitedPages(source.retry(policy), to: api.limit, budget) { limit in
            reached.withLock { $0 = limit }
        }
        // No retries by the viewer: the source has retried transient failures already.
        let tour = Tour<AnyItem, Picture>(
            options: options, images: loader(counting: images), rows: api.limit, maximumRetries: 0,
            imageGrace: imageGrace, timeline: recording?.timeline)
        let seen: Tour<AnyItem, Picture>.Outcome
        if let location = api.store {
            let store = PageStore(location)
            let warnings = store.errors.sink { StandardError.write("Demo: \($0)") }
            let name = "\(source.listName ?? ""), \(api.limit) items, \(api.fields)"
            // Valid for no time worth mentioning, but read before the first request: its rows come before a
            // failure.
            seen = try await tour.run(
                pages.stored(in: store, as: name, validFor: .nanoseconds(1)), printing: printer)
            await store.flush()
            warnings.cancel()
        } else {
            seen = try await tour.run(pages, printing: printer)
        }
        let summary = Summary(
            ids: seen.ids, repeatedRows: seen.repeatedRows, pageRequests: budget.count,
            imageRequests: images.count, automaticRetries: max(0, budget.count - pages.asked.count),
            limit: reached.withLock { $0 }, revalidatedImages: await folder?.close(), storedAt: seen.storedAt)
        let interruption =
            Task.isCancelled ? Interruption(cause: self.interruption.value, itemCount: seen.ids.count) : nil
        if let date = seen.storedAt {
            notes.write(
                "Demo: showed \(seen.ids.count) stored items, loaded \(date.formatted(.iso8601))")
        }
        if let failure = interruption ?? seen.failure.map({ EndlessList.located($0, at: url) }) {
            printer.fail(failure, summary)
            throw failure
        }
        printer.finish(summary)
        return summary.limit == nil ? .end : .limit
    }

    /// A loader whose fallback is the demo's gray square.
    private func loader(counting requests: Tally) -> ImageLoader<Picture> {
        let loads = ImageLoads(requests: requests, api: url, deadline: imageDeadline)
        var configuration = ImageLoader<Picture>.Configuration(dataLoader: loads)
        configuration.maximumTransfers = ImageLoads.maximumCount
        configuration.maximumTransfersPerHost = ImageLoads.maximumCount
        configuration.retry.shouldRetry = { error in
            RetryPolicy.isTransient(error) && !ImageLoads.isTimeout(error)
        }
        configuration.fallback = try? Picture(decoding: Identicon(id: 0).png())
        folder?.configure(&configuration)
        let loader = ImageLoader(configuration: configuration) { data in try Picture(decoding: data) }
        folder?.observe(loader)
        return loader
    }
}

/// The failure of a run that was ended before its list.
struct Interruption: Error, CustomStringConvertible {
    /// What ended it.
    enum Cause: Sendable {
        case signal
        /// The deadline of the run, in words.
        case deadline(String)
    }

    let cause: Cause
    /// The number of items shown until then.
    let itemCount: Int

    var description: String {
        let reason = if case .deadline(let reason) = cause { reason } else { "stopped by a signal" }
        return "\(reason); \(itemCount) items were shown"
    }
}

/// What ends a run, once it is known.
final class InterruptionCause: Sendable {
    private let cause = Locked(Interruption.Cause.signal)

    var value: Interruption.Cause {
        get { cause.withLock { $0 } }
        set { _ = cause.exchange(newValue) }
    }
}
