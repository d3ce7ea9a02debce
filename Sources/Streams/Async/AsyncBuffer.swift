/// Connects a publisher to an asynchronous loop: holds values, or the continuations of tasks that wait for one.
///
/// With ``AsyncBufferingPolicy/prefetching(_:)`` it requests values from upstream as they are taken, so that a source
/// that waits for demand is pulled, and has a flow control, so that subjects send what exceeds the demand. Where no
/// source consults the flow control, the demand decides whether values are lost: it becomes unlimited as soon as a request
/// returns before all of it was delivered, that is, where values do not come from inside `request`.
@usableFromInline
final class AsyncBuffer<Value: Sendable, Failure: Error>: Subscriber {
    typealias Waiter = CheckedContinuation<Result<Value?, Failure>, Never>

    private enum Phase: Sendable {
        case open
        case ending(Subscribers.Completion<Failure>)
        case ended
    }

    private struct State: Sendable {
        var values = Fifo<Value>()
        /// The tasks that wait, in the order in which they receive values.
        var waiters = Fifo<Waiter>()
        var phase = Phase.open
        /// The number of requested values that have not arrived; `nil` if it is unlimited.
        var outstanding: Int? = 0
        /// Whether the publisher's `receive(subscriber:)` has not returned: its sources may not be known yet.
        var isSubscribing = true

        /// Takes out what a task receives now, or returns `nil` if it has to wait.
        mutating func next() -> Result<Value?, Failure>? {
            if let value = values.popFirst() { return .success(value) }
            switch phase {
            case .open:
                return nil
            case .ending(let completion):
                phase = .ended
                if case .failure(let error) = completion { return .failure(error) }
                return .success(nil)
            case .ended:
                return .success(nil)
            }
        }

        /// Takes a value that was requested, or exceeds what was requested.
        mutating func countArrival() {
            if let outstanding { self.outstanding = max(0, outstanding - 1) }
        }

        /// The demand that keeps a number of values ahead of the loop. Values are requested in groups of half of it.
        mutating func missing(of count: Int) -> Subscribers.Demand {
            guard case .open = phase, let outstanding else { return .none }
            let ahead = outstanding + values.count
            if ahead > count / 2 { return .none }
            self.outstanding = outstanding + count - ahead
            return .max(count - ahead)
        }
    }

    private let policy: AsyncBufferingPolicy
    private let upstream = SubscriptionLink()
    private let state = Locked(State())
    @usableFromInline let flowControl: Subscribers.FlowControl?

    @usableFromInline
    init(policy: AsyncBufferingPolicy) {
        self.policy = policy
        if case .prefetching(let count) = policy {
            flowControl = Subscribers.FlowControl(limit: count)
        } else {
            flowControl = nil
        }
    }

    @usableFromInline
    func receive(subscription: any Subscription) {
        guard upstream.attach(subscription) else { return }
        switch policy {
        case .prefetching: prefetch()
        case .onDemand: break
        default: subscription.request(.unlimited)
        }
    }

    /// Notes that the publisher has attached this subscriber.
    @usableFromInline
    func didSubscribe() {
        state.withLock { $0.isSubscribing = false }
        if flowControl != nil { requestAllOfUnknownSources() }
    }

    @usableFromInline
    func receive(_ input: Value) -> Subscribers.Demand {
        let (waiter, dropped): (Waiter?, Value?) = state.withLock { state in
            guard case .open = state.phase else { return (nil, nil) }
            state.countArrival()
            if let waiter = state.waiters.popFirst() { return (waiter, nil) }
            if case .bufferingOldest(let limit) = policy, state.values.count >= limit { return (nil, input) }
            state.values.append(input)
            flowControl?.update(kept: state.values.count)
            if case .bufferingNewest(let limit) = policy, state.values.count > limit {
                return (nil, state.values.popFirst())
            }
            return (nil, nil)
        }
        _ = dropped
        waiter?.resume(returning: .success(input))
        return .none
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Failure>) {
        guard upstream.finish() else { return }
        let (waiters, first): (Fifo<Waiter>, Result<Value?, Failure>?) = state.withLock { state in
            guard case .open = state.phase else { return (Fifo(), nil) }
            state.phase = .ending(completion)
            let waiters = state.waiters
            state.waiters = Fifo()
            return (waiters, waiters.isEmpty ? nil : state.next())
        }
        resume(waiters, returning: first)
    }

    @usableFromInline
    func next() async throws(Failure) -> Value? {
        // A cancelled task receives no value, whatever is buffered.
        if Task.isCancelled { cancel() }
        if let result = takeNext() { return try result.get() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in wait(waiter) }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    @usableFromInline
    func cancel() {
        upstream.cancel()
        let (waiters, values): (Fifo<Waiter>, Fifo<Value>) = state.withLock { state in
            let before = (state.waiters, state.values)
            state.phase = .ended
            (state.waiters, state.values) = (Fifo(), Fifo())
            return before
        }
        _ = values
        flowControl?.close()
        resume(waiters, returning: .success(nil))
    }
}

extension AsyncBuffer {
    private func takeNext() -> Result<Value?, Failure>? {
        let result: Result<Value?, Failure>? = state.withLock { state in
            let result = state.next()
            flowControl?.update(kept: state.values.count)
            return result
        }
        if result != nil { pull() }
        return result
    }

    private func wait(_ waiter: Waiter) {
        let result: Result<Value?, Failure>? = state.withLock { state in
            if let result = state.next() { return result }
            state.waiters.append(waiter)
            return nil
        }
        if let result { waiter.resume(returning: result) }
        if policy == .onDemand, result == nil { upstream.request(.max(1)) }
        pull()
    }

    /// The first task receives the result, the others the end.
    private func resume(_ waiters: Fifo<Waiter>, returning first: Result<Value?, Failure>?) {
        var (waiters, result) = (waiters, first)
        while let waiter = waiters.popFirst() {
            waiter.resume(returning: result ?? .success(nil))
            result = nil
        }
    }

    /// Requests values in place of those that were taken.
    private func pull() {
        guard let flowControl else { return }
        flowControl.resumeSources()
        prefetch()
    }

    private func prefetch() {
        guard case .prefetching(let count) = policy else { return }
        let missing = state.withLock { $0.missing(of: count) }
        guard missing > .none else { return }
        upstream.request(missing)
        requestAllOfUnknownSources()
    }

    private func requestAllOfUnknownSources() {
        if flowControl?.hasKnownSource == true { return }
        let isPulled = state.withLock { state in
            guard !state.isSubscribing, case .open = state.phase, let outstanding = state.outstanding,
                outstanding > 0
            else { return true }
            state.outstanding = nil
            return false
        }
        if !isPulled { upstream.request(.unlimited) }
    }
}
