import Flux
import Foundation

// State of the main actor, and values that are not Sendable, where they cannot be used.

final class Reference {
    var value = 0
}

@MainActor
final class IsolatedModel {
    let text = PassthroughSubject<String, Never>()
    var query = ""
    var minimum = 2
    var subscriptions: Set<AnyCancellable> = []

    func stateInAFilterBeforeReceive() {
        text
            // error: main actor-isolated property 'minimum' can not be referenced from a Sendable closure
            .filter { $0.count > self.minimum }
            .removeDuplicates()
            .sink { print($0) }
            .store(in: &subscriptions)
    }

    func stateInASinkWithoutReceive() {
        text
            .removeDuplicates()
            // error: main actor-isolated property 'query' can not be mutated from a Sendable closure
            .sink { [weak self] in self?.query = $0 }
            .store(in: &subscriptions)
    }

    func capturedVariable() {
        var count = 0
        text
            // error: mutation of captured var 'count' in concurrently-executing code
            .sink { _ in count += 1 }
            .store(in: &subscriptions)
    }

    func outputThatIsNotSendable() {
        text
            // error: type 'Reference' does not conform to the 'Sendable' protocol
            .map { _ in Reference() }
            // error: type 'Reference' does not conform to the 'Sendable' protocol
            .sink { print($0.value) }
            .store(in: &subscriptions)
    }

    func capturedReference(_ reference: Reference) {
        text
            // error: capture of 'reference' with non-Sendable type 'Reference' in a '@Sendable' closure
            .map { $0.count + reference.value }
            .sink { print($0) }
            .store(in: &subscriptions)
    }

    func resultThatIsNotStatedBeforePrint() {
        text
            // error: type 'Any' does not conform to the 'Sendable' protocol
            .map { text in
                let count = text.count
                return count + 1
            }
            // error: type 'Any' does not conform to the 'Sendable' protocol
            .sink { print($0) }
            .store(in: &subscriptions)
    }

    func dictionaryOfAny() {
        text
            // error: type 'Any' does not conform to the 'Sendable' protocol
            .map { ["query": $0] as [String: Any] }
            // error: type 'Any' does not conform to the 'Sendable' protocol
            .sink { print($0) }
            .store(in: &subscriptions)
    }
}
