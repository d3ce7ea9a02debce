import Synchronization

/// Delivers one value and a finish, as soon as there is a value and demand for it.
///
/// Used by all publishers and operators of a single value. It is not generic: the value waits in a closure
/// that is made where the types are known.
@usableFromInline
final class SingleValue: Subscription, @unchecked Sendable {
    // Sendable: `delivery` belongs to the caller that loads it until the phase is `loaded`, then to the
    // caller that changes the phase from `loaded`.

    @usableFromInline
    enum Phase: UInt8, AtomicRepresentable {
        case waiting
        /// There is demand and no value.
        case demanded
        /// There is a value and no demand.
        case loaded
        case sending
        case cancelled
    }

    private let phase: Atomic<Phase>
    @exclusivity(unchecked) private var delivery: (@Sendable (SingleValue) -> Void)?

    /// Creates a subscription whose value is loaded later.
    @usableFromInline
    init() {
        phase = Atomic(.waiting)
    }

    @usableFromInline
    init(_ delivery: @escaping @Sendable (SingleValue) -> Void) {
        phase = Atomic(.loaded)
        self.delivery = delivery
    }

    /// Creates a subscription with its value.
    @inlinable
    convenience init<S: Subscriber>(_ value: S.Input, for downstream: S) {
        self.init { $0.send(value, to: downstream) }
    }

    /// Takes the value, and delivers it if there is demand. To be called once.
    @inlinable
    func load<S: Subscriber>(_ value: S.Input, for downstream: S) {
        if isDemanded { send(value, to: downstream) } else { load { $0.send(value, to: downstream) } }
    }

    /// Whether there is demand for the value, and the subscription has not been cancelled; claims the
    /// delivery.
    @usableFromInline
    var isDemanded: Bool { change(from: .demanded, to: .sending) }

    @usableFromInline
    func load(_ delivery: @escaping @Sendable (SingleValue) -> Void) {
        if isCancelled { return }
        self.delivery = delivery
        if change(from: .waiting, to: .loaded) { return }
        self.delivery = nil
        if isDemanded { delivery(self) }
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        if phase.load(ordering: .relaxed) == .waiting, change(from: .waiting, to: .demanded) { return }
        if change(from: .loaded, to: .sending) { delivery.take()?(self) }
    }

    @usableFromInline
    func cancel() {
        if phase.exchange(.cancelled, ordering: .acquiringAndReleasing) == .loaded { _ = delivery.take() }
    }

    @inlinable
    func send<S: Subscriber>(_ value: S.Input, to downstream: S) {
        _ = downstream.receive(value)
        if !isCancelled { downstream.receive(completion: .finished) }
    }

    @usableFromInline
    var isCancelled: Bool { phase.load(ordering: .relaxed) == .cancelled }

    private func change(from old: Phase, to new: Phase) -> Bool {
        phase.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
}
