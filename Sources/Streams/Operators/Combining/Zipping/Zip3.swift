extension Publishers {
    /// Combines the first value of each of three publishers, then the second of each, and so on. See
    /// ``Publisher/zip(_:_:)-(P,Q)``.
    public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, A.Failure == C.Failure {
        public typealias Output = (A.Output, B.Output, C.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// The third publisher.
        public let c: C

        /// Creates a publisher that combines the values of three publishers in order.
        ///
        /// - Parameters:
        ///   - a: The first publisher.
        ///   - b: The second publisher.
        ///   - c: The third publisher.
        @export(implementation)
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let zipping = Zipping(
                ThreeSides<QueuedValues<A.Output>, QueuedValues<B.Output>, QueuedValues<C.Output>>(),
                downstream: subscriber)
            zipping.begin()
            zipping.start(a, at: zipping.sides.a)
            zipping.start(b, at: zipping.sides.b)
            zipping.start(c, at: zipping.sides.c)
        }
    }
}

extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publisher {
    /// Publishes the first value of each of three publishers together, then the second of each, and so on.
    ///
    /// As with two publishers, the stream finishes as soon as one has finished and all its values were sent.
    ///
    /// - Parameters:
    ///   - publisher1: The second publisher.
    ///   - publisher2: The third publisher.
    @export(implementation)
    public func zip<P: Publisher, Q: Publisher>(
        _ publisher1: P, _ publisher2: Q
    ) -> Publishers.Zip3<Self, P, Q>
    where P.Failure == Failure, Q.Failure == Failure {
        Publishers.Zip3(self, publisher1, publisher2)
    }

    /// Converts the first values of three publishers together, then the second values, and so on.
    ///
    /// - Parameters:
    ///   - publisher1: The second publisher.
    ///   - publisher2: The third publisher.
    ///   - transform: Converts a combination of values.
    @export(implementation)
    public func zip<P: Publisher, Q: Publisher, T: Sendable>(
        _ publisher1: P, _ publisher2: Q,
        _ transform: @escaping @Sendable (Output, P.Output, Q.Output) -> T
    ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T>
    where P.Failure == Failure, Q.Failure == Failure {
        zip(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
    }
}
