/// Connects a publisher to an asynchronous loop: holds values, or the tasks that wait for one.
///
/// With ``AsyncBufferingPolicy/prefetching(_:)`` it requests values from upstream as they are taken, so that
/// a source that waits for demand is pulled, and has a flow control, so that subjects send what exceeds the
/// demand. Where no source consults the flow control, the demand decides whether values are lost: it becomes
/// unlimited as soon as a request returns before all of it was delivered, that is, where values do not come
/// from inside `request`.
@usableFromInline
final class AsyncBuffer<Value: Sendable, Failure: Error>: AsyncBufferCore, Subscriber, @unchecked Sendable {
    // Sendable: the variables are protected by `state`.

    @usableFromInline @exclusivity(unchecked) var values = Fifo<Value>()
    /// Values for tasks that were resumed to take them.
    @usableFromInline @exclusivity(unchecked) var handed = Fifo<Value>()
    @usableFromInline @exclusivity(unchecked) var completion = Subscribers.Completion<Failure>.finished

    @export(implementation)
    override init(policy: AsyncBufferingPolicy) {
        super.init(policy: policy)
    }

    @export(implementation)
    func receive(_ input: Value) -> Subscribers.Demand {
        // Released when the lock is not held.
        var dropped: Value?
        let waiter: AsyncBufferState.Waiter? = state.withLock { state in
            switch state.admit(reportingTo: unretainedFlowControl) {
            case .keep:
                values.append(input)
            case .keepNewest:
                values.append(input)
                dropped = values.popFirst()
            case .hand(let waiter):
                handed.append(input)
                return waiter
            case .refuse:
                break
            }
            return nil
        }
        withExtendedLifetime(dropped) {}
        waiter?.resume(returning: true)
        return .none
    }

    @export(implementation)
    func receive(completion: Subscribers.Completion<Failure>) {
        guard endUpstream() else { return }
        let waiters = state.withLock { state in
            let waiters = state.complete()
            if waiters != nil { self.completion = completion }
            return waiters
        }
        if let waiters { resume(waiters) }
    }

    @export(implementation)
    func cancel() {
        var (values, handed) = (Fifo<Value>(), Fifo<Value>())
        let waiters = state.withLock { state in
            swap(&values, &self.values)
            swap(&handed, &self.handed)
            return state.end()
        }
        withExtendedLifetime((values, handed)) {}
        end(resuming: waiters)
    }
}

// The loop's side.
extension AsyncBuffer {
    /// Takes a value that is kept, unless the task is cancelled.
    @export(implementation)
    func takeKept() -> Value? {
        if Task.isCancelled { return nil }
        var (demand, mustReplace) = (Subscribers.Demand.none, false)
        let value: Value? = state.withLock { state in
            guard let value = values.popFirst() else { return nil }
            (demand, mustReplace) = state.took(reportingTo: unretainedFlowControl)
            return value
        }
        if mustReplace { replace(requesting: demand) }
        return value
    }

    /// Waits for a value, or for the end.
    @export(implementation)
    func wait(isolation: isolated (any Actor)? = #isolation) async throws(Failure) -> Value? {
        while true {
            // A cancelled task receives no value, whatever is buffered.
            if Task.isCancelled { cancel() }
            if let value = takeKept() { return value }
            if let completion = takeCompletion() {
                if case .failure(let error) = completion { throw error }
                return nil
            }
            let isHanded = await withTaskCancellationHandler {
                await withUnsafeContinuation { waiter in wait(waiter) }
            } onCancel: {
                cancel()
            }
            if isHanded { return takeHanded() }
        }
    }

    /// The value of a task that was resumed to take one; `nil` if the loop has been cancelled since then.
    @export(implementation)
    func takeHanded() -> Value? {
        state.withLock { _ in handed.popFirst() }
    }

    /// The completion, a failure for the first task only, if all values were taken.
    @export(implementation)
    func takeCompletion() -> Subscribers.Completion<Failure>? {
        state.withLock { state in
            switch state.phase {
            case .open: return nil
            case .ended: return .finished
            case .ending:
                if !values.isEmpty { return nil }
                state.phase = .ended
                return completion
            }
        }
    }
}
