extension Publishers {
    /// Combines the latest values of four publishers. See ``Publisher/combineLatest(_:_:_:)-(P,Q,R)``.
    public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where A.Failure == B.Failure, A.Failure == C.Failure, A.Failure == D.Failure {
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// The third publisher.
        public let c: C

        /// The fourth publisher.
        public let d: D

        /// Creates a publisher that combines the latest values of four publishers.
        ///
        /// - Parameters:
        ///   - a: The first publisher.
        ///   - b: The second publisher.
        ///   - c: The third publisher.
        ///   - d: The fourth publisher.
        @export(implementation)
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let joining = LatestJoining(
                FourSides<
                    LatestValue<A.Output>, LatestValue<B.Output>, LatestValue<C.Output>, LatestValue<D.Output>
                >(), downstream: subscriber)
            joining.begin()
            joining.start(a, at: joining.sides.a)
            joining.start(b, at: joining.sides.b)
            joining.start(c, at: joining.sides.c)
            joining.start(d, at: joining.sides.d)
        }
    }
}

extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publisher {
    /// Publishes the latest values of four publishers each time one of them sends a value.
    ///
    /// The first combination is sent when all have sent a value. As with two publishers, the stream finishes
    /// when all have, or when one finishes without a value.
    ///
    /// - Parameters:
    ///   - publisher1: The second publisher.
    ///   - publisher2: The third publisher.
    ///   - publisher3: The fourth publisher.
    @export(implementation)
    public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R
    ) -> Publishers.CombineLatest4<Self, P, Q, R>
    where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
        Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)
    }

    /// Converts the latest values of four publishers each time one of them sends a value.
    ///
    /// - Parameters:
    ///   - publisher1: The second publisher.
    ///   - publisher2: The third publisher.
    ///   - publisher3: The fourth publisher.
    ///   - transform: Converts a combination of values.
    @export(implementation)
    public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T: Sendable>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R,
        _ transform: @escaping @Sendable (Output, P.Output, Q.Output, R.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
    where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
        combineLatest(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
    }
}
