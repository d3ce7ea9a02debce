import Flux
import Foundation

// Paging, by hand and with the toolkit.

func pagesByHand(_ client: Client, next: PassthroughSubject<Void, Never>) -> AnyPublisher<[Article], Never> {
    next
        .scan(0) { page, _ in page + 1 }
        .concatMap { page in
            Future { try await client.load(page: page) }
                .map(\.items)
                .replaceError(with: [])
        }
        .scan([]) { $0 + $1 }
        .eraseToAnyPublisher()
}

func pagesUntilTheLast(_ client: Client) -> AnyPublisher<[Article], any Error> {
    (1...).publisher
        .setFailureType(to: (any Error).self)
        .flatMap(maxPublishers: .max(1)) { page in
            Future<SearchAnswer, any Error> { try await client.load(page: page) }
        }
        .prefix { $0.next != nil }
        .reduce([]) { $0 + $1.items }
        .eraseToAnyPublisher()
}

func signalsOfALongList(
    visible: PassthroughSubject<Int, Never>, refresh: PassthroughSubject<Void, Never>
) -> AnyPublisher<ListSignal, Never> {
    visible
        .removeDuplicates()
        .throttle(for: .milliseconds(50), scheduler: DispatchQueue.main, latest: true)
        .map { ListSignal.shown(row: $0) }
        .merge(with: refresh.map { ListSignal.refresh })
        .eraseToAnyPublisher()
}

@MainActor
func feedOfArticles(_ client: Client, signals: PassthroughSubject<ListSignal, Never>) -> AnyCancellable {
    let source = NumberPages(size: 30) { number, _ in
        try await client.load(page: number).items
    }
    return
        signals
        .paginate(threshold: 5, from: source)
        .dedupe(by: \.id)
        .filter { !$0.title.isEmpty }
        .map { article in article.title }
        .receive(on: MainActor.shared)
        .sink { state in print(state.items.count) }
}

@MainActor
func feedOfShownRows(
    _ rows: PassthroughSubject<Int, Never>, queries: PassthroughSubject<String, Never>, _ client: Client
) -> AnyCancellable {
    rows
        .removeDuplicates()
        .paginate(
            threshold: 5,
            from: queries.removeDuplicates().map { query in
                NumberPages(size: 30) { number, _ in
                    try await client.load(page: number).items.filter { $0.title.contains(query) }
                }
            }
        )
        .dedupe(by: \.id)
        .map { article in article.title }
        .receive(on: MainActor.shared)
        .sink { state in print(state.items.count) }
}

/// The closures have much to infer.
@MainActor
func feedWithHeadings(
    _ articles: KeysetPages<Article, UUID, any Error>, signals: PassthroughSubject<ListSignal, Never>
) -> AnyCancellable {
    signals
        .paginate(threshold: 5, from: articles)
        .dedupe(by: \.id)
        .filter { $0.title != "" && $0.words > 2 || $0.tags.isEmpty }
        .map { ArticleRow.article($0) }
        .separators { a, b in a?.initial == b?.initial ? nil : .heading(b?.initial ?? "") }
        .receive(on: .main)
        .sink { state in print(state.items.count) }
}

@MainActor
func modelOfTags(_ articles: KeysetPages<Article, UUID, any Error>) -> PagingModel<String> {
    PagingModel { signals in
        signals.paginate(PagingRules(threshold: 5, maxRows: 500), from: articles)
            .filter { $0.tags.first == "a" || $0.tags.first == "b" }
            .compactMap { $0.tags.first.map { $0 + "!" } }
            .separators { before, after in before == nil ? "First" : nil }
    }
}

/// Nothing but the name of the parameter tells that the cursor is a string.
func pagesByCursor(_ client: Client) -> CursorPages<String, Article, any Error> {
    let pages = CursorPages(perPage: 30) { cursor, perPage in
        var path = "/articles?limit=\(perPage)"
        if let cursor { path += "&cursor=\(cursor)" }
        let answer = try await client.articles(at: path)
        return Page(answer.items, next: answer.next)
    }
    return pages
}

func rowsOfAFeed(_ articles: AnyPublisher<[Article], Never>) -> AnyPublisher<[String], Never> {
    articles
        .map { articles in
            articles
                .sorted { $0.published > $1.published }
                .map { "\($0.title) (\($0.words) words)" }
        }
        .removeDuplicates()
        .eraseToAnyPublisher()
}

func sectionsOfAFeed(_ articles: AnyPublisher<[Article], Never>) -> AnyPublisher<[(String, [Article])], Never>
{
    articles
        .map { Dictionary(grouping: $0) { String($0.title.prefix(1)).uppercased() } }
        .map { $0.sorted { $0.key < $1.key } }
        .map { $0.map { ($0.key, $0.value) } }
        .eraseToAnyPublisher()
}

func totalOfWords(_ articles: AnyPublisher<Article, Never>) -> AnyPublisher<Int, Never> {
    articles
        .filter { $0.tags.contains("swift") }
        .map(\.words)
        .scan(0, +)
        .eraseToAnyPublisher()
}

/// As in a test of a screen.
func sourceThatFails() -> NumberPages<Article, any Error> {
    NumberPages(size: 30) { _, _ in throw URLError(.notConnectedToInternet) }
}

func offsetsThatFail() -> OffsetPages<Article, any Error> {
    OffsetPages(limit: 30) { _, _ in throw URLError(.notConnectedToInternet) }
}

func pagesWithATotal() -> OffsetPages<Article, any Error> {
    OffsetPages(limit: 30) { offset, _ in
        let total = offset + 30
        return FetchedItems([], total: total)
    }
}
