/// Connects a publisher to an asynchronous loop: holds values, or the loop's continuation.
@usableFromInline
final class AsyncBuffer<Value: Sendable, Failure: Error>: Subscriber {
    @usableFromInline typealias Waiter = CheckedContinuation<Result<Value?, Failure>, Never>

    @usableFromInline
    enum Phase: Sendable {
        case open
        case ending(Subscribers.Completion<Failure>)
        case ended
    }

    @usableFromInline
    struct State: Sendable {
        @usableFromInline var values = Fifo<Value>()
        @usableFromInline var waiter: Waiter?
        @usableFromInline var phase = Phase.open

        /// Takes out what the loop receives now, or returns `nil` if it has to wait.
        @inlinable
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
    }

    @usableFromInline let policy: AsyncBufferingPolicy
    @usableFromInline let upstream = SubscriptionLink()
    @usableFromInline let state: Locked<State>

    @usableFromInline
    init(policy: AsyncBufferingPolicy) {
        self.policy = policy
        state = Locked(State())
    }

    @inlinable
    func receive(subscription: any Subscription) {
        if upstream.attach(subscription), policy != .onDemand { subscription.request(.unlimited) }
    }

    @inlinable
    func receive(_ input: Value) -> Subscribers.Demand {
        let (waiter, dropped): (Waiter?, Value?) = state.withLock { state in
            guard case .open = state.phase else { return (nil, nil) }
            if let waiter = state.waiter.take() { return (waiter, nil) }
            switch policy {
            case .unbounded, .onDemand:
                state.values.append(input)
                return (nil, nil)
            case .bufferingNewest(let limit):
                state.values.append(input)
                return (nil, state.values.count > limit ? state.values.popFirst() : nil)
            case .bufferingOldest(let limit):
                if state.values.count < limit { state.values.append(input) }
                return (nil, nil)
            }
        }
        _ = dropped
        waiter?.resume(returning: .success(input))
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard upstream.finish() else { return }
        let (waiter, result): (Waiter?, Result<Value?, Failure>?) = state.withLock { state in
            guard case .open = state.phase else { return (nil, nil) }
            state.phase = .ending(completion)
            guard let waiter = state.waiter.take() else { return (nil, nil) }
            return (waiter, state.next())
        }
        if let result { waiter?.resume(returning: result) }
    }

    @inlinable
    func next() async throws(Failure) -> Value? {
        // A cancelled task receives no value, whatever is buffered.
        if Task.isCancelled { cancel() }
        if let result = state.withLock({ $0.next() }) { return try result.get() }
        return try await nextToCome()
    }

    @usableFromInline
    func nextToCome() async throws(Failure) -> Value? {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in wait(waiter) }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    private func wait(_ waiter: Waiter) {
        let (result, isSecond): (Result<Value?, Failure>?, Bool) = state.withLock { state in
            if let result = state.next() { return (result, false) }
            if state.waiter != nil { return (nil, true) }
            state.waiter = waiter
            return (nil, false)
        }
        precondition(!isSecond, "An iterator must be used by one task at a time.")
        if let result {
            waiter.resume(returning: result)
        } else if policy == .onDemand {
            upstream.request(.max(1))
        }
    }

    @inlinable
    func cancel() {
        upstream.cancel()
        let (waiter, values): (Waiter?, Fifo<Value>) = state.withLock { state in
            state.phase = .ended
            let values = state.values
            state.values = Fifo()
            return (state.waiter.take(), values)
        }
        _ = values
        waiter?.resume(returning: .success(nil))
    }
}
