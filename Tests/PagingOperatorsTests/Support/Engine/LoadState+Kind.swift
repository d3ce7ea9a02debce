import PagingOperators

/// A load state without its error, which can be compared.
enum LoadKind: Hashable, Sendable {
    case idle, loading, failed, end
}

extension LoadState {
    var kind: LoadKind {
        switch self {
        case .idle: .idle
        case .loading: .loading
        case .failed: .failed
        case .end: .end
        }
    }
}

extension ViewState {
    /// The load states of refresh, prepend and append.
    var kinds: [LoadKind] { [refresh.kind, prepend.kind, append.kind] }
}
