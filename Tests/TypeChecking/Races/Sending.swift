import Flux
import Foundation

// A model without isolation, whose methods are called from tasks and closures of other threads.

final class UnisolatedModel {
    var text = ""
    var subscriptions: Set<AnyCancellable> = []

    func load() async throws -> String { text }

    func sinkOnTheMainActor(_ texts: AnyPublisher<String, Never>) {
        texts.receive(on: .main).sink { [weak self] in self?.text = $0 }.store(in: &subscriptions)
    }

    func taskOfTheModel() {
        Task { self.text = try await self.load() }
    }
}
