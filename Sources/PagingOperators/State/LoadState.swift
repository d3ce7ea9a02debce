/// How loading in one direction stands.
public enum LoadState: Sendable {
    /// Nothing is being loaded, and there may be more.
    case idle

    /// A page is being loaded.
    case loading

    /// The last load failed. Nothing is loaded in this direction before a retry, a refresh, a reset or, where the rules
    /// say so, the next hint.
    case failed(any Error)

    /// There is nothing more in this direction.
    case end

    /// Whether a page is being loaded.
    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    /// Whether there is nothing more in this direction.
    public var isEnd: Bool {
        if case .end = self { true } else { false }
    }

    /// What the last load failed with.
    public var error: (any Error)? {
        if case .failed(let error) = self { error } else { nil }
    }
}

extension LoadState {
    /// A state without its error, to tell whether anything has changed.
    @usableFromInline
    enum Kind: Sendable {
        case idle
        case loading
        case failed
        case end
    }

    @inlinable
    var kind: Kind {
        switch self {
        case .idle: .idle
        case .loading: .loading
        case .failed: .failed
        case .end: .end
        }
    }
}
