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
                subscription: BoundSubscription(
                    "AsyncElements", request: { run.request($0) }, cancel: { run.cancel() }))
        }
    }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// A publisher of this sequence's elements, with its failure.
    ///
    /// One element is pulled for each value requested, in a task that runs while there is demand and is
    /// cancelled with the subscription. The stream finishes when the sequence is pulled and has no further
    /// element.
    @export(implementation)
    public var publisher: ExtraPublishers.AsyncElements<Self> {
        ExtraPublishers.AsyncElements(sequence: self)
    }
}

@usableFromInline
final class AsyncElementsRun<Elements: AsyncSequence & Sendable, Downstream: Subscriber>: @unchecked Sendable
where Elements.Element == Downstream.Input, Elements.Failure == Downstream.Failure {
    // Sendable: `work` is accessed by the producer only, which the demand counter makes exclusive.

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

    @export(implementation)
    init(_ elements: Elements, downstream: Downstream) {
        flowControl = downstream.flowControl
        flowControl?.addSource()
        work = Work(iterator: elements.makeAsyncIterator(), downstream: downstream)
    }

    @export(implementation)
    func request(_ requested: Subscribers.Demand) {
        if requested > .none, demand.add(requested) { start() }
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
        if demand.add(.unlimited) || flowControl?.remove(self) == true { work = nil }
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
            // Unlimited demand is never met.
            if demand.current < .unlimited, demand.settle(1) == .none { return }
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
