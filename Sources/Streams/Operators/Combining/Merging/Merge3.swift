extension Publishers {
    /// Publishes the values of three publishers as they arrive. See ``Publisher/merge(with:)``.
    public struct Merge3<
        A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>
    >: Publisher {
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// The third publisher.
        public let c: C

        /// Creates a publisher that publishes the values of three publishers as they arrive.
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
            let flattening = Flattening(downstream: subscriber)
            flattening.begin()
            flattening.start(a)
            flattening.start(b)
            flattening.start(c)
            flattening.endUpstream(.finished)
        }
    }
}

extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publisher {
    /// Publishes the values of this publisher and of two others as they arrive. See ``merge(with:)``.
    @export(implementation)
    public func merge<B: Publisher, C: Publisher>(
        with b: B, _ c: C
    ) -> Publishers.Merge3<Self, B, C> {
        Publishers.Merge3(self, b, c)
    }
}
