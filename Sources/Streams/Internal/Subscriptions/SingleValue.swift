import Synchronization

/// Delivers one value and a finish, as soon as there is a value and demand for it.
///
/// Used by all publishers and operators of a single value. It is not generic: the value waits in a closure
/// that is made where the types are known, or in a ``LoadedValue``.
@usableFromInline
package class SingleValue: SourceSubscription, CustomStringConvertible, @unchecked Sendable {
    // Sendable: `delivery` belongs to the caller that loads it until the phase is `loaded`, then to the
    // caller that changes the phase from `loaded`.

    @usableFromInline
    enum Phase: UInt8, AtomicRepresentable {
        case waiting
        /// Demand and no value.
        case demanded
        /// A value and no demand.
        case loaded
        case sending
        case cancelled
    }

    private final let phase: Atomic<Phase>
    @exclusivity(unchecked) private final var delivery: (@Sendable (SingleValue) -> Void)?

    /// Creates a subscription whose value is loaded later.
    @usableFromInline
    init() {
        phase = Atomic(.waiting)
    }

    /// Creates a subscription whose value is loaded.
    ///
    /// - Parameter delivery: Sends the value; released at the latest when the subscription is cancelled.
    @usableFromInline
    init(delivery: @escaping @Sendable (SingleValue) -> Void) {
        phase = Atomic(.loaded)
        self.delivery = delivery
    }

    /// Takes the value, and delivers it if there is demand. To be called once.
    @export(implementation)
    final func load<S: Subscriber>(_ value: S.Input, for downstream: S) {
        if isDemanded { send(value, to: downstream) } else { load { $0.send(value, to: downstream) } }
    }

    /// Whether there is demand for the value, and the subscription has not been cancelled; claims the
    /// delivery.
    @usableFromInline
    final var isDemanded: Bool { change(from: .demanded, to: .sending) }

    @usableFromInline
    final func load(_ delivery: @escaping @Sendable (SingleValue) -> Void) {
        if isCancelled { return }
        self.delivery = delivery
        if change(from: .waiting, to: .loaded) { return }
        self.delivery = nil
        if isDemanded { delivery(self) }
    }

    @usableFromInline
    package final func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        if phase.load(ordering: .relaxed) == .waiting, change(from: .waiting, to: .demanded) { return }
        if change(from: .loaded, to: .sending) { delivery.take()?(self) }
    }

    @usableFromInline
    package final func cancel() {
        if phase.exchange(.cancelled, ordering: .acquiringAndReleasing) == .loaded { discard() }
    }

    /// Releases the value, unless there is demand for it: none follows, so that it cannot be delivered.
    @usableFromInline
    final func abandon() {
        // In this order: the value may be loaded meanwhile.
        if change(from: .waiting, to: .cancelled) { return }
        if change(from: .loaded, to: .cancelled) { discard() }
    }

    /// Releases the value of a subscription that is cancelled before the delivery.
    @usableFromInline
    func discard() {
        delivery = nil
    }

    @export(implementation)
    final func send<S: Subscriber>(_ value: S.Input, to downstream: S) {
        _ = downstream.receive(value)
        if !isCancelled { downstream.receive(completion: .finished) }
    }

    @usableFromInline
    final var isCancelled: Bool { phase.load(ordering: .relaxed) == .cancelled }

    @usableFromInline
    package final var description: String { "Just" }

    private final func change(from old: Phase, to new: Phase) -> Bool {
        phase.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
}

/// A single value together with its subscriber, in one object.
@usableFromInline
package final class LoadedValue<Downstream: Subscriber>: SingleValue, @unchecked Sendable {
    // Sendable: `value` and `downstream` belong to the caller that delivers or discards it, of which there is
    // one.

    // Not a tuple, whose metadata the release of each object would look up, and `Optional`, whose variables
    // have no initial value, which unspecialized code would store.
    @usableFromInline @exclusivity(unchecked) var value: Optional<Downstream.Input>
    @usableFromInline @exclusivity(unchecked) var downstream: Optional<Downstream>

    /// Creates a subscription with its value.
    @export(implementation)
    package init(_ value: Downstream.Input, for downstream: Downstream) {
        self.value = value
        self.downstream = downstream
        // A closure that captures nothing needs no context, and is specialized as the initializer is.
        super.init(delivery: { unsafeDowncast($0, to: LoadedValue.self).deliver() })
    }

    @export(implementation)
    func deliver() {
        if let value = value.take(), let downstream = downstream.take() { send(value, to: downstream) }
    }

    @usableFromInline
    override func discard() {
        value = nil
        downstream = nil
        super.discard()
    }
}
