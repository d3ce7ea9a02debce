import Flux
import Observation
import SwiftUIStandIn

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
    /// Waits until the screen is as it is expected to be; for ever if it does not come, up to the time limit.
    func wait(until isExpected: () -> Bool) async {
        while !isExpected() { await redrawing() }
    }
}

/// Waits until something observable is as it is expected to be; for ever if it does not come, up to the time
/// limit.
///
/// - Parameter isExpected: Reads nothing but what is observable and is written on the main actor.
@MainActor
func wait(until isExpected: () -> Bool) async {
    while !isExpected() {
        // What is written is there when the continuation gets its turn on the main actor.
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = isExpected()
            } onChange: {
                continuation.resume()
            }
        }
    }
}
