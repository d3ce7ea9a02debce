import Flux
import Foundation

// A misspelled name, or a value of another type, at each place of a chain.

@MainActor
final class MisspeltModel {
    let text = PassthroughSubject<String, Never>()
    let client = Client()
    var results: [String] = []
    var articles: [Article] = []
    var subscriptions: Set<AnyCancellable> = []

    func propertyOfTheModelInSink() {
        text.filter { !$0.isEmpty }
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main).removeDuplicates()
            .map { [client] q in client.search(q).retry(2).replaceError(with: []) }
            .switchToLatest()
            // error: value of type 'MisspeltModel' has no member 'article'
            .receive(on: MainActor.shared).sink { [weak self] in self?.article = $0 }
            .store(in: &subscriptions)
    }

    func propertyOfAValueInTheMiddle() {
        text
            .map { $0.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() }
            .filter { !$0.isEmpty }
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .map { [client] query in
                client.data(for: client.base.appendingPathComponent(query))
                    .decode(type: SearchAnswer.self, decoder: JSONDecoder())
                    // error: value of type 'SearchAnswer' has no member 'entries'
                    .map { $0.entries }
                    .catch { _ in Just([Article]()) }
            }
            .switchToLatest()
            .receive(on: MainActor.shared)
            .sink { [weak self] articles in self?.articles = articles }
            .store(in: &subscriptions)
    }

    func propertyAtTheStart() {
        // error: cannot infer contextual base in reference to member 'whitespaces'
        // error: value of type 'String' has no member 'trimed'
        text.map { $0.trimed(in: .whitespaces) }.filter { !$0.isEmpty }
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main).removeDuplicates()
            .map { [client] q in client.search(q).retry(2).replaceError(with: []) }
            .switchToLatest()
            .receive(on: MainActor.shared).sink { [weak self] in self?.articles = $0 }
            .store(in: &subscriptions)
    }

    func operatorThatDoesNotExist() {
        text.filter { $0.count > 2 }
            // error: cannot infer contextual base in reference to member 'milliseconds'
            // error: value of type 'Publishers.Filter<PassthroughSubject<String, Never>>' has no member 'debounc'
            .debounc(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .receive(on: MainActor.shared)
            .sink { [weak self] in self?.results = [$0] }
            .store(in: &subscriptions)
    }

    func valueOfAnotherType() {
        text.filter { $0.count > 2 }
            .map { $0.count }
            .removeDuplicates()
            .receive(on: MainActor.shared)
            // error: cannot assign value of type 'Int' to type '[String]'
            .sink { [weak self] in self?.results = $0 }
            .store(in: &subscriptions)
    }

    func wrongKeyPath() {
        client.search("a")
            // error: converting non-Sendable function value to '@Sendable ([Article]) -> Int' may introduce data races
            // error: value of type '[Article]' has no member 'counts'
            .map(\.counts)
            .replaceError(with: 0)
            .sink { print($0) }
            .store(in: &subscriptions)
    }

    func missingArgument() {
        text
            // error: missing argument for parameter 'latest' in call
            .throttle(for: .seconds(1), scheduler: DispatchQueue.main)
            .sink { print($0) }
            .store(in: &subscriptions)
    }
}
