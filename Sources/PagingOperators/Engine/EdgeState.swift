extension PagingEngine {
    /// The state of loading beyond an edge.
    @usableFromInline
    enum EdgeState: Sendable {
        case open
        case loading(LoadID, PageRequest<Key>)
        case failed(any Error, PageRequest<Key>)
        /// The page beyond the edge was removed, and is not needed again before the viewport is nearer to the
        /// edge than this distance: in rows, as of the removal; or in points, as of the last report of a
        /// screen that reports distances, and `nil` before that.
        case held(at: Distance?)

        @inlinable
        var isLoading: Bool {
            if case .loading = self { true } else { false }
        }

        @inlinable
        var isFailed: Bool {
            if case .failed = self { true } else { false }
        }

        @inlinable
        var isHeld: Bool {
            if case .held = self { true } else { false }
        }

        /// Whether a load can be started.
        @inlinable
        var isIdle: Bool { !isLoading && !isFailed }

        /// The identifier of the load that is running.
        @inlinable
        var id: LoadID? {
            if case .loading(let id, _) = self { id } else { nil }
        }

        /// The request, if the load with an identifier is running.
        @inlinable
        func request(of id: LoadID) -> PageRequest<Key>? {
            if case .loading(id, let request) = self { request } else { nil }
        }

        @inlinable
        var state: LoadState {
            switch self {
            case .open, .held: .idle
            case .loading: .loading
            case .failed(let error, _): .failed(error)
            }
        }
    }
}

/// What signals have requested, and is not done yet.
@usableFromInline
struct Asked: Sendable {
    /// When the list is loaded again because its items have changed.
    @usableFromInline
    enum Reload: Sendable {
        case no
        /// Once the pages that the rows in view need are loaded.
        case afterPages
        /// Once no load is running.
        case due
    }

    /// The edges beyond which a page is requested, wherever the viewport is.
    @usableFromInline var pages = ListEnds()
    /// The edge for which rows were requested last.
    @usableFromInline var lastEdge: Edge?
    /// The rows of the whole list to jump to, page by page.
    @usableFromInline var target: Range<Int>?
    @usableFromInline var reload = Reload.no
    /// Whether no load starts before the next hint, because the loads were cancelled.
    @usableFromInline var isPaused = false
    /// Whether the list of an earlier session may still be shown.
    @usableFromInline var awaitsStore = true

    /// Removes what was requested of the pages of a generation.
    ///
    /// - Returns: What was removed, which is restored if the generation is not replaced.
    mutating func takeRequests() -> Asked {
        let old = self
        pages = ListEnds()
        lastEdge = nil
        target = nil
        return old
    }

    /// Drops what was requested. No load starts before the next hint.
    mutating func pause() {
        self = Asked()
        (awaitsStore, isPaused) = (false, true)
    }

    /// Adds the requests of a generation whose replacement has failed.
    mutating func restoreRequests(_ old: Asked) {
        for edge in Edge.allCases where old.pages[edge] { pages[edge] = true }
        lastEdge = lastEdge ?? old.lastEdge
        target = target ?? old.target
    }
}

/// The distance between a viewport and an edge of the loaded rows.
@usableFromInline
enum Distance: Sendable, Equatable {
    case rows(Int)
    case points(Double)
}
