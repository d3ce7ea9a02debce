import Synchronization

/// The demand that a source has not met yet, shared by the threads that request and the one that produces.
///
/// Whoever raises it from zero becomes the producer and stays it until the demand is met; everybody else only
/// adds. A producer that has ended never settles, so that nobody produces after it.
@usableFromInline
package struct DemandCounter: ~Copyable, Sendable {
    @usableFromInline let outstanding = Atomic<Int>(0)

    @inlinable
    package init() {}

    /// The demand that is not met yet.
    @inlinable
    package var current: Subscribers.Demand {
        Subscribers.Demand(rawValue: outstanding.load(ordering: .relaxed))
    }

    /// Adds to the demand.
    ///
    /// - Returns: Whether it was zero before: the caller is now the producer.
    @inlinable
    package func add(_ demand: Subscribers.Demand) -> Bool {
        update { $0 + demand } == .none && demand > .none
    }

    /// Takes what was delivered off the demand.
    ///
    /// - Returns: What is left. At `.none` the caller has stopped being the producer.
    @inlinable
    package func settle(_ delivered: Int) -> Subscribers.Demand {
        update { $0 - delivered } - delivered
    }

    /// Changes the demand atomically and returns the old one.
    @inlinable
    func update(_ change: (Subscribers.Demand) -> Subscribers.Demand) -> Subscribers.Demand {
        var seen = outstanding.load(ordering: .relaxed)
        while true {
            let next = change(Subscribers.Demand(rawValue: seen)).rawValue
            let (exchanged, original) = outstanding.weakCompareExchange(
                expected: seen, desired: next, ordering: .acquiringAndReleasing)
            if exchanged { return Subscribers.Demand(rawValue: seen) }
            seen = original
        }
    }
}
