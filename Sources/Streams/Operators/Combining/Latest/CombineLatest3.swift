extension Publishers {
    /// Combines the latest values of three publishers. See ``Publisher/combineLatest(_:_:)-(P,Q)``.
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, A.Failure == C.Failure {
        public typealias Output = (A.Output, B.Output, C.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// The third publisher.
        public let c: C

        /// Creates a publisher that combines the latest values of three publishers.
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
            let joining = LatestJoining(
                ThreeSides<LatestValue<A.Output>, LatestValue<B.Output>, LatestValue<C.Output>>(),
                downstream: subscriber)
            joining.begin()
            joining.start(a, at: joining.sides.a)
            joining.start(b, at: joining.sides.b)
            joining.start(c, at: joining.sides.c)
        }
    }
}

extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publisher {
    /// Publishes the latest values of three publishers each time one of them sends a value.
    ///
    /// The first combination is sent when all have sent a value. As with two publishers, the stream finishes
    /// when all have, or when one finishes without a value.
    ///
    /// - Parameters:
    ///   - publisher1: The second publisher.
    ///   - publisher2: The third publisher.
    @export(implementation)
    public func combineLatest<P: Publisher, Q: Publisher>(
        _ publisher1: P, _ publisher2: Q
    ) -> Publishers.CombineLatest3<Self, P, Q>
    where P.Failure == Failure, Q.Failure == Failure {
        Publishers.CombineLatest3(self, publisher1, publisher2)
    }

    /// Converts the latest values of three publishers each time one of them sends a value.
    ///
    /// - Parameters:
    ///   - publisher1: The second publisher.
    ///   - publisher2: The third publisher.
    ///   - transform: Converts a combination of values.
    @export(implementation)
    public func combineLatest<P: Publisher, Q: Publisher, T: Sendable>(
        _ publisher1: P, _ publisher2: Q,
        _ transform: @escaping @Sendable (Output, P.Output, Q.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T>
    where P.Failure == Failure, Q.Failure == Failure {
        combineLatest(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
    }
}
