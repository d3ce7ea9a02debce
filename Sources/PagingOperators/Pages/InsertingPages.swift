import Streams

/// An edge of a list.
public enum ListEdge: Sendable, Hashable {
    /// Before the first row.
    case start

    /// After the last row.
    case end
}

/// An item that is added to a list without a page. See ``PageSource/inserting(_:at:)``.
public struct ItemInsertion<Item: Sendable>: Sendable {
    /// The item.
    public let item: Item

    /// The edge of the whole list at which it is added.
    public let edge: ListEdge

    /// Creates an insertion.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - edge: The edge of the whole list at which it is added.
    public init(_ item: Item, at edge: ListEdge) {
        self.item = item
        self.edge = edge
    }
}

extension ItemInsertion: Equatable where Item: Equatable {}
extension ItemInsertion: Hashable where Item: Hashable {}

/// A source to which a publisher adds items without a page. Made by ``PageSource/inserting(_:at:)``.
public struct InsertingPages<Base: PageSource>: WrappingPages {
    public typealias Key = Base.Key
    public typealias Item = Base.Item
    public typealias Failure = Base.Failure

    package let base: Base
    public let insertions: AnyPublisher<ItemInsertion<Base.Item>, Never>?

    init(base: Base, _ insertions: AnyPublisher<ItemInsertion<Base.Item>, Never>) {
        self.base = base
        self.insertions =
            base.insertions.map { $0.merge(with: insertions).eraseToAnyPublisher() } ?? insertions
    }

    public func page(for request: PageRequest<Base.Key>) -> Base.Pages { base.page(for: request) }

    public func key(forRow row: Int) -> Base.Key? { base.key(forRow: row) }

    public var invalidations: AnyPublisher<Void, Never>? { base.invalidations }
}

extension PageSource {
    /// Adds items to the list as they arrive, without a page: the messages of a chat, the lines of a log,
    /// what a server pushes. See <doc:A-chat>.
    ///
    /// ```swift
    /// let messages = pages.inserting(socket.messages, at: .end)
    /// ```
    ///
    /// The list's feed subscribes to the items, and adds each one:
    /// - where the edge is loaded, as a row at that edge, at once. It passes through the transforms, as the
    ///   items of a page do;
    /// - while a page is loading there that may have the item as well, after that page, unless items are
    ///   `Identifiable` and the page has it. Write `dedupe(by:)` after `paginate` as well: it hides an item
    ///   that arrives when its page is in the list already;
    /// - otherwise to ``ViewState/total`` and to the placeholders, if the source counts its items: its row is
    ///   on a page that is loaded when the list is scrolled there.
    ///
    /// Before the first page is requested, items have no effect: they are on the pages. Items that arrive
    /// while a stored list is read follow its rows. In a window, ``PagingRules/maxRows``, added rows are
    /// removed together with the page that they were added to, and are on that page, or on those after it,
    /// when it is loaded again. While the list shows its end, pages at the start are removed for them, and
    /// the other way round; the added rows themselves stay, however many they are, until the list is scrolled
    /// away from them or refreshed. At the start, that requires a source whose pages name the one before;
    /// otherwise the added rows stay. Name it by a cursor or an identifier: items at the start change what
    /// the pages of numbers and offsets have, so that rows may be missing where pages are loaded again. At
    /// the end of a source of page numbers, let the last page with items be the end, by a total or
    /// ``PageEnd/shortPage``. If the server adds an item to a short page that is loaded, no later page has
    /// it. `items(prefetch:)` and `pages()` have no added items.
    ///
    /// Items that arrive while a refresh loads several pages, each of which states a total, may be counted in
    /// ``ViewState/total`` twice or not at all until the next page.
    ///
    /// For items that are changed or removed, see ``FeedEdits/apply(updated:deleted:)``.
    ///
    /// - Parameters:
    ///   - items: The items, one by one, on any thread. Of several at the start, the last one is the first
    ///     row. Its completion has no effect.
    ///   - edge: The edge of the whole list at which the server has them.
    /// - Complexity: O(1) for each item and state. States are skipped while the subscriber has no demand.
    public func inserting<Items: Publisher>(_ items: Items, at edge: ListEdge) -> InsertingPages<Self>
    where Items.Output == Item, Items.Failure == Never {
        InsertingPages(base: self, items.map { ItemInsertion($0, at: edge) }.eraseToAnyPublisher())
    }
}
