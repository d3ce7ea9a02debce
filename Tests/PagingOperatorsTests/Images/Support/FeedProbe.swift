import PagingOperators
import Streams
import Testing

/// A subscriber of a feed with images with scripted demand that records its states.
///
/// Fails the test if the changes alone do not lead to the rows of a state.
final class FeedProbe: Subscriber, Cancellable {
    typealias Input = ViewState<PictureRow>
    typealias Failure = Never

    private struct Log: Sendable {
        var subscription: (any Subscription)?
        var states: [Input] = []
        /// The rows that the changes lead to.
        var screen = RowMirror<PictureRow?>()
        var hasFinished = false
    }

    private let log = Locked(Log())
    private let initialDemand: Subscribers.Demand
    private let onState: @Sendable (FeedProbe, Input) -> Void

    init(
        _ feed: some Publisher<Input, Never>, demand: Subscribers.Demand = .unlimited,
        onState: @escaping @Sendable (FeedProbe, Input) -> Void = { _, _ in }
    ) {
        initialDemand = demand
        self.onState = onState
        feed.subscribe(self)
    }

    var states: [Input] { log.withLock { $0.states } }

    var hasFinished: Bool { log.withLock { $0.hasFinished } }

    /// The images of the latest state, in short.
    var lines: [String] { states.last?.items.map(\.image.line) ?? [] }

    func request(_ count: Int) {
        let subscription = log.withLock { $0.subscription }
        subscription?.request(.max(count))
    }

    func cancel() {
        let subscription = log.withLock { $0.subscription }
        subscription?.cancel()
    }

    func receive(subscription: any Subscription) {
        log.withLock { $0.subscription = subscription }
        subscription.request(initialDemand)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        let problem = log.withLock { log -> String? in
            log.states.append(input)
            do throws(Mismatch) {
                try log.screen.apply(input.change, leadingTo: input.rows)
            } catch {
                return error.description
            }
            return nil
        }
        if let problem { Issue.record("\(problem)") }
        onState(self, input)
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {
        log.withLock { $0.hasFinished = true }
    }
}
