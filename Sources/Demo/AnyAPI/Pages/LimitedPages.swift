import Flux

/// The pages of a source from its first one on, up to a number of items.
///
/// Items are counted as the source sends them, so that a server that sends the same ones for ever comes to an end as well;
/// for the same reason a page without items counts as one item.
struct LimitedPages<Base: PageSource>: PageSource {
    typealias Item = Base.Item
    typealias Failure = Base.Failure

    /// A key of the source, with the number of items before its page.
    struct Key: Sendable, Hashable, CustomStringConvertible {
        let base: Base.Key
        var itemsBefore = 0

        // The source's key alone says which page is meant: a page that names itself is found out by it.
        static func == (left: Self, right: Self) -> Bool { left.base == right.base }

        func hash(into hasher: inout Hasher) { hasher.combine(base) }

        var description: String { "\(base)" }
    }

    private let base: Base
    private let limit: Int
    private let onLimit: @Sendable () -> Void

    /// Makes a source of the first items of another.
    ///
    /// - Parameters:
    ///   - base: The other source.
    ///   - limit: How many items, at least one.
    ///   - onLimit: Called when the limit is what ends the list, though there may be more.
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
