import Synchronization

/// The requests that downstream makes while it receives its subscription, which wait until it has.
struct EarlyRequests: ~Copyable, Sendable {
    private let demand = DemandCounter()
    private let isOpen = Atomic<Bool>(false)

    /// Handles a request.
    ///
    /// - Returns: What is to be passed on now; `.none` if it waits.
    func add(_ more: Subscribers.Demand) -> Subscribers.Demand {
        if isOpen.load(ordering: .sequentiallyConsistent) { return more }
        _ = demand.add(more)
        // They may have been opened meanwhile.
        return isOpen.load(ordering: .sequentiallyConsistent) ? takeAll() : .none
    }

    /// Downstream has received the subscription.
    ///
    /// - Returns: What is to be passed on: all that has waited.
    func open() -> Subscribers.Demand {
        isOpen.store(true, ordering: .sequentiallyConsistent)
        return takeAll()
    }

    private func takeAll() -> Subscribers.Demand {
        demand.outstanding.load(ordering: .sequentiallyConsistent) == 0 ? .none : demand.takeAll()
    }
}
