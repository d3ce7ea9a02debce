import Flux

/// Limits a source to a number of items, from its first page on, and to a number of requests.
///
/// Items are counted before duplicates are dropped, and an empty page counts as one item, so that a server
/// that repeats its pages forever ends as well. A cycle of keys of any length ends the list with
/// ``PagingError/repeatedKey(_:)``.
struct LimitedPages<Base: PageSource>: PageSource {
    typealias Item = Base.Item
    typealias Failure = any Error

    /// A key of the source, with the number of items and of pages before its page.
    struct Key: Sendable, Hashable, CustomStringConvertible {
        let base: Base.Key
        var itemsBefore = 0
        var pagesBefore = 0
        /// Whether a page before has the same key, so that this one is not requested.
        var isRepeated = false

        // The source's key alone identifies the page, so that a repeated key is detected.
        static func == (left: Self, right: Self) -> Bool { left.base == right.base }

        func hash(into hasher: inout Hasher) { hasher.combine(base) }

        var description: String { "\(base)" }
    }

    /// The number of pages that were requested.
    let asked = Tally()
    private let base: Base
    private let limit: Int
    private let budget: RequestBudget
    private let onLimit: @Sendable (Limit) -> Void
    private let places = PagePlaces<Base.Key>()

    /// Makes a limited source.
    ///
    /// - Parameters:
    ///   - base: The source to limit.
    ///   - limit: The maximum number of items, at least 1.
    ///   - budget: The requests for pages.
    ///   - onLimit: Called when a limit ends the list and there may be more items.
    init(
        _ base: Base, to limit: Int, _ budget: RequestBudget = RequestBudget(),
        onLimit: @escaping @Sendable (Limit) -> Void = { _ in }
    ) {
        self.base = base
        self.limit = limit
        self.budget = budget
        self.onLimit = onLimit
    }

    func page(for request: PageRequest<Key>) -> AnyPublisher<Page<Key, Item>, any Error> {
        if let key = request.key, key.isRepeated {
            return Fail(error: PagingError.repeatedKey("\(key)")).eraseToAnyPublisher()
        }
        asked.add()
        if request.key == nil { places.removeAll() }
        return base.page(for: PageRequest(key: request.key?.base, for: request))
            .map { page in limited(page, at: request.key) }
            .mapError { $0 }
            .eraseToAnyPublisher()
    }

    private func limited(_ page: Page<Base.Key, Base.Item>, at key: Key?) -> Page<Key, Base.Item> {
        let itemsBefore = key?.itemsBefore ?? 0
        let count = itemsBefore + max(1, page.items.count)
        let next = page.next.map { next in
            let number = (key?.pagesBefore ?? 0) + 1
            return Key(
                base: next, itemsBefore: count, pagesBefore: number,
                isRepeated: places.isRepeated(next, at: number)
            )
        }
        if count >= limit {
            if next != nil || count > limit { onLimit(.items(limit)) }
            return Page(Array(page.items.prefix(max(0, limit - itemsBefore))), next: nil)
        }
        guard next != nil, budget.isSpent else { return Page(page.items, next: next) }
        onLimit(.requests(budget.maximum))
        return Page(page.items, next: nil)
    }
}

extension LimitedPages.Key: Codable where Base.Key: Codable {
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        base = try fields.decode(Base.Key.self, forKey: .base)
        itemsBefore = try fields.decode(.counts, forKey: .itemsBefore)
        pagesBefore = try fields.decode(.counts, forKey: .pagesBefore)
        isRepeated = try fields.decode(Bool.self, forKey: .isRepeated)
    }
}

/// What ended a list of which there may be more.
enum Limit: Equatable, CustomStringConvertible {
    /// A number of items.
    case items(Int)
    /// A number of requests.
    case requests(Int)

    var description: String {
        switch self {
        case .items(let count): "\(count) item\(count == 1 ? "" : "s")"
        case .requests(let count): "\(count) request\(count == 1 ? "" : "s")"
        }
    }
}
