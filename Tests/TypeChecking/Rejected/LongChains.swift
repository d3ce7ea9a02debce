import Flux
import Foundation

// One mistake in a chain of eleven operators, at each of its places.

@MainActor
final class LongChainModel {
    let text = PassthroughSubject<String, Never>()
    let scope = PassthroughSubject<String, Never>()
    let client = Client()
    var titles: [String] = []
    var subscriptions: Set<AnyCancellable> = []

    func misspeltMemberAtTheStart() {
        text
            // error: value of type 'String' has no member 'lowercase'
            .map { $0.lowercase() }
            .filter { !$0.isEmpty }
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .map { [client] query in client.search(query).catch { _ in Just([]) } }
            .switchToLatest()
            .combineLatest(scope)
            .map { articles, scope in articles.filter { $0.tags.contains(scope) } }
            .map { $0.map(\.title) }
            .receive(on: .main)
            .sink { [weak self] in self?.titles = $0 }
            .store(in: &subscriptions)
    }

    func misspeltMemberInACondition() {
        text
            .map { $0.lowercased() }
            // error: value of type 'String' has no member 'empty'
            .filter { !$0.empty }
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .map { [client] query in client.search(query).catch { _ in Just([]) } }
            .switchToLatest()
            .combineLatest(scope)
            .map { articles, scope in articles.filter { $0.tags.contains(scope) } }
            .map { $0.map(\.title) }
            .receive(on: .main)
            .sink { [weak self] in self?.titles = $0 }
            .store(in: &subscriptions)
    }

    func misspeltMemberInTheMiddle() {
        text
            .map { $0.lowercased() }
            .filter { !$0.isEmpty }
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            // error: value of type 'Client' has no member 'serch'
            .map { [client] query in client.serch(query).catch { _ in Just([]) } }
            .switchToLatest()
            .combineLatest(scope)
            .map { articles, scope in articles.filter { $0.tags.contains(scope) } }
            // error: cannot infer type of closure parameter '$0' without a type annotation
            // error: cannot infer key path type from context; consider explicitly specifying a root type
            .map { $0.map(\.title) }
            .receive(on: .main)
            .sink { [weak self] in self?.titles = $0 }
            .store(in: &subscriptions)
    }

    func misspeltMemberInANestedClosure() {
        text
            .map { $0.lowercased() }
            .filter { !$0.isEmpty }
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .map { [client] query in client.search(query).catch { _ in Just([]) } }
            .switchToLatest()
            .combineLatest(scope)
            // error: value of type 'Article' has no member 'tag'
            .map { articles, scope in articles.filter { $0.tag.contains(scope) } }
            .map { $0.map(\.title) }
            .receive(on: .main)
            .sink { [weak self] in self?.titles = $0 }
            .store(in: &subscriptions)
    }

    func misspeltKeyPath() {
        text
            .map { $0.lowercased() }
            .filter { !$0.isEmpty }
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .map { [client] query in client.search(query).replaceError(with: []) }
            // error: type '()' cannot conform to 'Publisher'
            .switchToLatest()
            .combineLatest(scope)
            .map { articles, scope in articles.filter { $0.tags.contains(scope) } }
            // error: cannot infer type of closure parameter '$0' without a type annotation
            // error: cannot infer key path type from context; consider explicitly specifying a root type
            .map { $0.map(\.titel) }
            .receive(on: .main)
            .sink { [weak self] in self?.titles = $0 }
            .store(in: &subscriptions)
    }

    func misspeltMemberAtTheEnd() {
        text
            .map { $0.lowercased() }
            .filter { !$0.isEmpty }
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .map { [client] query in client.search(query).catch { _ in Just([]) } }
            .switchToLatest()
            .combineLatest(scope)
            .map { articles, scope in articles.filter { $0.tags.contains(scope) } }
            .map { $0.map(\.title) }
            .receive(on: .main)
            // error: value of type 'LongChainModel' has no member 'title'
            .sink { [weak self] in self?.title = $0 }
            .store(in: &subscriptions)
    }

    func wrongTypeAtTheEnd() {
        text
            .map { $0.lowercased() }
            .filter { !$0.isEmpty }
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .map { [client] query in client.search(query).catch { _ in Just([]) } }
            .switchToLatest()
            .combineLatest(scope)
            .map { articles, scope in articles.filter { $0.tags.contains(scope) } }
            .map { $0.count }
            .receive(on: .main)
            // error: cannot assign value of type 'Int' to type '[String]'
            .sink { [weak self] in self?.titles = $0 }
            .store(in: &subscriptions)
    }

    func wrongLabel() {
        text
            .map { $0.lowercased() }
            .filter { !$0.isEmpty }
            // error: extra argument 'on' in call
            // error: missing argument for parameter 'scheduler' in call
            .debounce(for: .milliseconds(300), on: DispatchQueue.main)
            .removeDuplicates()
            .map { [client] query in client.search(query).catch { _ in Just([]) } }
            .switchToLatest()
            .combineLatest(scope)
            .map { articles, scope in articles.filter { $0.tags.contains(scope) } }
            .map { $0.map(\.title) }
            .receive(on: .main)
            .sink { [weak self] in self?.titles = $0 }
            .store(in: &subscriptions)
    }

    func misspeltOperator() {
        text
            .map { $0.lowercased() }
            .filter { !$0.isEmpty }
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .map { [client] query in client.search(query).catch { _ in Just([]) } }
            // error: value of type 'Publishers.Map<Publishers.RemoveDuplicates<Publishers.Debounce<Publishers.Filter<Publishers.Map<PassthroughSubject<String, Never>, String>>, DispatchQueue>>, Publishers.Catch<AnyPublisher<[Article], APIError>, Just<[Article]>>>' has no member 'switchToLast'
            .switchToLast()
            .combineLatest(scope)
            .map { articles, scope in articles.filter { $0.tags.contains(scope) } }
            // error: cannot infer key path type from context; consider explicitly specifying a root type
            .map { $0.map(\.title) }
            // error: cannot infer contextual base in reference to member 'main'
            .receive(on: .main)
            .sink { [weak self] in self?.titles = $0 }
            .store(in: &subscriptions)
    }

    func missingOperator() {
        text
            .map { $0.lowercased() }
            .filter { !$0.isEmpty }
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .map { [client] query in client.search(query).catch { _ in Just([]) } }
            .combineLatest(scope)
            // error: value of tuple type '()' has no member 'filter'
            .map { articles, scope in articles.filter { $0.tags.contains(scope) } }
            // error: cannot infer type of closure parameter '$0' without a type annotation
            // error: cannot infer key path type from context; consider explicitly specifying a root type
            .map { $0.map(\.title) }
            .receive(on: .main)
            .sink { [weak self] in self?.titles = $0 }
            .store(in: &subscriptions)
    }

    func failureThatIsNotHandled() {
        text
            .map { $0.lowercased() }
            .filter { !$0.isEmpty }
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .setFailureType(to: APIError.self)
            .map { [client] query in client.search(query) }
            .switchToLatest()
            .map { $0.filter { $0.words > 10 } }
            .map { $0.map(\.title) }
            .receive(on: .main)
            // error: referencing instance method 'sink(receiveValue:)' on 'MainActorPublisher' requires the types 'Publishers.SwitchToLatest<AnyPublisher<[Article], APIError>, Publishers.Map<Publishers.SetFailureType<Publishers.RemoveDuplicates<Publishers.Debounce<Publishers.Filter<Publishers.Map<PassthroughSubject<String, Never>, String>>, DispatchQueue>>, APIError>, AnyPublisher<[Article], APIError>>>.Failure' (aka 'APIError') and 'Never' be equivalent
            .sink { [weak self] in self?.titles = $0 }
            .store(in: &subscriptions)
    }

    // Without the constant, the compiler ends after seconds and names no line: "unable to type-check this
    // expression".
    func comparisonsAfterAStoredHalf() {
        let found =
            text
            .map { $0.lowercased() }
            .filter { $0.count > 2 }
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .flatMap { [client] query in client.search(query).replaceError(with: []) }
        found
            // error: value of type 'Article' has no member 'titel'
            .map { $0.map(\.titel) }
            .removeDuplicates()
            .map { $0.filter { $0.count > 3 } }
            .prepend([])
            .receive(on: .main)
            .sink { [weak self] in self?.titles = $0 }
            .store(in: &subscriptions)
    }

    // The same.
    func sumOfArraysAfterAStoredHalf() {
        let found =
            text
            .map { $0.lowercased() }
            .filter { !$0.isEmpty }
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .map { [client] query in client.search(query).catch { _ in Just([]) } }
            // error: type '()' cannot conform to 'Publisher'
            .switchToLatest()
            // error: cannot infer key path type from context; consider explicitly specifying a root type
            .map { $0.map(\.titel) }
        found
            .scan([]) { $0 + $1 }
            // error: cannot infer contextual base in reference to member 'main'
            .receive(on: .main)
            .sink { [weak self] in self?.titles = $0 }
            .store(in: &subscriptions)
    }

    // In one chain, this takes 3 s, and the message about the name is lost among others.
    func keyPathAfterAStoredHalf() {
        let found =
            text
            .map { $0.lowercased() }
            .filter { !$0.isEmpty }
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .map { [client] query in client.search(query).catch { _ in Just([]) } }
            .switchToLatest()
        found
            .combineLatest(scope)
            .map { articles, scope in articles.filter { $0.tags.contains(scope) } }
            // error: value of type 'Article' has no member 'titel'
            .map { $0.map(\.titel) }
            .receive(on: .main)
            .sink { [weak self] in self?.titles = $0 }
            .store(in: &subscriptions)
    }
}
