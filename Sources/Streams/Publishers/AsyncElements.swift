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
    // Sendable: `work` and `waiter` are accessed by the producer only, which the demand counter makes
    // exclusive: the task while there is demand, and then the caller that raises or closes the demand.

    @usableFromInline
    struct Work {
        @usableFromInline var iterator: Elements.AsyncIterator
        @usableFromInline let downstream: Downstream

        @export(implementation)
        init(iterator: Elements.AsyncIterator, downstream: Downstream) {
            self.iterator = iterator
            self.downstream = downstream
        }
    }

    @usableFromInline let demand = DemandCounter()
    @usableFromInline let isCancelled = Atomic<Bool>(false)
    @usableFromInline let flowControl: Subscribers.FlowControl?
    @usableFromInline let task = Locked<Task<Void, Never>?>(nil)
    @usableFromInline @exclusivity(unchecked) var work: Work?
    /// The task, while it waits for demand. Unsafe, because it is resumed exactly once: by the caller that
    /// takes it.
    @usableFromInline @exclusivity(unchecked) var waiter: UnsafeContinuation<Void, Never>?
    /// Whether downstream has released its subscription, and so requests no more.
    @usableFromInline let isAbandoned = Atomic<Bool>(false)

    @export(implementation)
    init(_ elements: Elements, downstream: Downstream) {
        flowControl = downstream.flowControl
        flowControl?.addSource()
        work = Work(iterator: elements.makeAsyncIterator(), downstream: downstream)
        // As if a value was being sent, while downstream receives its subscription.
        _ = demand.add(.max(1))
    }

    /// Starts if there is demand: downstream has received its subscription.
    @export(implementation)
    func finishSubscribing() {
        if isCancelled.load(ordering: .sequentiallyConsistent) { return release() }
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
        if isCancelled.load(ordering: .sequentiallyConsistent) { task.exchange(nil)?.cancel() }
    }

    /// Releases the sequence and downstream, here or, if a producer is running, there.
    @export(implementation)
    func cancel() {
        isCancelled.store(true, ordering: .sequentiallyConsistent)
        task.exchange(nil)?.cancel()
        if demand.add(.unlimited) || flowControl?.remove(self) == true { release() }
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
        work = nil
        waiter.take()?.resume()
    }

    @export(implementation)
    func produce() async {
        while !pauses() {
            guard var work = self.work.take(), !isCancelled.load(ordering: .relaxed) else { return }
            do throws(Elements.Failure) {
                guard let element = try await work.iterator.next(isolation: nil) else {
                    return end(work, .finished)
                }
                if isCancelled.load(ordering: .relaxed) { return }
                let requested = work.downstream.receive(element)
                if requested > .none { _ = demand.add(requested) }
            } catch {
                return end(work, .failure(error))
            }
            // Moved: a copy would retain and release all of it, in code that is not specialised.
            self.work = consume work
            await settle()
        }
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
        if isCancelled.load(ordering: .sequentiallyConsistent), flowControl.remove(self) { work = nil }
        return true
    }

    @export(implementation)
    func end(_ work: Work, _ completion: Subscribers.Completion<Elements.Failure>) {
        if !isCancelled.exchange(true, ordering: .relaxed) {
            work.downstream.receive(completion: completion)
        }
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
