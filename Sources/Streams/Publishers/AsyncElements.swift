import Synchronization

extension ExtraPublishers {
    /// Sends the elements of an asynchronous sequence. See `AsyncSequence.publisher`.
    public struct AsyncElements<Elements: AsyncSequence & Sendable>: Publisher
    where Elements.Element: Sendable {
        public typealias Output = Elements.Element
        public typealias Failure = Elements.Failure

        /// The elements that are sent.
        public let sequence: Elements

        /// Creates a publisher of an asynchronous sequence's elements.
        ///
        /// - Parameter sequence: The elements to send; each subscriber iterates them anew.
        @export(implementation)
        public init(sequence: Elements) {
            self.sequence = sequence
        }

        @export(implementation)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let run = AsyncElementsRun(sequence, downstream: subscriber)
            subscriber.receive(
                subscription: AsyncElementsSubscription(
                    request: { run.request($0) }, cancel: { run.cancel() }, release: { run.abandon() }))
            run.finishSubscribing()
        }
    }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// A publisher of this sequence's elements, with its failure.
    ///
    /// One element is pulled for each value requested, in a task that starts at the first demand, waits for
    /// further demand, and is cancelled with the subscription. Between two pulls a cancellation releases the
    /// iterator, as the end of a `for await` loop does. The stream finishes when the sequence is pulled and
    /// has no further element.
    @export(implementation)
    public var publisher: ExtraPublishers.AsyncElements<Self> {
        ExtraPublishers.AsyncElements(sequence: self)
    }
}

@usableFromInline
final class AsyncElementsRun<Elements: AsyncSequence & Sendable, Downstream: Subscriber>: @unchecked Sendable
where Elements.Element == Downstream.Input, Elements.Failure == Downstream.Failure {
    // Sendable: `iterator` and `waiter` are accessed by the producer only, which the demand counter makes
    // exclusive: the task while there is demand, and then the caller that raises or closes the demand.
    // `downstream` is accessed by who has changed the phase from `waiting`.

    @usableFromInline
    enum Phase: UInt8, AtomicRepresentable {
        /// The next element is awaited, or not requested.
        case waiting
        /// Downstream receives a value.
        case delivering
        /// The stream has ended, or was cancelled.
        case ended
    }

    @usableFromInline let demand = DemandCounter()
    @usableFromInline let phase = Atomic<Phase>(.waiting)
    @usableFromInline let flowControl: Subscribers.FlowControl?
    @usableFromInline let task = Locked<Task<Void, Never>?>(nil)
    @usableFromInline @exclusivity(unchecked) var iterator: Elements.AsyncIterator?
    /// Not with the iterator, which belongs to the task while that waits for an element: a sequence may take
    /// no notice of cancellation.
    @usableFromInline @exclusivity(unchecked) var downstream: Downstream?
    /// The task, while it waits for demand. Unsafe, because it is resumed exactly once: by the caller that
    /// takes it.
    @usableFromInline @exclusivity(unchecked) var waiter: UnsafeContinuation<Void, Never>?
    /// Whether downstream has released its subscription, and so requests no more.
    @usableFromInline let isAbandoned = Atomic<Bool>(false)

    @export(implementation)
    init(_ elements: Elements, downstream: Downstream) {
        flowControl = downstream.flowControl
        flowControl?.addSource()
        iterator = elements.makeAsyncIterator()
        self.downstream = downstream
        // As if a value was being sent, while downstream receives its subscription.
        _ = demand.add(.max(1))
    }

    @export(implementation) @inline(__always)
    var isCancelled: Bool { phase.load(ordering: .sequentiallyConsistent) == .ended }

    /// Starts if there is demand: downstream has received its subscription.
    @export(implementation)
    func finishSubscribing() {
        if isCancelled { return release() }
        if demand.settle(1) > .none { return start() }
        if isAbandoned.load(ordering: .sequentiallyConsistent), demand.closeIfMet() { release() }
    }

    @export(implementation)
    func request(_ requested: Subscribers.Demand) {
        guard requested > .none, demand.add(requested) else { return }
        if let waiter = waiter.take() { waiter.resume() } else { start() }
    }

    @export(implementation)
    func start() {
        _ = task.exchange(Task { await produce() })
        if isCancelled { task.exchange(nil)?.cancel() }
    }

    /// Releases downstream, unless it receives a value; and the sequence, here or, if a producer is running,
    /// there.
    @export(implementation)
    func cancel() {
        let ended = endDelivery()
        task.exchange(nil)?.cancel()
        if demand.add(.unlimited) || flowControl?.remove(self) == true { release() }
        _ = consume ended
    }

    /// Ends the stream. Returns downstream, unless it receives a value, or the stream has ended.
    @export(implementation)
    func endDelivery() -> Downstream? {
        phase.exchange(.ended, ordering: .sequentiallyConsistent) == .waiting ? downstream.take() : nil
    }

    /// Releases the sequence and downstream, unless there is demand: then once that is met.
    @export(implementation)
    func abandon() {
        isAbandoned.store(true, ordering: .sequentiallyConsistent)
        if demand.closeIfMet() { release() }
    }

    /// Releases the sequence and downstream, and lets the task end that waits for demand.
    @export(implementation)
    func release() {
        _ = endDelivery()
        iterator = nil
        waiter.take()?.resume()
    }

    @export(implementation)
    func produce() async {
        while !pauses() {
            guard var iterator = self.iterator.take(), !isCancelled else { return }
            do throws(Elements.Failure) {
                guard let element = try await iterator.next(isolation: nil) else { return end(.finished) }
                if !deliver(element) { return }
            } catch {
                return end(.failure(error))
            }
            // Moved: a copy would retain and release all of it, in code that is not specialized.
            self.iterator = consume iterator
            await settle()
        }
    }

    /// Returns whether the stream goes on.
    @export(implementation)
    func deliver(_ element: Elements.Element) -> Bool {
        guard change(from: .waiting, to: .delivering), let downstream = self.downstream.take() else {
            return false
        }
        let requested = downstream.receive(element)
        if requested > .none { _ = demand.add(requested) }
        self.downstream = consume downstream
        if change(from: .delivering, to: .waiting) { return true }
        self.downstream = nil
        return false
    }

    @export(implementation) @inline(__always)
    func change(from old: Phase, to new: Phase) -> Bool {
        phase.compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).exchanged
    }

    /// Notes that a value was delivered, and waits until there is further demand.
    @export(implementation)
    func settle() async {
        // Unlimited demand is never met.
        if demand.current == .unlimited { return }
        // No other caller subtracts from the demand.
        if demand.current > 1 {
            _ = demand.settle(1)
            return
        }
        await withUnsafeContinuation { continuation in
            waiter = continuation
            if demand.settle(1) > .none {
                waiter.take()?.resume()
            } else if isAbandoned.load(ordering: .sequentiallyConsistent), demand.closeIfMet() {
                release()
            }
        }
    }

    /// Whether production pauses, and is resumed or cancelled by another caller.
    @export(implementation)
    func pauses() -> Bool {
        guard let flowControl, flowControl.isPaused, flowControl.pause(self, resume: { self.start() }) else {
            return false
        }
        if isCancelled, flowControl.remove(self) { iterator = nil }
        return true
    }

    @export(implementation)
    func end(_ completion: Subscribers.Completion<Elements.Failure>) {
        endDelivery()?.receive(completion: completion)
    }
}

/// The subscription of an ``AsyncElementsRun``. It ends the wait for demand when downstream releases it.
@usableFromInline
final class AsyncElementsSubscription: AbandonableSubscription, CustomStringConvertible {
    private let onRequest: @Sendable (Subscribers.Demand) -> Void
    private let onCancel: @Sendable () -> Void
    private let onRelease: @Sendable () -> Void

    @usableFromInline
    init(
        request: @escaping @Sendable (Subscribers.Demand) -> Void, cancel: @escaping @Sendable () -> Void,
        release: @escaping @Sendable () -> Void
    ) {
        onRequest = request
        onCancel = cancel
        onRelease = release
    }

    deinit {
        abandon()
    }

    func abandon() { onRelease() }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) { onRequest(demand) }

    @usableFromInline
    func cancel() { onCancel() }

    @usableFromInline
    var description: String { "AsyncElements" }
}
