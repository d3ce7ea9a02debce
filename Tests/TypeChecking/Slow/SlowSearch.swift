import Flux
import Foundation

// Chains that take longer than the limit: before `receive(on: MainActor.shared)` stands a `+` of arrays, which is slow with any
// library. The compiler tries the rest of the chain as one of the main actor and as one of a scheduler, with two forms of
// `sink` after the former, and each time the closures again. With `receive(on: .main)` it tries two, with
// `DispatchQueue.main` one.

@MainActor
final class SlowSearchModel {
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
}
