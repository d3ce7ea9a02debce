extension Publishers {
    /// Publishes the values of six publishers as they arrive. See ``Publisher/merge(with:)``.
    public struct Merge6<
        A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
        D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>,
        F: Publisher<A.Output, A.Failure>
    >: Publisher {
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// The third publisher.
        public let c: C

        /// The fourth publisher.
        public let d: D

        /// The fifth publisher.
        public let e: E

        /// The sixth publisher.
        public let f: F

        /// Creates a publisher that publishes the values of six publishers as they arrive.
        ///
        /// - Parameters:
        ///   - a: The first publisher.
        ///   - b: The second publisher.
        ///   - c: The third publisher.
        ///   - d: The fourth publisher.
        ///   - e: The fifth publisher.
        ///   - f: The sixth publisher.
        @export(implementation)
        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
            self.f = f
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let flattening = Flattening(downstream: subscriber)
            flattening.begin()
            flattening.start(a)
            flattening.start(b)
            flattening.start(c)
            flattening.start(d)
            flattening.start(e)
            flattening.start(f)
            flattening.endUpstream(.finished)
        }
    }
}

extension Publishers.Merge6: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}

extension Publisher {
    /// Publishes the values of this publisher and of five others as they arrive. See ``merge(with:)``.
    @export(implementation)
    public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>(
        with b: B, _ c: C, _ d: D, _ e: E, _ f: F
    ) -> Publishers.Merge6<Self, B, C, D, E, F> {
        Publishers.Merge6(self, b, c, d, e, f)
    }
}
