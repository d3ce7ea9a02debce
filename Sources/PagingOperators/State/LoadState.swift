/// The state of loading in one direction.
public enum LoadState: Sendable {
    /// Nothing is being loaded, and there may be more.
    case idle

    /// A page is being loaded.
    case loading

    /// The last load failed. Nothing is loaded in this direction before a retry, a refresh, a reset or, with
    /// ``PagingRules/FailurePolicy/retryOnHint``, the next hint.
    ///
    /// The error is the source's `Failure` or a ``PagingError``. It is not typed: a typed failure would be a
    /// second type parameter of every state, row and screen, and states of several sources would have
    /// different types. Cast it where necessary.
    case failed(any Error)

    /// The end of the list: there is nothing more in this direction.
    case end

    /// Whether nothing is being loaded, and there may be more.
    public var isIdle: Bool {
        if case .idle = self { true } else { false }
    }

    /// Whether a page is being loaded.
    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    /// Whether the last load failed.
    public var isFailed: Bool {
        if case .failed = self { true } else { false }
    }

    /// Whether there is nothing more in this direction.
    public var isEnd: Bool {
        if case .end = self { true } else { false }
    }

    /// The error of the last load, if it failed.
    public var error: (any Error)? {
        if case .failed(let error) = self { error } else { nil }
    }
}

extension LoadState: Equatable {
    /// Whether two states are equal. Failures are equal if their errors have the same type and are equal, or
    /// have the same description where the type is not `Equatable`.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        guard let one = lhs.error, let other = rhs.error else { return lhs.kind == rhs.kind }
        return areEqual(one, other)
            ?? (type(of: one) == type(of: other) && String(describing: one) == String(describing: other))
    }
}

extension LoadState {
    /// A load state without its error, to be compared.
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
