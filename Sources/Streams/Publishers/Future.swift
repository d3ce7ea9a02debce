/// Produces one value or an error, once, and sends it to every subscriber.
///
/// ```swift
/// let place = Future<String, LookupFailure> { promise in
///     service.find("Bonn") { result in promise(result) }
/// }
/// let number = Future { try await service.count() }
/// ```
///
/// The work starts when the future is created, as in Combine. A success waits for the subscriber's demand, a
/// failure does not.
public final class Future<Output: Sendable, Failure: Error>: Publisher {
    /// Fulfils the future. Only the first call has an effect. May be called from any thread.
    public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

    @usableFromInline typealias Observer = @Sendable (Result<Output, Failure>) -> Void

    @usableFromInline
    enum State: Sendable {
        case pending([Int: Observer], nextID: Int)
        case fulfilled(Result<Output, Failure>)
    }

    @usableFromInline let state: Locked<State>

    /// Creates a future from a function with a callback.
    ///
    /// - Parameter attemptToFulfill: Called at once, on this thread. It calls its argument when the result is
    ///   known.
    // Disfavored, though Combine has it: else the compiler tries the rest of a chain with both forms.
    @_disfavoredOverload
    public init(_ attemptToFulfill: (@escaping Promise) -> Void) {
        state = Locked(.pending([:], nextID: 0))
        attemptToFulfill { self.fulfill(with: $0) }
    }

    /// Creates a future from an asynchronous function.
    ///
    /// The task runs to its end even without subscribers. For work that starts for each subscriber and is
    /// cancelled with it, use ``ExtraPublishers/Async``.
    ///
    /// - Parameters:
    ///   - priority: The task's priority; the caller's by default.
    ///   - operation: Starts at once in a new task. An error that it throws is the failure.
    public convenience init(
        priority: TaskPriority? = nil,
        operation: @escaping @Sendable () async throws(Failure) -> Output
    ) {
        self.init { promise in
            Task(priority: priority) {
                do throws(Failure) {
                    promise(.success(try await operation()))
                } catch {
                    promise(.failure(error))
                }
            }
        }
    }

    @export(implementation)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let delivery = SingleValue()
        let registration = SubscriptionLink()
        subscriber.receive(
            subscription: BoundSubscription(
                "Future",
                request: { delivery.request($0) },
                cancel: {
                    registration.cancel()
                    delivery.cancel()
                },
                abandon: { delivery.abandon() }))
        let id = observe { result in
            guard registration.finish() else { return }
            switch result {
            case .success(let value):
                delivery.load(value, for: subscriber)
            case .failure(let error):
                subscriber.receive(completion: .failure(error))
            }
        }
        guard let id else { return }
        registration.attach(request: { _ in }, cancel: { self.removeObserver(id) })
    }

    private func fulfill(with result: Result<Output, Failure>) {
        let observers: [Int: Observer] = state.withLock { state in
            guard case .pending(let observers, _) = state else { return [:] }
            state = .fulfilled(result)
            return observers
        }
        for (_, observer) in observers.sorted(by: { $0.key < $1.key }) { observer(result) }
    }

    /// Calls an observer with the result, now or when it is known.
    ///
    /// - Returns: An identifier for removing the observer, if the result is not known yet.
    @usableFromInline
    func observe(_ observer: @escaping Observer) -> Int? {
        let (id, result): (Int?, Result<Output, Failure>?) = state.withLock { state in
            switch state {
            case .fulfilled(let result):
                return (nil, result)
            case .pending(var observers, let id):
                // A second reference to the observers would copy them all.
                state = .pending([:], nextID: id)
                observers[id] = observer
                state = .pending(observers, nextID: id + 1)
                return (id, nil)
            }
        }
        if let result { observer(result) }
        return id
    }

    @usableFromInline
    func removeObserver(_ id: Int) {
        let removed: Observer? = state.withLock { state in
            guard case .pending(var observers, let nextID) = state else { return nil }
            state = .pending([:], nextID: nextID)
            let removed = observers.removeValue(forKey: id)
            state = .pending(observers, nextID: nextID)
            return removed
        }
        _ = removed
    }
}
