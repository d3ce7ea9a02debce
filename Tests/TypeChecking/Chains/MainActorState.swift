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

    // If `.main` did not fit the form of an operator for any scheduler, these would take 400 ms and 2 s.

    func arithmeticAfterDebounce() {
        text
            .debounce(for: .milliseconds(300), scheduler: .main)
            .map { $0.lowercased() + "x" }
            .map { $0.count * 2 }
            .filter { $0 > 3 }
            .sink { [weak self] in self?.minimum = $0 }
            .store(in: &subscriptions)
    }

    func arithmeticBetweenDebounceAndReceive() {
        text
            .debounce(for: .milliseconds(300), scheduler: .main)
            .map { $0.lowercased() + "x" }
            .map { $0.count * 2 }
            .filter { $0 > 3 }
            .receive(on: .main)
            .sink { [weak self] in self?.minimum = $0 }
            .store(in: &subscriptions)
    }

    /// With two further forms of `receive(on:)`, for a run loop and for any scheduler, this took half a
    /// second.
    func optionalModel() {
        text
            .map { $0.count }
            .filter { $0 > 2 }
            .map { $0 * 2 }
            .receive(on: .main)
            .sink { [weak self] number in self?.minimum = number }
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

    func triedWithState() {
        text
            .receive(on: .main)
            .tryFilter { [unowned self] in $0.count > self.minimum }
            .tryCompactMap { [unowned self] text in self.rows.first { $0 == text } }
            .replaceError(with: "")
            .sink { [weak self] in self?.visible = [$0] }
            .store(in: &subscriptions)
    }

    func caughtWithState() {
        text
            .receive(on: .main)
            .tryScan([String]()) { [unowned self] in self.rows + [$1] }
            .tryCatch { [unowned self] error in
                if self.rows.isEmpty { throw error }
                return Just(self.rows)
            }
            .assertNoFailure()
            .sink { [weak self] in self?.visible = $0 }
            .store(in: &subscriptions)
    }

    func results() {
        text
            .receive(on: .main)
            .prepend("")
            .append("a", "b")
            .reduce(0) { [unowned self] in $0 + $1.count + self.minimum }
            .sink { [weak self] in self?.minimum = $0 }
            .store(in: &subscriptions)
        text
            .receive(on: .main)
            .share()
            .output(in: 1..<9)
            .collect(3)
            .contains { [unowned self] in $0.count > self.minimum }
            .sink { [weak self] in self?.isLoading = $0 }
            .store(in: &subscriptions)
        text.receive(on: .main).count().sink { [weak self] in self?.minimum = $0 }.store(in: &subscriptions)
        text.receive(on: .main).last().sink { [weak self] in self?.visible = [$0] }.store(in: &subscriptions)
        text.receive(on: .main).pairwise().sink { [weak self] in self?.visible = [$0, $1] }
            .store(in: &subscriptions)
    }

    func latestSearchOfTheModel() {
        text
            .debounce(for: .milliseconds(300), scheduler: .main)
            .removeDuplicates()
            .flatMapLatest { [weak self] query in
                self?.isLoading = true
                return self?.load(query) ?? Empty().eraseToAnyPublisher()
            }
            .map { $0.filter { !$0.tags.isEmpty } }
            .receive(on: .main)
            .sink { [weak self] in self?.articles = $0 }
            .store(in: &subscriptions)
        text
            .receive(on: .main)
            .flatMapLatest { [unowned self] in self.client.search($0 + self.rows[0]).replaceError(with: []) }
            .receive(on: .main)
            .sink { [weak self] in self?.articles = $0 }
            .store(in: &subscriptions)
        text
            .receive(on: .main)
            .exhaustMap { [unowned self] in self.client.search($0).retry(self.minimum) }
            .receive(on: .main)
            .sink(receiveCompletion: { _ in }, receiveValue: { [weak self] in self?.articles = $0 })
            .store(in: &subscriptions)
        text
            .receive(on: .main)
            .dedupe { [unowned self] in $0.count + self.minimum }
            .concatMap { [unowned self] text in Just(self.rows.map { $0 + text }) }
            .receive(on: .main)
            .assign(to: \.visible, onWeak: self)
            .store(in: &subscriptions)
    }

    func conditionsThatThrow() {
        text
            .receive(on: .main)
            .tryDrop { [unowned self] in try self.isShort($0) }
            .tryPrefix { [unowned self] in try !self.isShort($0) }
            .tryRemoveDuplicates { [unowned self] in try self.isShort($0) && self.isShort($1) }
            .replaceError(with: "")
            .sink { [weak self] in self?.visible = [$0] }
            .store(in: &subscriptions)
        text
            .receive(on: .main)
            .tryReduce(0) { [unowned self] in $0 + $1.count + self.minimum }
            .map { $0 * 2 + 1 }
            .replaceError(with: 0)
            .sink { [weak self] in self?.minimum = $0 }
            .store(in: &subscriptions)
    }

    private func isShort(_ text: String) throws -> Bool {
        guard text.isEmpty else { throw FormError.tooShort(minimum) }
        return text.count < minimum
    }

    func requestsOfTheModel() {
        text
            .receive(on: .main)
            .flatMap { [unowned self] in self.load($0) }
            .map { $0.filter { !$0.tags.isEmpty } }
            .receive(on: .main)
            .sink { [weak self] in self?.articles = $0 }
            .store(in: &subscriptions)
        text
            .receive(on: .main)
            .flatMap(maxPublishers: .max(2)) { [unowned self] in self.client.search($0) }
            .retry(2)
            .replaceError(with: [])
            .receive(on: .main)
            .sink { [weak self] in self?.articles = $0 }
            .store(in: &subscriptions)
        client.search("swift")
            .receive(on: .main)
            .retry(2)
            .flatMap { [unowned self] in self.load($0.first?.title ?? "") }
            .receive(on: .main)
            .sink(receiveCompletion: { _ in }, receiveValue: { [weak self] in self?.articles = $0 })
            .store(in: &subscriptions)
    }

    func repeatedRequests() {
        client.search("swift")
            .receive(on: .main)
            .retry(2)
            .sink(
                receiveCompletion: { [weak self] _ in self?.isLoading = false },
                receiveValue: { [weak self] in self?.articles = $0 }
            )
            .store(in: &subscriptions)
        client.search("swift")
            .receive(on: .main)
            .retry(2)
            .replaceError(with: [])
            .assign(to: \.articles, on: self)
            .store(in: &subscriptions)
        text.receive(on: .main).retry(2).sink { [weak self] in self?.visible = [$0] }
            .store(in: &subscriptions)
    }

    private func load(_ query: String) -> AnyPublisher<[Article], Never> {
        client.search(query).replaceError(with: articles).eraseToAnyPublisher()
    }

    func timed() {
        text
            .timeout(5, scheduler: .main)
            .collect(.byTime(MainActor.shared, .seconds(1)))
            .sink { [weak self] in self?.visible = $0 }
            .store(in: &subscriptions)
        text
            .subscribe(on: .main)
            .receive(on: .main)
            .sink { [weak self] in self?.visible = [$0] }
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
