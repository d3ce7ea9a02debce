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
        /// - Parameter sequence: The elements to send. The first one is taken at subscription, the others on
        ///   the requesting threads.
        @export(implementation)
        public init(sequence: Elements) {
            self.sequence = sequence
        }

        @export(implementation)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            send(sequence, then: .finished, to: subscriber)
        }

        @export(implementation)
        public var _hasKnownValues: Bool { true }

        @export(implementation)
        public func _sendKnownValues(to receive: (Output) -> Bool) -> Subscribers.Completion<Failure> {
            for element in sequence where !receive(element) { break }
            return .finished
        }
    }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.sequence == rhs.sequence }
}

extension Sequence where Self: Sendable, Element: Sendable {
    /// A publisher of this sequence's elements.
    @export(implementation)
    public var publisher: Publishers.Sequence<Self, Never> {
        Publishers.Sequence(sequence: self)
    }
}

/// Sends a subscription to the elements of a sequence, with a completion that follows the last one at once.
@export(implementation)
func send<Elements: Sequence & Sendable, S: Subscriber>(
    _ elements: Elements, then completion: Subscribers.Completion<S.Failure>, to subscriber: S
) where Elements.Element == S.Input {
    var iterator = elements.makeIterator()
    guard let first = iterator.next() else { return end(subscriber, with: completion) }
    subscriber.flowControl?.addSource()
    let producer = SequenceProducer(
        elements: elements, iterator: iterator, next: first, downstream: subscriber, completion: completion)
    subscriber.receive(subscription: producer)
}

@usableFromInline
final class SequenceProducer<Elements: Sequence & Sendable, Downstream: Subscriber>: SpecializedSubscription,
    @unchecked Sendable
where Elements.Element == Downstream.Input {
    // Sendable: `work` is accessed by the producer only, which the demand counter makes exclusive. A pointer,
    // because the object is released by unspecialized code, which would look up the metadata of `Work`.

    @usableFromInline
    struct Work {
        /// All elements, while none has been sent.
        @usableFromInline var elements: Elements?
        @usableFromInline var iterator: Elements.Iterator
        @usableFromInline var next: Elements.Element
        @usableFromInline let downstream: Downstream
        @usableFromInline let completion: Subscribers.Completion<Downstream.Failure>

        @export(implementation)
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
    @usableFromInline let flowControl: Subscribers.FlowControl?
    @usableFromInline @exclusivity(unchecked) var work: UnsafeMutablePointer<Work>?

    @export(implementation)
    init(
        elements: Elements, iterator: Elements.Iterator, next: Elements.Element, downstream: Downstream,
        completion: Subscribers.Completion<Downstream.Failure>
    ) {
        let work = UnsafeMutablePointer<Work>.allocate(capacity: 1)
        work.initialize(
            to: Work(
                elements: elements, iterator: iterator, next: next, downstream: downstream,
                completion: completion))
        self.work = work
        flowControl = downstream.flowControl
        super.init(
            request: { unsafeDowncast($0, to: SequenceProducer.self).produce(for: $1) },
            cancel: { unsafeDowncast($0, to: SequenceProducer.self).stop() })
    }

    @usableFromInline
    deinit {
        if work != nil { release() }
    }

    @export(implementation)
    func release() {
        guard let work = work.take() else { return }
        work.deinitialize(count: 1)
        work.deallocate()
    }

    /// The elements, as in Combine, until the first value is sent.
    @usableFromInline
    override var description: String {
        // The caller becomes the producer, which may access the elements.
        guard demand.add(.max(1)) else { return "Sequence" }
        let elements = work?.pointee.elements
        if demand.settle(1) > .none { produce() }
        return elements.map { "\($0)" } ?? "Sequence"
    }

    @export(implementation)
    func produce(for requested: Subscribers.Demand) {
        if requested > .none, demand.add(requested) { produce() }
    }

    /// Releases the sequence and downstream, here or, if a producer is running, there.
    @export(implementation)
    func stop() {
        isCancelled.store(true, ordering: .sequentiallyConsistent)
        if demand.add(.unlimited) || flowControl?.remove(self) == true { release() }
    }

    @export(implementation)
    func produce() {
        while !pauses() {
            guard let memory = self.work.take() else { return }
            var work = memory.move()
            let requested = demand.current
            let sent = requested == .unlimited ? sendAll(&work) : send(requested.rawValue, &work)
            guard let sent else { return memory.deallocate() }
            memory.initialize(to: work)
            self.work = memory
            if demand.settle(sent) == .none { return }
        }
    }

    /// Whether production pauses, and is resumed or cancelled by another caller.
    @export(implementation)
    func pauses() -> Bool {
        guard let flowControl, flowControl.isPaused, flowControl.pause(self, resume: { self.produce() })
        else {
            return false
        }
        if isCancelled.load(ordering: .sequentiallyConsistent), flowControl.remove(self) { release() }
        return true
    }

    /// Sends without counting.
    ///
    /// - Returns: Zero if the source pauses; `nil` if the sequence has ended, or was cancelled.
    @export(implementation)
    func sendAll(_ work: inout Work) -> Int? {
        // Local variables, so that the loop accesses nothing through a reference.
        let downstream = work.downstream
        if let flowControl, flowControl.mayPause { return sendAll(&work, to: downstream, with: flowControl) }
        let isComplete = work.elements.take()?.withContiguousStorageIfAvailable {
            sendAll($0, to: downstream)
        }
        if let isComplete {
            if isComplete { finish(work) }
            return nil
        }
        var iterator = work.iterator
        var next = work.next
        while !isCancelled.load(ordering: .relaxed) {
            _ = downstream.receive(next)
            guard let following = iterator.next() else {
                finish(work)
                return nil
            }
            next = following
        }
        return nil
    }

    /// Sends an element, and further ones without counting until downstream has enough.
    @export(implementation)
    func sendAll(
        _ work: inout Work, to downstream: Downstream, with flowControl: Subscribers.FlowControl
    ) -> Int? {
        work.elements = nil
        repeat {
            if isCancelled.load(ordering: .relaxed) { return nil }
            _ = downstream.receive(work.next)
            guard let next = work.iterator.next() else {
                finish(work)
                return nil
            }
            work.next = next
        } while !flowControl.isPaused
        return 0
    }

    /// Sends elements that are contiguous in memory, at less cost than through an iterator.
    ///
    /// - Returns: Whether all were sent; otherwise the stream was cancelled.
    @export(implementation) @inline(__always)
    func sendAll(_ elements: UnsafeBufferPointer<Elements.Element>, to downstream: Downstream) -> Bool {
        for element in elements {
            if isCancelled.load(ordering: .relaxed) { return false }
            _ = downstream.receive(element)
        }
        return true
    }

    /// Sends a number of elements, one at least; the demand that downstream returns is added.
    ///
    /// - Returns: The number of elements sent, fewer if the source pauses; `nil` if the sequence has ended,
    ///   or was cancelled.
    @export(implementation)
    func send(_ count: Int, _ work: inout Work) -> Int? {
        work.elements = nil
        // Otherwise it would be retained for each element.
        let flowControl = flowControl.map { Unmanaged.passUnretained($0) }
        for index in 0..<count {
            if isCancelled.load(ordering: .relaxed) { return nil }
            if index > 0, let flowControl, flowControl._withUnsafeGuaranteedRef({ $0.isPaused }) {
                return index
            }
            let requested = work.downstream.receive(work.next)
            guard let next = work.iterator.next() else {
                finish(work)
                return nil
            }
            work.next = next
            if requested > .none { _ = demand.add(requested) }
        }
        return count
    }

    @export(implementation)
    func finish(_ work: Work) {
        if !isCancelled.exchange(true, ordering: .relaxed) {
            work.downstream.receive(completion: work.completion)
        }
    }
}
