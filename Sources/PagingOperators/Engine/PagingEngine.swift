/// The rules of paging as a pure value: events go in; states to publish and actions to perform come out.
///
/// It has no clock, does no input or output, takes no lock and calls nothing but the transform. Whoever drives it
/// hands it one event at a time and performs the actions in order.
///
/// A load belongs to one direction and is known by its ``LoadID``. An answer whose identifier is not that of the
/// direction's present load is late, and ignored: it was cancelled, replaced by a refresh, or dropped by a reset.
public struct PagingEngine<Key: Hashable & Sendable, Transform: PageTransform>: Sendable {
    /// What a row of the list is.
    public typealias Item = Transform.Output

    /// Something that happened.
    public enum Event: Sendable {
        /// The list was subscribed to.
        case start

        /// The list told something.
        case signal(ListSignal)

        /// A load has brought a page.
        case loaded(LoadID, Page<Key, Transform.Input>)

        /// A load has failed.
        case failed(LoadID, any Error)
    }

    /// Something to do.
    public enum Action: Sendable {
        /// Show this state.
        case publish(ViewState<Item>)

        /// Load a page and answer with `loaded` or `failed`.
        case load(LoadID, PageRequest<Key>)

        /// Stop a load; no answer is needed.
        case cancelLoad(LoadID)
    }

    /// How loading in one direction stands.
    @usableFromInline
    enum Load: Sendable {
        case idle
        case loading(LoadID, key: Key?)
        case failed(any Error)
    }

    @usableFromInline let rules: PagingRules
    @usableFromInline let transform: Transform

    @usableFromInline var memory: Transform.Memory
    @usableFromInline var items = PagedItems<Item>()
    @usableFromInline var total: Int?

    @usableFromInline var refresh = Load.idle
    @usableFromInline var append = Load.idle
    /// The page after the last one; `nil` before the first page and at the end.
    @usableFromInline var nextKey: Key?
    /// Whether a page of the present generation is in.
    @usableFromInline var hasPages = false

    /// The row that was shown last.
    @usableFromInline var lastShown: Int?
    /// How many rows are wanted, besides those that ``lastShown`` asks for.
    @usableFromInline var wantedCount = 0

    @usableFromInline var lastLoadID = 0

    /// Makes an engine that has not started.
    ///
    /// - Parameters:
    ///   - rules: When to load, and what to do about failures.
    ///   - transform: What is done to items before they are rows.
    @inlinable
    public init(rules: PagingRules, transform: Transform) {
        self.rules = rules
        self.transform = transform
        memory = transform.makeMemory()
    }

    /// Whether nothing is being loaded.
    @inlinable
    public var isAtRest: Bool { !refresh.isLoading && !append.isLoading }

    /// The row that was shown last, if any was since the list was loaded.
    @inlinable
    public var lastShownRow: Int? { lastShown }

    /// Takes an event.
    ///
    /// - Returns: What to do, in this order.
    /// - Complexity: O(1) for signals; O(*n* + log *p*) for a page of *n* items after *p* pages.
    @inlinable
    public mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .start: start()
        case .signal(let signal): handle(signal)
        case .loaded(let id, let page): take(page, of: id)
        case .failed(let id, let error): fail(id, error)
        }
    }
}

/// What identifies a load.
public struct LoadID: Hashable, Sendable {
    @inlinable
    init(number: Int) {
        self.number = number
    }

    @usableFromInline let number: Int
}

extension PagingEngine.Load {
    @inlinable
    var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    @inlinable
    var isFailed: Bool {
        if case .failed = self { true } else { false }
    }

    @inlinable
    func isLoad(_ id: LoadID) -> Bool {
        if case .loading(id, _) = self { true } else { false }
    }
}
