import Synchronization

extension ExtraPublishers {
    /// Transforms a value into a publisher and ignores further values until that ends. See `exhaustMap(_:)`.
    public struct ExhaustMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
    where NewPublisher.Failure == Upstream.Failure {
        public typealias Output = NewPublisher.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Returns a publisher for a value.
        public let transform: @Sendable (Upstream.Output) -> NewPublisher

        /// Creates a publisher that transforms a value into a publisher and ignores further values until that
        /// ends.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - transform: Returns a publisher for a value.
        @export(implementation)
        public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> NewPublisher) {
            self.upstream = upstream
            self.transform = transform
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let gate = ExhaustGate()
            upstream
                .filter { _ in gate.close() }
                .flatMap { [transform] in GatedPublisher(upstream: transform($0), gate: gate) }
                .receive(subscriber: subscriber)
        }
    }
}

/// Admits one value at a time.
@usableFromInline
final class ExhaustGate: Sendable {
    private let isClosed = Atomic<Bool>(false)

    @usableFromInline
    init() {}

    /// Closes the gate.
    ///
    /// - Returns: Whether it was open.
    @usableFromInline
    func close() -> Bool { !isClosed.exchange(true, ordering: .relaxed) }

    @usableFromInline
    func open() { isClosed.store(false, ordering: .relaxed) }
}

/// Forwards a publisher and opens the gate when it ends.
@usableFromInline
struct GatedPublisher<Upstream: Publisher>: Publisher {
    @usableFromInline typealias Output = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure
    @usableFromInline let upstream: Upstream
    @usableFromInline let gate: ExhaustGate

    @export(implementation)
    init(upstream: Upstream, gate: ExhaustGate) {
        self.upstream = upstream
        self.gate = gate
    }

    @export(implementation)
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.receive(subscriber: Inner(downstream: subscriber, gate: gate))
    }

    @usableFromInline
    struct Inner<Downstream: Subscriber>: Relay {
        @usableFromInline typealias Failure = Downstream.Failure
        @usableFromInline let downstream: Downstream
        @usableFromInline let gate: ExhaustGate

        @export(implementation)
        init(downstream: Downstream, gate: ExhaustGate) {
            self.downstream = downstream
            self.gate = gate
        }

        @export(implementation)
        func receive(_ input: Downstream.Input) -> Subscribers.Demand {
            downstream.receive(input)
        }

        @export(implementation)
        func receive(completion: Subscribers.Completion<Failure>) {
            gate.open()
            downstream.receive(completion: completion)
        }
    }
}

extension Publisher {
    /// Transforms a value into a publisher and ignores further values until that has ended.
    ///
    /// ```
    /// self        a--b-----c--------|
    /// exhaustMap  -a1-a2----c1-c2---|
    /// ```
    ///
    /// For work that must not be started twice, such as a purchase by a button. The operator requests an
    /// unlimited number of values from upstream. The stream finishes when upstream and the running publisher
    /// have finished; a failure of either cancels the other.
    ///
    /// - Parameter transform: Returns a publisher for a value; called serially.
    @export(implementation)
    @_disfavoredOverload  // Gives way to a project's own operator of this name.
    public func exhaustMap<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> ExtraPublishers.ExhaustMap<P, Self> where P.Failure == Failure {
        ExtraPublishers.ExhaustMap(upstream: self, transform: transform)
    }

    /// Transforms a value into a publisher that cannot fail, and ignores further values until that ends.
    @export(implementation)
    @_disfavoredOverload  // Gives way to a project's own operator of this name.
    public func exhaustMap<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> ExtraPublishers.ExhaustMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
        exhaustMap { transform($0).setFailureType(to: Failure.self) }
    }
}

extension Publisher where Failure == Never {
    /// Transforms a value into a publisher that can fail, and ignores further values until that ends.
    @export(implementation)
    @_disfavoredOverload  // Gives way to a project's own operator of this name.
    public func exhaustMap<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> ExtraPublishers.ExhaustMap<P, Publishers.SetFailureType<Self, P.Failure>> {
        setFailureType(to: P.Failure.self).exhaustMap(transform)
    }

    /// Transforms a value into a publisher, and ignores further values until that ends; neither fails.
    @export(implementation)
    @_disfavoredOverload  // Gives way to a project's own operator of this name.
    public func exhaustMap<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> ExtraPublishers.ExhaustMap<P, Self> where P.Failure == Never {
        ExtraPublishers.ExhaustMap(upstream: self, transform: transform)
    }
}
