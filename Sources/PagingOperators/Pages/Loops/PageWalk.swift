import Streams

/// The rules of a loop over the pages of a source as a pure state machine: which elements are delivered, and
/// when the next page is loaded.
///
/// It takes events, and returns one action at a time from ``nextAction()``. The page whose elements were
/// delivered last is the current one. The next page is loaded while there is demand for more than was loaded,
/// or while fewer than `prefetch` pages beyond the current one are loaded. Nothing is loaded before the first
/// demand.
@usableFromInline
struct PageWalk<Key: Hashable & Sendable, Element: Sendable, Failure: Error>: Sendable {
    @usableFromInline typealias Completion = Subscribers.Completion<PageError<Key, Failure>>

    /// What to do next.
    @usableFromInline
    enum Action: Sendable {
        case deliver(Element)
        case load(PageRequest<Key>)
        case finish(Completion)
    }

    @usableFromInline
    enum Position: Sendable {
        /// The next page is not requested yet.
        case before(PageRequest<Key>)
        case loading(PageRequest<Key>)
        /// No page follows; the elements that are loaded are still delivered.
        case end(Completion)
        case finished
    }

    @usableFromInline let prefetch: Int
    @usableFromInline let allowsRepeatedKeys: Bool

    @usableFromInline var position: Position
    /// The elements of the current page.
    @usableFromInline var current: [Element] = []
    /// The number of elements of the current page that were delivered.
    @usableFromInline var deliveredCount = 0
    /// The loaded pages beyond the current one. None of them is empty.
    @usableFromInline var pages = Fifo<[Element]>()
    @usableFromInline var demand = Subscribers.Demand.none
    /// The keys of the pages so far.
    @usableFromInline var visited = VisitedKeys<Key>()
    @usableFromInline var hasBegun = false

    /// Makes a walk that starts with a page; without one it has ended.
    @inlinable
    init(startingWith first: PageRequest<Key>?, prefetch: Int, allowsRepeatedKeys: Bool) {
        self.prefetch = prefetch
        self.allowsRepeatedKeys = allowsRepeatedKeys
        position = first.map { .before($0) } ?? .end(.finished)
    }

    /// Adds to the demand.
    @inlinable
    mutating func request(_ more: Subscribers.Demand) {
        demand += more
        if demand > .none { hasBegun = true }
    }

    /// Takes a page. A page that names itself, or another that was loaded before, as the next one ends the
    /// walk after its elements.
    ///
    /// - Parameters:
    ///   - elements: The elements of the page. A page without any is skipped.
    ///   - next: The key of the page after it.
    @inlinable
    mutating func take(_ elements: [Element], next: Key?) {
        guard case .loading(let request) = position else { return }
        if let key = request.key { visited.insert(key) }
        if !elements.isEmpty { pages.append(elements) }
        if let next, !allowsRepeatedKeys, visited.contains(next) {
            return fail(.paging(.repeated(next)))
        }
        position = next.map { .before(PageRequest(key: $0, direction: .append)) } ?? .end(.finished)
    }

    /// Ends the walk after the elements that are loaded.
    @inlinable
    mutating func fail(_ reason: PageError<Key, Failure>.Reason) {
        guard case .loading(let request) = position else { return }
        position = .end(.failure(PageError(key: request.key, reason: reason)))
    }

    /// The action to perform now, or `nil` to wait for the next event.
    @inlinable
    mutating func nextAction() -> Action? {
        if demand > .none, let element = popFirst() {
            demand -= 1
            return .deliver(element)
        }
        switch position {
        case .before(let request) where needsPage:
            position = .loading(request)
            return .load(request)
        case .end(let completion) where isEmpty:
            position = .finished
            return .finish(completion)
        case .before, .loading, .end, .finished:
            return nil
        }
    }

    @inlinable
    var isEmpty: Bool { deliveredCount == current.count && pages.isEmpty }

    @inlinable
    var needsPage: Bool {
        hasBegun && (pages.count < prefetch || demand > .none && isEmpty)
    }

    @inlinable
    mutating func popFirst() -> Element? {
        if deliveredCount == current.count {
            guard let next = pages.popFirst() else { return nil }
            current = next
            deliveredCount = 0
        }
        defer { deliveredCount += 1 }
        return current[deliveredCount]
    }
}
