import Synchronization

extension Publishers {
    /// Sends the elements of a sequence, then finishes.
    ///
    /// Each subscriber iterates the sequence anew. The publisher looks one element ahead: it finishes
    /// together with the last element requested, and an empty sequence finishes without demand, as in
    /// Combine.
    public struct Sequence<Elements: Swift.Sequence & Sendable, Failure: Error>: Publisher
    where Elements.Element: Sendable {
        public typealias Output = Elements.Element

        /// The elements that are sent.
        public let sequence: Elements

        /// Creates a publisher of a sequence's elements.
        ///
        /// - Parameter sequence: The elements to send. Its iterator runs on the requesting threads.
        @inlinable
        public init(sequence: Elements) {
            self.sequence = sequence
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            send(sequence, then: .finished, to: subscriber)
        }
    }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.sequence == rhs.sequence }
}

extension Sequence where Self: Sendable, Element: Sendable {
    /// A publisher of this sequence's elements.
    @inlinable
    public var publisher: Publishers.Sequence<Self, Never> {
        Publishers.Sequence(sequence: self)
    }
}

/// Sends a subscription to the elements of a sequence, with a completion that follows the last one at once.
@inlinable
func send<Elements: Sequence & Sendable, S: Subscriber>(
    _ elements: Elements, then completion: Subscribers.Completion<S.Failure>, to subscriber: S
) where Elements.Element == S.Input {
    var iterator = elements.makeIterator()
    guard let first = iterator.next() else { return end(subscriber, with: completion) }
    let producer = SequenceProducer(
        elements: elements, iterator: iterator, next: first, downstream: subscriber, completion: completion)
    subscriber.receive(
        subscription: BoundSubscription(request: { producer.request($0) }, cancel: { producer.cancel() }))
}

@usableFromInline
final class SequenceProducer<Elements: Sequence, Downstream: Subscriber>: @unchecked Sendable
where Elements.Element == Downstream.Input {
    // Sendable: `work` is accessed by the producer only, which the demand counter makes exclusive.

    @usableFromInline
    struct Work {
        /// All elements, while none has been sent.
        @usableFromInline var elements: Elements?
        @usableFromInline var iterator: Elements.Iterator
        @usableFromInline var next: Elements.Element
        @usableFromInline let downstream: Downstream
        @usableFromInline let completion: Subscribers.Completion<Downstream.Failure>

        @inlinable
        init(
            elements: Elements, iterator: Elements.Iterator, next: Elements.Element, downstream: Downstream,
            completion: Subscribers.Completion<Downstream.Failure>
        ) {
            self.elements = elements
            self.iterator = iterator
            self.next = next
            self.downstream = downstream
            self.completion = completion
        }
    }

    @usableFromInline let demand = DemandCounter()
    @usableFromInline let isCancelled = Atomic<Bool>(false)
    @usableFromInline @exclusivity(unchecked) var work: Work?

    @inlinable
    init(
        elements: Elements, iterator: Elements.Iterator, next: Elements.Element, downstream: Downstream,
        completion: Subscribers.Completion<Downstream.Failure>
    ) {
        work = Work(
            elements: elements, iterator: iterator, next: next, downstream: downstream, completion: completion
        )
    }

    @inlinable
    func request(_ wanted: Subscribers.Demand) {
        if wanted > .none, demand.add(wanted) { produce() }
    }

    /// Releases the sequence and downstream, here or, if a producer is running, there.
    @inlinable
    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
        if demand.add(.unlimited) { work = nil }
    }

    @inlinable
    func produce() {
        guard var work = self.work.take() else { return }
        while true {
            let wanted = demand.current
            let more = wanted == .unlimited ? sendAll(&work) : send(wanted.rawValue, &work)
            guard more else { return }
            self.work = work
            if demand.settle(wanted.rawValue) == .none { return }
            self.work = nil
        }
    }

    /// Sends without counting.
    ///
    /// - Returns: `false`: the sequence has ended, or was cancelled.
    @inlinable
    func sendAll(_ work: inout Work) -> Bool {
        // Local variables, so that the loop accesses nothing through a reference.
        let downstream = work.downstream
        let isComplete = work.elements.take()?.withContiguousStorageIfAvailable {
            sendAll($0, to: downstream)
        }
        if let isComplete {
            if isComplete { finish(work) }
            return false
        }
        var iterator = work.iterator
        var next = work.next
        while !isCancelled.load(ordering: .relaxed) {
            _ = downstream.receive(next)
            guard let following = iterator.next() else {
                finish(work)
                return false
            }
            next = following
        }
        return false
    }

    /// Sends elements that are contiguous in memory, at less cost than through an iterator.
    ///
    /// - Returns: Whether all were sent; otherwise the stream was cancelled.
    @inlinable @inline(__always)
    func sendAll(_ elements: UnsafeBufferPointer<Elements.Element>, to downstream: Downstream) -> Bool {
        for element in elements {
            if isCancelled.load(ordering: .relaxed) { return false }
            _ = downstream.receive(element)
        }
        return true
    }

    /// Sends a number of elements; the demand that downstream returns is added.
    ///
    /// - Returns: Whether elements remain.
    @inlinable
    func send(_ count: Int, _ work: inout Work) -> Bool {
        work.elements = nil
        for _ in 0..<count {
            if isCancelled.load(ordering: .relaxed) { return false }
            let wanted = work.downstream.receive(work.next)
            guard let next = work.iterator.next() else {
                finish(work)
                return false
            }
            work.next = next
            if wanted > .none { _ = demand.add(wanted) }
        }
        return true
    }

    @inlinable
    func finish(_ work: Work) {
        if !isCancelled.exchange(true, ordering: .relaxed) {
            work.downstream.receive(completion: work.completion)
        }
    }
}
