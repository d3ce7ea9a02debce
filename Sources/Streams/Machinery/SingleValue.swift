import Synchronization

/// Delivers one value and the finish, once both the value and a demand for it are there.
///
/// Used by whatever yields a single value: at once, later, or after having consumed all of upstream.
@usableFromInline
final class SingleValue<Downstream: Subscriber>: Sendable {
    @usableFromInline
    enum State: Sendable {
        case waiting
        case demanded
        case loaded(Downstream.Input, Downstream)
        case done
    }

    @usableFromInline let state: Locked<State>
    @usableFromInline let isCancelled = Atomic<Bool>(false)

    /// Makes a delivery whose value comes later.
    @inlinable
    init() {
        state = Locked(.waiting)
    }

    /// Makes a delivery whose value is there.
    @inlinable
    init(_ value: Downstream.Input, for downstream: Downstream) {
        state = Locked(.loaded(value, downstream))
    }

    /// The subscription to hand down.
    @inlinable
    var subscription: any Subscription {
        BoundSubscription(request: { self.request($0) }, cancel: { self.cancel() })
    }

    /// Takes the value; delivers it if it is awaited. To be called once.
    @inlinable
    func load(_ value: Downstream.Input, for downstream: Downstream) {
        let isDemanded = state.withLock { state in
            switch state {
            case .waiting:
                state = .loaded(value, downstream)
                return false
            case .demanded:
                state = .done
                return true
            case .loaded, .done:
                return false
            }
        }
        if isDemanded { send(value, to: downstream) }
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let before = state.withLock { state in
            let before = state
            switch before {
            case .waiting: state = .demanded
            case .loaded: state = .done
            case .demanded, .done: break
            }
            return before
        }
        if case .loaded(let value, let downstream) = before { send(value, to: downstream) }
    }

    @inlinable
    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
        _ = state.exchange(.done)
    }

    @inlinable
    func send(_ value: Downstream.Input, to downstream: Downstream) {
        _ = downstream.receive(value)
        if !isCancelled.load(ordering: .relaxed) { downstream.receive(completion: .finished) }
    }
}
