import Streams

/// Records the signals of a publisher, so that a test needs no captured variables.
///
/// ```swift
/// let seen = Recorder(numbers.map { $0 * 2 })
/// #expect(seen.values == [2, 4, 6])
/// #expect(seen.isFinished)
/// ```
///
/// The subscription is cancelled when the recorder is released. Signals may arrive on any thread.
public final class Recorder<Output: Sendable, Failure: Error>: Cancellable {
    private let log: RecorderLog<Output, Failure>

    /// Subscribes to a publisher.
    ///
    /// - Parameters:
    ///   - publisher: The publisher.
    ///   - demand: The demand requested at subscription; unlimited by default.
    ///   - scheduler: The scheduler whose time is recorded with each signal.
    public init<P: Publisher, Context: Scheduler>(
        _ publisher: P, demand: Subscribers.Demand = .unlimited, scheduler: Context
    ) where P.Output == Output, P.Failure == Failure {
        let start = scheduler.now
        log = RecorderLog(demand: demand, elapsed: { scheduler.now - start })
        publisher.subscribe(log)
    }

    /// Subscribes to a publisher, without a scheduler to record times: all are zero.
    ///
    /// - Parameters:
    ///   - publisher: The publisher.
    ///   - demand: The demand requested at subscription; unlimited by default.
    public init<P: Publisher>(_ publisher: P, demand: Subscribers.Demand = .unlimited)
    where P.Output == Output, P.Failure == Failure {
        log = RecorderLog(demand: demand, elapsed: { .zero })
        publisher.subscribe(log)
    }

    deinit {
        log.cancel()
    }

    /// The values so far.
    public var values: [Output] { log.state.withLock { $0.values.map(\.value) } }

    /// The times of the values, since the subscription.
    public var times: [Duration] { log.state.withLock { $0.values.map(\.time) } }

    /// The completion of the stream; `nil` if it has not ended.
    public var completion: Subscribers.Completion<Failure>? { log.state.withLock { $0.completion?.value } }

    /// The time of the completion, since the subscription; `nil` if the stream has not ended.
    public var completionTime: Duration? { log.state.withLock { $0.completion?.time } }

    /// Whether the stream finished without a failure.
    public var isFinished: Bool {
        if case .finished = completion { true } else { false }
    }

    /// The error with which the stream failed, if it did.
    public var failure: Failure? {
        if case .failure(let error) = completion { error } else { nil }
    }

    /// The demand that has not been met.
    public var demand: Subscribers.Demand { log.state.withLock { $0.demand } }

    /// Whether the publisher has sent its subscription.
    public var isSubscribed: Bool { log.state.withLock { $0.isSubscribed } }

    /// Requests more values.
    ///
    /// - Parameter demand: The number of values requested in addition to earlier demand.
    public func request(_ demand: Subscribers.Demand) {
        log.request(demand)
    }

    /// Cancels the subscription. What was recorded remains.
    public func cancel() {
        log.cancel()
    }
}

extension Recorder: CustomStringConvertible {
    /// The values and the completion, as an array with the completion at its end.
    public var description: String {
        let signals = values.map { "\($0)" } + (completion.map { ["\($0)"] } ?? [])
        return "[" + signals.joined(separator: ", ") + "]"
    }
}

/// The subscriber of a recorder: publishers hold it, and it does not hold the recorder.
private final class RecorderLog<Input: Sendable, Failure: Error>: Subscriber {
    struct State: Sendable {
        var values: [(time: Duration, value: Input)] = []
        var completion: (time: Duration, value: Subscribers.Completion<Failure>)?
        var demand: Subscribers.Demand
        var isSubscribed = false
    }

    let state: Locked<State>
    private let upstream = SubscriptionLink()
    private let elapsed: @Sendable () -> Duration

    init(demand: Subscribers.Demand, elapsed: @escaping @Sendable () -> Duration) {
        state = Locked(State(demand: demand))
        self.elapsed = elapsed
    }

    func receive(subscription: any Subscription) {
        guard upstream.attach(subscription) else { return }
        let demand = state.withLock { state in
            state.isSubscribed = true
            return state.demand
        }
        subscription.request(demand)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        if upstream.isStopped { return .none }
        let time = elapsed()
        state.withLock { state in
            state.values.append((time, input))
            state.demand -= 1
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard upstream.finish() else { return }
        let time = elapsed()
        state.withLock { $0.completion = (time, completion) }
    }

    func request(_ demand: Subscribers.Demand) {
        let isSubscribed = state.withLock { state in
            state.demand += demand
            return state.isSubscribed
        }
        if isSubscribed { upstream.request(demand) }
    }

    func cancel() {
        upstream.cancel()
    }
}
