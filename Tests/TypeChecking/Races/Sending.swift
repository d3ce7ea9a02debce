import Flux
import Foundation

// A model without isolation, whose methods are called from tasks and closures of other threads.

final class UnisolatedModel {
    var text = ""

    func load() async throws -> String { text }

    func taskOfTheModel() {
        // error: passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure
        Task { self.text = try await self.load() }
    }

    func shownByTheModel(_ model: SharedModel) async {
        // error: sending 'self' risks causing data races
        await model.show(self)
    }
}

@MainActor
final class SharedModel {
    func show(_ model: UnisolatedModel) {}
}
