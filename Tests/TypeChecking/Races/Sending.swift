import Flux
import Foundation

// A model without isolation, whose methods are called from tasks and closures of other threads.

final class UnisolatedModel {
    var text = ""
    var subscriptions: Set<AnyCancellable> = []

    func load() async throws -> String { text }

    func sinkOnTheMainActor(_ texts: AnyPublisher<String, Never>) {
        // error: sending 'self' risks causing data races
        texts.receive(on: .main).sink { [weak self] in self?.text = $0 }.store(in: &subscriptions)
    }

    func taskOfTheModel() {
        // error: passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure
        Task { self.text = try await self.load() }
    }
}
