import Flux
import Foundation

// Code for Combine that has to change.

@MainActor
final class CombineModel {
    let text = PassthroughSubject<String, Never>()
    let client = Client()
    var articles: [Article] = []
    var query = ""
    var subscriptions: Set<AnyCancellable> = []

    func variableNumberOfSeconds(_ interval: TimeInterval) {
        text
            // error: no exact matches in call to instance method 'debounce'
            .debounce(for: interval, scheduler: DispatchQueue.main)
            .sink { print($0) }
            .store(in: &subscriptions)
    }

    func stateAfterAnOperatorThatJoins() {
        text
            .receive(on: .main)
            .combineLatest(text)
            // error: main actor-isolated property 'query' can not be mutated from a Sendable closure
            .sink { [weak self] in self?.query = $0 + $1 }
            .store(in: &subscriptions)
    }

    func stateAfterADispatchQueue() {
        text
            .receive(on: DispatchQueue.main)
            // error: main actor-isolated property 'query' can not be mutated from a Sendable closure
            .sink { [weak self] in self?.query = $0 }
            .store(in: &subscriptions)
    }

    func assignOfAMainActorProperty() {
        text
            .receive(on: DispatchQueue.main)
            // error: type 'ReferenceWritableKeyPath<CombineModel, String>' does not conform to the 'Sendable' protocol
            .assign(to: \.query, on: self)
            .store(in: &subscriptions)
    }

    func keyPathInAVariable(_ path: KeyPath<String, Int>) {
        text
            // error: cannot convert value of type 'KeyPath<String, Int>' to expected argument type '@Sendable (String) -> Any'
            .map(path)
            .sink { print($0) }
            .store(in: &subscriptions)
    }
}
