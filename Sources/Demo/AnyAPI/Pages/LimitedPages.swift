import Flux

/// Limits a source to a number of items, from its first page on.
///
/// Items are counted before duplicates are dropped, and an empty page counts as one item, so that a server that repeats
/// its pages forever ends as well.
struct LimitedPages<Base: PageSource>: PageSource {
    typealias Item = Base.Item
    typealias Failure = Base.Failure

    /// A key of the source, with the number of items before its page.
    struct Key: Sendable, Hashable, CustomStringConvertible {
        let base: Base.Key
        var itemsBefore = 0

        // The source's key alone identifies the page, so that a repeated key is detected.
        static func == (left: Self, right: Self) -> Bool { left.base == right.base }

        func hash(into hasher: inout Hasher) { hasher.combine(base) }

        var description: String { "\(base)" }
    }

    private let base: Base
    private let limit: Int
    private let onLimit: @Sendable () -> Void

    /// Makes a limited source.
    ///
    /// - Parameters:
    ///   - base: The source to limit.
    ///   - limit: The maximum number of items, at least 1.
    ///   - onLimit: Called when the limit ends the list and there may be more items.
    init(_ base: Base, to limit: Int, onLimit: @escaping @Sendable () -> Void = {}) {
        self.base = base
        self.limit = limit
        self.onLimit = onLimit
    }

    func page(for request: PageRequest<Key>) -> Publishers.Map<Base.Pages, Page<Key, Item>> {
        let itemsBefore = request.key?.itemsBefore ?? 0
        return base.page(for: PageRequest(key: request.key?.base, direction: request.direction))
            .map { page in limited(page, after: itemsBefore) }
    }

    private func limited(_ page: Page<Base.Key, Base.Item>, after itemsBefore: Int) -> Page<Key, Base.Item> {
        let count = itemsBefore + max(1, page.items.count)
        let next = page.next.map { Key(base: $0, itemsBefore: count) }
        guard count >= limit else { return Page(page.items, next: next) }
        if next != nil || count > limit { onLimit() }
        return Page(Array(page.items.prefix(limit - itemsBefore)), next: nil)
    }
}
