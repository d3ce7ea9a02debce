import Synchronization

/// The demand that has not been met yet, shared by the threads that request and the one that delivers.
///
/// The caller that raises it from zero becomes the producer and remains it until the demand is met; other
/// callers only add. A producer that has ended does not settle, so that no other produces after it.
@usableFromInline
package struct DemandCounter: ~Copyable, Sendable {
    @usableFromInline let outstanding: Atomic<Int>

    /// The value of a counter whose demand does not rise again.
    @export(implementation)
    static var closed: Int { .min }

    @export(implementation)
    package init(_ demand: Subscribers.Demand = .none) {
        outstanding = Atomic(demand.rawValue)
    }

    /// Whether the demand does not rise again.
    @export(implementation) @inline(__always)
    var isClosed: Bool { outstanding.load(ordering: .relaxed) == Self.closed }

    /// The demand that has not been met yet; less than `.none` once the counter is closed.
    @export(implementation) @inline(__always)
    package var current: Subscribers.Demand {
        Subscribers.Demand(rawValue: outstanding.load(ordering: .relaxed))
    }

    /// Adds to the demand, unless the counter is closed.
    ///
    /// - Returns: Whether the demand was zero before: the caller is now the producer.
    @export(implementation)
    package func add(_ demand: Subscribers.Demand) -> Bool {
        guard let before = update({ $0 + demand }) else { return false }
        return before == .none && demand > .none
    }

    /// Subtracts the number of values that were delivered.
    ///
    /// - Returns: The demand that remains. At `.none` the caller is no longer the producer.
    @export(implementation)
    package func settle(_ delivered: Int) -> Subscribers.Demand {
        guard let before = update({ $0 - delivered }) else { return .none }
        return before - delivered
    }

    /// Subtracts one value that is about to be delivered.
    ///
    /// - Returns: Whether it may be delivered: the counter is not closed.
    @export(implementation)
    package func takeOne() -> Bool {
        update { $0 - 1 } != nil
    }

    /// Subtracts all of the demand and returns it. Not for a counter that is closed.
    func takeAll() -> Subscribers.Demand {
        Subscribers.Demand(rawValue: outstanding.exchange(0, ordering: .sequentiallyConsistent))
    }

    /// Closes the counter: the demand does not rise again.
    ///
    /// - Returns: Whether the counter was open.
    @export(implementation)
    package func close() -> Bool {
        outstanding.exchange(Self.closed, ordering: .acquiringAndReleasing) != Self.closed
    }

    /// Closes the counter if no demand remains.
    ///
    /// - Returns: Whether this call has closed it.
    @export(implementation)
    func closeIfMet() -> Bool {
        outstanding.compareExchange(
            expected: 0, desired: Self.closed, ordering: .sequentiallyConsistent
        ).exchanged
    }

    /// Changes the demand atomically and returns the old one, or `nil` if the counter is closed.
    @export(implementation)
    func update(_ change: (Subscribers.Demand) -> Subscribers.Demand) -> Subscribers.Demand? {
        var seen = outstanding.load(ordering: .relaxed)
        while seen != Self.closed {
            let next = change(Subscribers.Demand(rawValue: seen)).rawValue
            let (exchanged, original) = outstanding.weakCompareExchange(
                expected: seen, desired: next, ordering: .sequentiallyConsistent)
            if exchanged { return Subscribers.Demand(rawValue: seen) }
            seen = original
        }
        return nil
    }
}
