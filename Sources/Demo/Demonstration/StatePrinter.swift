import Flux

/// What the demo's list shows.
typealias UserListState = ViewState<ImageRow<User, PNG>>

/// Prints the states of a list as they come, and what it came to.
protocol StatePrinter: AnyObject {
    func print(_ state: UserListState)
    func finish(_ summary: Summary)
}

/// What a run came to.
struct Summary {
    /// The rows in the end, in order.
    let ids: [Int]

    /// How many rows the server repeated, and the list dropped.
    let repeatedRows: Int

    /// How many requests for pages the server got.
    let pageRequests: Int

    /// How many requests for avatars the server got.
    let imageRequests: Int
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
    func makePrinter() -> any StatePrinter {
        asJSON ? JSONPrinter() : TextPrinter()
    }
}
