import Synchronization

/// Delivers one value and the finish, once both the value and a demand for it are there.
///
/// Used by whatever yields a single value: at once, later, or after having consumed all of upstream. It knows no
/// type of the stream's: the value waits in a closure that was made where they were known.
@usableFromInline
final class SingleValue: Subscription, @unchecked Sendable {
    // Sendable: `delivery` belongs to whoever loads it until the phase says so, then to whoever changes the phase
    // from `loaded`.

    @usableFromInline
    enum Phase: UInt8, AtomicRepresentable {
        case waiting
        /// The value is wanted and not there.
        case demanded
        /// The value is there and not wanted.
        case loaded
        case sending
        case cancelled
    }

    private let phase: Atomic<Phase>
    @exclusivity(unchecked) private var delivery: (@Sendable (SingleValue) -> Void)?

    /// Makes a delivery whose value comes later.
    @usableFromInline
    init() {
        phase = Atomic(.waiting)
    }

    @usableFromInline
    init(_ delivery: @escaping @Sendable (SingleValue) -> Void) {
        phase = Atomic(.loaded)
        self.delivery = delivery
    }

    /// Makes a delivery whose value is there.
    @inlinable
    convenience init<S: Subscriber>(_ value: S.Input, for downstream: S) {
        self.init { $0.send(value, to: downstream) }
    }

    /// Takes the value; delivers it if it is awaited. To be called once.
    @inlinable
    func load<S: Subscriber>(_ value: S.Input, for downstream: S) {
        if isDemanded { send(value, to: downstream) } else { load { $0.send(value, to: downstream) } }
    }

    /// Whether the value, which is there now, is awaited by somebody who has not cancelled.
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
