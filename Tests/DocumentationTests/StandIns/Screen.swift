import Flux
import Testing

/// A screen that is given states, and can be waited for.
@MainActor
final class Screen<Item: Sendable> {
    private(set) var state = ViewState<Item>()
    private var waiter: (isExpected: (ViewState<Item>) -> Bool, resume: () -> Void)?

    func render(_ new: ViewState<Item>) {
        state = new
        if let waiter, waiter.isExpected(new) {
            self.waiter = nil
            waiter.resume()
        }
    }

    /// Waits for a state; for ever if it does not come, up to the time limit of the tests.
    func wait(until isExpected: @escaping (ViewState<Item>) -> Bool) async {
        if isExpected(state) { return }
        await withCheckedContinuation { continuation in
            waiter = (isExpected, { continuation.resume() })
        }
    }
}

extension SwiftUIScreen {
    /// Waits until the screen is as it is expected to be.
    func wait(
        until isExpected: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let deadline = ContinuousClock.now + .seconds(20)
        while !isExpected(), ContinuousClock.now < deadline { await Task.yield() }
        #expect(isExpected(), "The screen shows \(lines).", sourceLocation: sourceLocation)
    }
}
