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
    let ids: [Int]
    let pageRequests: Int
    let imageRequests: Int
}

/// How many rows have an image that is loading, is there, or cannot be had.
struct ImageCounts: Equatable, Encodable {
    var loading = 0
    var loaded = 0
    var failed = 0

    init(_ state: UserListState) {
        for row in state.items {
            switch row.image {
            case .idle: break
            case .loading: loading += 1
            case .loaded: loaded += 1
            case .failed: failed += 1
            }
        }
    }
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
