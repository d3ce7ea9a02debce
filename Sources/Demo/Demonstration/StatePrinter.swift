import Flux

/// Prints the states of a list as they come, and what it came to.
protocol StatePrinter<Row>: AnyObject {
    associatedtype Row: ListRow

    func print(_ state: ViewState<Row>)
    func finish(_ summary: Summary<Row.ID>)
}

/// What a run came to.
struct Summary<ID> {
    /// The rows in the end, in order.
    let ids: [ID]

    /// How many rows the server repeated, and the list dropped.
    let repeatedRows: Int

    /// How many requests for pages the server got.
    let pageRequests: Int

    /// How many requests for images the server got.
    let imageRequests: Int

    /// How many requests for pages failed and were repeated by the source of the pages, unseen by the list.
    var automaticRetries = 0

    /// How many items were to be read, if that is what ended the list.
    var limit: Int?
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

extension Options {
    /// The printer for the chosen form of output.
    func makePrinter<Row: ListRow>() -> any StatePrinter<Row> {
        asJSON ? JSONPrinter<Row>() : TextPrinter<Row>()
    }
}
