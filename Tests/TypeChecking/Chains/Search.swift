import Flux
import Foundation

// Search fields.

@MainActor
final class SearchModel {
    let text = PassthroughSubject<String, Never>()
    let scope = CurrentValueSubject<String, Never>("all")
    let client = Client()
    var results: [String] = []
    var articles: [Article] = []
    var subscriptions: Set<AnyCancellable> = []

    func requestWithRetryAndPlaceholder() {
        text.map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.count > 2 }
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main).removeDuplicates()
            .map { q in Future { try await search(q) }.retry(2).catch { _ in Just([]) }.prepend([]) }
            .switchToLatest().scan([String]()) { $0 + $1 }
            .receive(on: MainActor.shared).sink { [weak self] in self?.results = $0 }
            .store(in: &subscriptions)
    }

    func decodedRequestWithScope() {
        text
            .map { $0.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() }
            .filter { !$0.isEmpty }
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .map { [client] query in
                client.data(for: client.base.appendingPathComponent(query))
                    .decode(type: SearchAnswer.self, decoder: JSONDecoder())
                    .map(\.items)
                    .catch { _ in Just([Article]()) }
            }
            .switchToLatest()
            .combineLatest(scope)
            .map { articles, scope in articles.filter { scope == "all" || $0.tags.contains(scope) } }
            .scan([Article]()) { $0 + $1 }
            .receive(on: MainActor.shared)
            .sink { [weak self] articles in self?.articles = articles }
            .store(in: &subscriptions)
    }

    func flatMapLatestWithFallback() {
        text
            .debounce(for: .seconds(1), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .flatMapLatest { [client] query in
                client.search(query).replaceError(with: [])
            }
            .receive(on: MainActor.shared)
            .sink { [weak self] in self?.articles = $0 }
            .store(in: &subscriptions)
    }

    func tooShortQueriesClearTheResults() {
        text
            .removeDuplicates()
            .map { [client] query -> AnyPublisher<[Article], Never> in
                guard query.count > 2 else { return Just([]).eraseToAnyPublisher() }
                return client.search(query).catch { _ in Empty() }.eraseToAnyPublisher()
            }
            .switchToLatest()
            .receive(on: MainActor.shared)
            .sink { [weak self] in self?.articles = $0 }
            .store(in: &subscriptions)
    }

    func throttledSuggestions() {
        text
            .throttle(for: .milliseconds(250), scheduler: DispatchQueue.main, latest: true)
            .compactMap { $0.split(separator: " ").last.map(String.init) }
            .removeDuplicates { $0.lowercased() == $1.lowercased() }
            .map { word in ["\(word)s", "\(word)ing", "\(word)ed"] }
            .receive(on: MainActor.shared)
            .sink { [weak self] suggestions in self?.results = suggestions }
            .store(in: &subscriptions)
    }

    func historyOfQueries() {
        text
            .filter { $0.count > 2 }
            .scan([String]()) { history, query in Array(([query] + history).prefix(10)) }
            .removeDuplicates()
            .dropFirst()
            .receive(on: MainActor.shared)
            .sink { [weak self] in self?.results = $0 }
            .store(in: &subscriptions)
    }

    func loadingStates() {
        text
            .filter { $0.count > 2 }
            .map { [client] query in
                client.search(query)
                    .map { LoadingState.loaded($0) }
                    .catch { Just(LoadingState.failed($0)) }
                    .prepend(.loading)
            }
            .switchToLatest()
            .receive(on: MainActor.shared)
            .sink { [weak self] state in
                switch state {
                case .loaded(let articles): self?.articles = articles
                case .failed: self?.articles = []
                case .idle, .loading: break
                }
            }
            .store(in: &subscriptions)
    }

    func twoSourcesMerged() {
        let typed = text.debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
        let submitted = scope.map { "in:\($0)" }
        typed.merge(with: submitted)
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
            .removeDuplicates()
            .map { query in Future { try await search(query) }.replaceError(with: []) }
            .switchToLatest()
            .receive(on: MainActor.shared)
            .sink { [weak self] in self?.results = $0 }
            .store(in: &subscriptions)
    }

    func localFilter(of users: AnyPublisher<[User], Never>) -> AnyPublisher<[User], Never> {
        users.combineLatest(text.prepend(""))
            .map { users, query in
                users.filter { query.isEmpty || $0.name.localizedStandardContains(query) }
                    .sorted { $0.score > $1.score }
            }
            .removeDuplicates()
            .eraseToAnyPublisher()
    }
}
