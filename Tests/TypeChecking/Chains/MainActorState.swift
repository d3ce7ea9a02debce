import Flux
import Foundation

// Closures after `receive(on: .main)` that use the state of the main actor.

@MainActor
final class MainActorModel {
    let text = PassthroughSubject<String, Never>()
    let client = Client()
    var rows = ["a", "b"]
    var visible: [String] = []
    var articles: [Article] = []
    var minimum = 2
    var isLoading = false
    var subscriptions: Set<AnyCancellable> = []

    func filteredRows() {
        text
            .debounce(for: .milliseconds(300), scheduler: .main)
            .removeDuplicates()
            .filter { [unowned self] in $0.count > self.minimum }
            .map { [unowned self] text in self.rows.filter { $0.contains(text) } }
            .sink { [weak self] in self?.visible = $0 }
            .store(in: &subscriptions)
    }

    func assigned() {
        text.map { [$0] }
            .receive(on: .main)
            .scan([]) { $0 + $1 }
            .removeDuplicates()
            .assign(to: \.visible, onWeak: self)
            .store(in: &subscriptions)
        text
            .receive(on: MainActor.shared)
            .map { [unowned self] in self.rows + [$0] }
            .assign(to: \.rows, on: self)
            .store(in: &subscriptions)
    }

    func spinner() {
        text
            .receive(on: .main)
            .handleEvents(receiveOutput: { [weak self] _ in self?.isLoading = true })
            .map { [unowned self] query in self.client.search(query).replaceError(with: []) }
            .switchToLatest()
            .receive(on: .main)
            .handleEvents(receiveOutput: { [weak self] _ in self?.isLoading = false })
            .sink { [weak self] in self?.articles = $0 }
            .store(in: &subscriptions)
    }

    func fallback() {
        client.search("swift")
            .receive(on: .main)
            .handleEvents(
                receiveSubscription: { [weak self] _ in self?.isLoading = true },
                receiveCompletion: { [weak self] _ in self?.isLoading = false }
            )
            .catch { [weak self] _ in Just(self?.articles ?? []) }
            .sink { [weak self] in self?.articles = $0 }
            .store(in: &subscriptions)
    }

    func tried() {
        text
            .throttle(for: .seconds(1), scheduler: MainActor.shared, latest: true)
            .tryMap { [unowned self] text in
                guard text.count > self.minimum else { throw FormError.tooShort(self.minimum) }
                return text
            }
            .compactMap { [unowned self] (text: String) in self.rows.first { $0 == text } }
            .first()
            .sink(
                receiveCompletion: { [weak self] _ in self?.isLoading = false },
                receiveValue: { [weak self] in self?.visible = [$0] }
            )
            .store(in: &subscriptions)
    }

    func delayed() {
        text
            .delay(for: .seconds(1), scheduler: .main)
            .prefix { [unowned self] in $0.count < self.minimum }
            .dropFirst()
            .replaceEmpty(with: "")
            .map(\.count)
            .sink { [weak self] in self?.minimum = $0 }
            .store(in: &subscriptions)
    }
}
