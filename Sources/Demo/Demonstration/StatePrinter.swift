import Flux
import Foundation

/// Prints the states of a list as they arrive, and a summary at the end.
protocol StatePrinter<Row>: AnyObject {
    associatedtype Row: ListRow

    func print(_ state: ViewState<Row>)

    /// Takes the events of the list that came before the next state.
    ///
    /// - Parameters:
    ///   - events: The events since the state before.
    ///   - time: The time of the next state since the start.
    func observe(_ events: [TimedEvent], at time: Duration)

    func finish(_ summary: Summary<Row.ID>)

    /// Prints the end of a run that failed, with what was shown until then. The caller reports the error.
    func fail(_ error: any Error, _ summary: Summary<Row.ID>)
}

extension StatePrinter {
    func observe(_ events: [TimedEvent], at time: Duration) {}
}

/// The summary of a run.
struct Summary<ID> {
    /// The identifiers of all rows shown, in order.
    let ids: [ID]

    /// The number of rows that the server repeated and the list dropped.
    let repeatedRows: Int

    /// The number of requests for pages.
    let pageRequests: Int

    /// The number of requests for images.
    let imageRequests: Int

    /// The number of failed requests for pages that the source retried.
    var automaticRetries = 0

    /// The limit that ended the list, if one did.
    var limit: Limit?

    /// The number of stored images that the server has confirmed; `nil` if images are not stored.
    var revalidatedImages: Int?

    /// When the rows were loaded, if they are those of an earlier run, from a store.
    var storedAt: Date?
}

extension LoadState {
    /// The state in one word.
    var word: String {
        switch self {
        case .idle: "idle"
        case .loading: "loading"
        case .failed: "failed"
        case .end: "end"
        }
    }
}

extension ListFooter {
    /// The footer in one word.
    var word: String { isFailed ? "failed" : "\(self)" }
}

extension Options {
    /// Makes the printer for the chosen output format.
    func makePrinter<Row: ListRow>() -> any StatePrinter<Row> {
        asJSON ? JSONPrinter<Row>() : TextPrinter<Row>(isVerbose ? .all : .changes)
    }
}
