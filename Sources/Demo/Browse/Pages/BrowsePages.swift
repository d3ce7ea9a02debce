import Flux

/// The pages of an API, with the key of the page of any row where pages have numbers or offsets.
///
/// Fails after a number of requests.
struct BrowsePages<Base: PageSource<HTTPPageKey, BrowseItem, HTTPPageError>>: PageSource {
    typealias Item = BrowseItem
    typealias Failure = any Error

    /// A key of the source, and the number of items before its page.
    struct Key: Sendable, Hashable, CustomStringConvertible {
        let base: HTTPPageKey
        var itemsBefore: Int?
        /// Whether it was computed, so that it has nothing of what other pages have determined.
        var isComputed = false

        // The source's key alone identifies the page.
        static func == (left: Self, right: Self) -> Bool { left.base == right.base }

        func hash(into hasher: inout Hasher) { hasher.combine(base) }

        var description: String { "\(base)" }
    }

    private let base: Base
    private let budget: RequestBudget
    private let numbering: PageNumbering
    private let sourceOfRule: @Sendable (PageNumbering.Rule) -> Base

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - base: The pages of the API.
    ///   - budget: The requests.
    ///   - numbering: How the pages are numbered.
    ///   - sourceOfRule: Makes the same source with a rule that was detected.
    init(
        _ base: Base, _ budget: RequestBudget, _ numbering: PageNumbering,
        sourceOfRule: @escaping @Sendable (PageNumbering.Rule) -> Base
    ) {
        self.base = base
        self.budget = budget
        self.numbering = numbering
        self.sourceOfRule = sourceOfRule
    }

    func page(for request: PageRequest<Key>) -> AnyPublisher<Page<Key, Item>, any Error> {
        if budget.isSpent { return Fail(error: SpentBudget(maximum: budget.maximum)).eraseToAnyPublisher() }
        let rule = request.key?.isComputed == true ? numbering.rule : nil
        return (rule.map(sourceOfRule) ?? base).page(for: PageRequest(key: request.key?.base, for: request))
            .map { page in numbered(page, at: request.key) }
            .mapError { $0 }
            .eraseToAnyPublisher()
    }

    func key(forRow row: Int) -> Key? {
        numbering.key(forRow: row).map { Key(base: $0.key, itemsBefore: $0.itemsBefore, isComputed: true) }
    }

    private func numbered(_ page: Page<HTTPPageKey, Item>, at key: Key?) -> Page<Key, Item> {
        if key == nil { numbering.observeFirst(page) }
        numbering.count(page.total)
        let before = page.itemsBefore ?? key?.itemsBefore
        let size = numbering.pageSize
        return Page(
            page.items,
            previous: page.previous.map { previous in
                Key(
                    base: previous, itemsBefore: before.flatMap { before in size.map { max(0, before - $0) } }
                )
            },
            next: page.next.map { Key(base: $0, itemsBefore: before.map { $0 + page.items.count }) },
            total: numbering.hasNumbers ? page.total : nil, itemsBefore: before)
    }
}

/// How the pages of an API are numbered, once its first page is known.
final class PageNumbering: Sendable {
    /// A rule that was detected.
    struct Rule: Sendable {
        let items: JSONPath
        let next: NextPageRule
    }

    private struct State: Sendable {
        var rule: Rule?
        /// The number of the first page, or the offset of the first item.
        var first = 0
        var pageSize: Int?
        var total: Int?
    }

    private let state = Locked(State())
    private let counted: @Sendable (Int) -> Void

    /// - Parameter counted: Called with the number of items of a list whose pages have no numbers.
    init(counted: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.counted = counted
    }

    /// Whether pages have numbers or offsets. Rows of others would be placeholders that only all pages before
    /// them can replace.
    var hasNumbers: Bool {
        switch rule?.next {
        case .page, .offset, nil: true
        default: false
        }
    }

    /// Takes the number of all items that a page has.
    func count(_ total: Int?) {
        if let total, total >= 0, !hasNumbers { counted(total) }
    }

    var rule: Rule? { state.withLock { $0.rule } }
    var pageSize: Int? { state.withLock { $0.pageSize } }

    /// Takes the rule of the first response.
    func observe(_ response: HTTPPageResponse) {
        guard response.detection != nil else { return }
        state.withLock { state in
            if state.rule == nil { state.rule = Rule(items: response.items, next: response.next) }
        }
    }

    /// Takes the first page, whose next page has a number.
    func observeFirst<Item>(_ page: Page<HTTPPageKey, Item>) {
        state.withLock { state in
            state.pageSize = page.items.isEmpty ? nil : page.items.count
            guard let next = page.next, let size = state.pageSize, let rule = state.rule else {
                state.total = nil
                return
            }
            let rest = page.itemsBefore ?? 0
            let firsts = [0, 1].filter { first in
                switch rule.next {
                case .page: next == .page(first + (rest + size) / size)
                case .offset: next == .offset(first + rest + size)
                default: false
                }
            }
            state.total = firsts.isEmpty ? nil : page.total
            state.first = firsts.first ?? 0
        }
    }

    /// Returns the key of the page with a row, and the number of items before it; `nil` if pages have neither
    /// numbers nor offsets, or the number of items is unknown.
    func key(forRow row: Int) -> (key: HTTPPageKey, itemsBefore: Int)? {
        state.withLock { state in
            guard let size = state.pageSize, let total = state.total, let rule = state.rule else {
                return nil
            }
            let page = max(0, min(row, total - 1)) / size
            return switch rule.next {
            case .page: (.page(state.first + page), page * size)
            case .offset: (.offset(state.first + page * size), page * size)
            default: nil
            }
        }
    }
}

/// The failure of a list whose number of requests is limited.
struct SpentBudget: Error, CustomStringConvertible {
    let maximum: Int

    var description: String { "--max-requests: \(maximum) requests were made" }
}
