extension ExtraPublishers {
    /// Runs an asynchronous function for each subscriber, and sends its result.
    ///
    /// The function starts at the first demand, in a task of its own, and the task is cancelled with the
    /// subscription. A result that arrives after the cancellation is dropped. The task has the task-local
    /// values of the task that requests the result, if a task does: after a delay, such as that of a retry,
    /// none does. Capture the values that the function needs.
    public struct Async<Output: Sendable, Failure: Error>: Publisher {
        /// The function to run.
        public let operation: @Sendable () async throws(Failure) -> Output

        /// Creates a publisher from an asynchronous function.
        ///
        /// - Parameter operation: The function. Its result is sent; an error that it throws is the failure.
        @export(implementation)
        public init(operation: @escaping @Sendable () async throws(Failure) -> Output) {
            self.operation = operation
        }

        @export(implementation)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let run = AsyncRun(operation, for: subscriber)
            subscriber.receive(
                subscription: BoundSubscription(
                    "Async", request: { run.request($0) }, cancel: { run.cancel() },
                    abandon: { run.abandon() }))
            run.finishSubscribing()
        }
    }
}

@usableFromInline
final class AsyncRun<Downstream: Subscriber>: Sendable {
    @usableFromInline typealias Operation = @Sendable () async throws(Downstream.Failure) -> Downstream.Input

    private enum State: Sendable {
        /// Downstream receives its subscription.
        case subscribing(Operation, Downstream, isRequested: Bool)
        case ready(Operation, Downstream)
        case running(Downstream, Task<Void, Never>?)
        case sending
        case done
    }

    private let state: Locked<State>

    @usableFromInline
    init(_ operation: @escaping Operation, for downstream: Downstream) {
        state = Locked(.subscribing(operation, downstream, isRequested: false))
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let operation: Operation? = state.withLock { state in
            switch state {
            case .subscribing(let operation, let downstream, _):
                state = .subscribing(operation, downstream, isRequested: true)
                return nil
            case .ready(let operation, let downstream):
                state = .running(downstream, nil)
                return operation
            case .running, .sending, .done:
                return nil
            }
        }
        if let operation { start(operation) }
    }

    /// Starts the function if it was requested: downstream has received its subscription.
    @usableFromInline
    func finishSubscribing() {
        let operation: Operation? = state.withLock { state in
            guard case .subscribing(let operation, let downstream, let isRequested) = state
            else { return nil }
            state = isRequested ? .running(downstream, nil) : .ready(operation, downstream)
            return isRequested ? operation : nil
        }
        if let operation { start(operation) }
    }

    private func start(_ operation: @escaping Operation) {
        let task = Task {
            do throws(Downstream.Failure) {
                let value = try await operation()
                guard let downstream = beginSending() else { return }
                _ = downstream.receive(value)
                if end() { downstream.receive(completion: .finished) }
            } catch {
                beginSending()?.receive(completion: .failure(error))
            }
        }
        let isCancelled = state.withLock { state in
            switch state {
            case .running(let downstream, _):
                state = .running(downstream, task)
                return false
            case .sending:
                return false
            case .subscribing, .ready, .done:
                return true
            }
        }
        if isCancelled { task.cancel() }
    }

    @usableFromInline
    func cancel() {
        if case .running(_, let task) = state.exchange(.done) { task?.cancel() }
    }

    /// Releases the subscriber, unless the function was requested: it never is.
    @usableFromInline
    func abandon() {
        let before = state.withLock { state in
            let before = state
            switch state {
            case .ready, .subscribing(_, _, isRequested: false): state = .done
            case .subscribing, .running, .sending, .done: break
            }
            return before
        }
        _ = before
    }

    /// Takes the subscriber out, unless the run was cancelled.
    private func beginSending() -> Downstream? {
        let before = state.withLock { state in
            let before = state
            if case .running = before { state = .sending }
            return before
        }
        guard case .running(let downstream, _) = before else { return nil }
        return downstream
    }

    /// Ends the run; returns whether it was not cancelled while it was sending.
    private func end() -> Bool {
        guard case .sending = state.exchange(.done) else { return false }
        return true
    }
}
