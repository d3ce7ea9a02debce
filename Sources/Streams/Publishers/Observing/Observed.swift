import Observation

/// Sends a value that a closure reads from observable objects, each time that one of the properties changes.
///
/// ```swift
/// @MainActor @Observable final class SearchModel { var text = "" }
/// ```
/// ```swift
/// let subscription = Observed { model.text }.removeDuplicates().sink { print($0) }
/// ```
///
/// The closure runs on the main actor: at the subscription, and after each change, once the work that changed
/// the properties has returned. Several changes within it result in one value. Subscribing on the main actor
/// sends the first value at once. A subscriber without demand receives the latest value when it requests one.
/// The stream does not end.
///
/// The type does not state that values are sent on the main actor, because a value that waited for demand is
/// sent on the thread that requests it. Write `receive(on: .main)` before a `sink` that changes a model; a
/// value that is on the main actor already is delivered at once.
public struct Observed<Output: Sendable>: Publisher {
    public typealias Failure = Never

    /// Reads the properties.
    public let read: @MainActor @Sendable () -> Output

    /// Creates a publisher of a value that a closure reads.
    ///
    /// - Parameter read: Reads properties of observable objects, and returns the value to send. The objects
    ///   change on the main actor.
    public init(_ read: @escaping @MainActor @Sendable () -> Output) {
        self.read = read
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        ObservedRun(read, downstream: AnySubscriber(subscriber)).begin()
    }
}

/// Tracks the properties for one subscriber.
private final class ObservedRun<Value: Sendable>: Sendable {
    private let read: @MainActor @Sendable () -> Value
    private let outlet: QueueingOutlet<Value, Never>

    init(_ read: @escaping @MainActor @Sendable () -> Value, downstream: AnySubscriber<Value, Never>) {
        self.read = read
        let keeper = RunKeeper<ObservedRun>()
        downstream.flowControl?.addSource()
        outlet = QueueingOutlet(
            to: downstream, of: "Observed",
            capacity: downstream.flowControl == nil ? .newest(1) : .unlimited,
            onCancel: { _ in _ = keeper.run.exchange(nil) })
        // Until the cancellation: observed objects hold a run weakly, so that it does not hold what it reads
        // for them.
        _ = keeper.run.exchange(self)
    }

    func begin() {
        outlet.begin()
        if MainActor.shared.isCurrent {
            MainActor.assumeIsolated { track() }
        } else {
            trackLater()
        }
    }

    private func trackLater() {
        Task { @MainActor in track() }
    }

    @MainActor
    private func track() {
        if outlet.isStopped { return }
        // A change is reported before it is made. The next task of the main actor runs after it was.
        let value = withObservationTracking {
            read()
        } onChange: { [weak self] in
            self?.trackLater()
        }
        _ = outlet.offer(value)
    }
}

/// Holds a run until the subscriber cancels.
private final class RunKeeper<Run: AnyObject & Sendable>: Sendable {
    let run = Locked<Run?>(nil)
}
