import Synchronization

extension Publishers {
    /// Makes a publisher from a value and ignores further values until it ends. See `exhaustMap(_:)`.
    public struct ExhaustMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
    where NewPublisher.Failure == Upstream.Failure {
        public typealias Output = NewPublisher.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Makes a publisher from a value.
        public let transform: @Sendable (Upstream.Output) -> NewPublisher

        /// Makes a publisher that turns a value into a publisher and ignores further values until that ends.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - transform: Makes a publisher from a value.
        @inlinable
        public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> NewPublisher) {
            self.upstream = upstream
            self.transform = transform
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let gate = ExhaustGate()
            upstream
                .filter { _ in gate.take() }
                .flatMap { [transform] in Occupant(upstream: transform($0), gate: gate) }
                .receive(subscriber: subscriber)
        }
    }
}

/// Whether a place is taken.
@usableFromInline
final class ExhaustGate: Sendable {
    private let isTaken = Atomic<Bool>(false)

    @usableFromInline
    init() {}

    /// Takes the place.
    ///
    /// - Returns: Whether it was free.
    @usableFromInline
    func take() -> Bool { !isTaken.exchange(true, ordering: .relaxed) }

    @usableFromInline
    func leave() { isTaken.store(false, ordering: .relaxed) }
}

/// Leaves its place when it finishes.
@usableFromInline
struct Occupant<Upstream: Publisher>: Publisher {
    @usableFromInline typealias Output = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure
    @usableFromInline let upstream: Upstream
    @usableFromInline let gate: ExhaustGate

    @inlinable
    init(upstream: Upstream, gate: ExhaustGate) {
        self.upstream = upstream
        self.gate = gate
    }

    @inlinable
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.receive(subscriber: Inner(downstream: subscriber, gate: gate))
    }

    @usableFromInline
    struct Inner<Downstream: Subscriber>: Relay {
        @usableFromInline typealias Failure = Downstream.Failure
        @usableFromInline let downstream: Downstream
        @usableFromInline let gate: ExhaustGate

        @inlinable
        init(downstream: Downstream, gate: ExhaustGate) {
            self.downstream = downstream
            self.gate = gate
        }

        @inlinable
        func receive(_ input: Downstream.Input) -> Subscribers.Demand {
            downstream.receive(input)
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) {
            gate.leave()
            downstream.receive(completion: completion)
        }
    }
}

extension Publisher {
    /// Makes a publisher from a value and ignores further values until it has ended.
    ///
    /// ```
    /// self        a--b-----c--------|
    /// exhaustMap  -a1-a2----c1-c2---|
    /// ```
    ///
    /// For what must not be started twice, such as a purchase at the touch of a button. Upstream is asked for an
    /// unlimited number of values. The stream finishes when upstream and the running publisher have; a failure of
    /// either cancels the other.
    ///
    /// - Parameter transform: Makes a publisher from a value; called serially.
    @inlinable
    public func exhaustMap<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.ExhaustMap<P, Self> where P.Failure == Failure {
        Publishers.ExhaustMap(upstream: self, transform: transform)
    }

    /// Makes a publisher from a value and ignores further values until it ends, where the new publishers cannot fail.
    @inlinable
    public func exhaustMap<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.ExhaustMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
        exhaustMap { transform($0).setFailureType(to: Failure.self) }
    }
}

extension Publisher where Failure == Never {
    /// Makes a publisher from a value and ignores further values until it ends, where only the new publishers can fail.
    @inlinable
    public func exhaustMap<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.ExhaustMap<P, Publishers.SetFailureType<Self, P.Failure>> {
        setFailureType(to: P.Failure.self).exhaustMap(transform)
    }

    /// Makes a publisher from a value and ignores further values until it ends, where nothing can fail.
    @inlinable
    public func exhaustMap<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.ExhaustMap<P, Self> where P.Failure == Never {
        Publishers.ExhaustMap(upstream: self, transform: transform)
    }
}
