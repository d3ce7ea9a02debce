/// The content of a screen as a whole.
public enum ListPhase: Sendable, Hashable {
    /// No rows yet: the first are being loaded.
    case firstLoad

    /// No rows because none were loaded: the list has not started, or its loads were cancelled.
    case idle

    /// No rows: the source has none.
    case empty

    /// One row or more.
    case content

    /// No rows because loading has failed.
    case failed
}

/// The content below the last row.
public enum ListFooter: Sendable {
    /// No footer: more is loaded when the list is scrolled.
    case none

    /// The next page is being loaded.
    case loading

    /// The next page failed to load, with the error of ``LoadState/failed(_:)``.
    case failed(any Error)

    /// The end of the list: there is nothing more.
    case end

    /// Whether the next page failed to load.
    public var isFailed: Bool {
        if case .failed = self { true } else { false }
    }

    /// The error of the next page, if it failed to load.
    public var error: (any Error)? {
        if case .failed(let error) = self { error } else { nil }
    }
}

extension ListFooter: Hashable {
    /// Whether two footers are equal. Failures are equal as those of ``LoadState`` are.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.loadState == rhs.loadState }

    /// Hashes the kind of footer, without the error of a failure.
    public func hash(into hasher: inout Hasher) { hasher.combine(loadState.kind) }

    /// The state of which this is the footer.
    private var loadState: LoadState {
        switch self {
        case .none: .idle
        case .loading: .loading
        case .failed(let error): .failed(error)
        case .end: .end
        }
    }
}

extension ViewState {
    /// The content of the screen as a whole.
    public var phase: ListPhase {
        if !items.isEmpty { return .content }
        if isLoading || isPaging { return .firstLoad }
        if error != nil { return .failed }
        // Only pages say that there is nothing.
        return prepend.isEnd && append.isEnd ? .empty : .idle
    }

    /// The content below the last row; ``ListFooter/none`` where there are no rows.
    public var footer: ListFooter {
        if items.isEmpty { return .none }
        return switch append {
        case .idle: .none
        case .loading: .loading
        case .failed(let error): .failed(error)
        case .end: .end
        }
    }

    /// Whether the first load or a refresh is running.
    public var isLoading: Bool { refresh.isLoading }

    /// Whether the rows are those of an earlier session, read from a ``PageStore``: ``storedAt`` is the time
    /// at which they were loaded.
    public var isStored: Bool { storedAt != nil }

    /// Whether a further page is being loaded.
    public var isPaging: Bool { append.isLoading || prepend.isLoading }

    /// Whether there may be rows after the last.
    public var hasMore: Bool { !append.isEnd }

    /// Whether there may be rows before the first.
    public var hasPrevious: Bool { !prepend.isEnd }

    /// The error of a load that failed: the first of those of `refresh`, `append` and `prepend`.
    public var error: (any Error)? { refresh.error ?? append.error ?? prepend.error }
}
