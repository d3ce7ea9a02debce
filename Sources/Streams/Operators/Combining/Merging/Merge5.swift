extension Publishers {
    /// Sends the values of five publishers as they come. See ``Publisher/merge(with:)``.
    public struct Merge5<
        A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher
    >: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure,
        A.Output == C.Output, A.Failure == C.Failure,
        A.Output == D.Output, A.Failure == D.Failure,
        A.Output == E.Output, A.Failure == E.Failure
    {
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

        /// Makes a publisher that sends the values of five publishers as they come.
        ///
        /// - Parameters:
        ///   - a: The first publisher.
        ///   - b: The second publisher.
        ///   - c: The third publisher.
        ///   - d: The fourth publisher.
        ///   - e: The fifth publisher.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let flattening = Flattening(downstream: subscriber)
            flattening.begin()
            flattening.start(a)
            flattening.start(b)
            flattening.start(c)
            flattening.start(d)
            flattening.start(e)
            flattening.endUpstream(.finished)
        }
    }
}

extension Publishers.Merge5: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}

extension Publisher {
    /// Sends the values of this publisher and of four others as they come. See ``merge(with:)``.
    @inlinable
    public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher>(
        with b: B, _ c: C, _ d: D, _ e: E
    ) -> Publishers.Merge5<Self, B, C, D, E>
    where
        B.Output == Output, B.Failure == Failure,
        C.Output == Output, C.Failure == Failure,
        D.Output == Output, D.Failure == Failure,
        E.Output == Output, E.Failure == Failure
    {
        Publishers.Merge5(self, b, c, d, e)
    }
}

extension Publishers.Merge5 {
    /// Sends the values of another publisher too, with one operator for all. See ``Publisher/merge(with:)``.
    @inlinable
    public func merge<F: Publisher>(
        with f: F
    ) -> Publishers.Merge6<A, B, C, D, E, F>
    where
        F.Output == Output, F.Failure == Failure
    {
        Publishers.Merge6(a, b, c, d, e, f)
    }

    /// Sends the values of two other publishers too, with one operator for all. See ``Publisher/merge(with:)``.
    @inlinable
    public func merge<F: Publisher, G: Publisher>(
        with f: F, _ g: G
    ) -> Publishers.Merge7<A, B, C, D, E, F, G>
    where
        F.Output == Output, F.Failure == Failure,
        G.Output == Output, G.Failure == Failure
    {
        Publishers.Merge7(a, b, c, d, e, f, g)
    }

    /// Sends the values of three other publishers too, with one operator for all. See ``Publisher/merge(with:)``.
    @inlinable
    public func merge<F: Publisher, G: Publisher, H: Publisher>(
        with f: F, _ g: G, _ h: H
    ) -> Publishers.Merge8<A, B, C, D, E, F, G, H>
    where
        F.Output == Output, F.Failure == Failure,
        G.Output == Output, G.Failure == Failure,
        H.Output == Output, H.Failure == Failure
    {
        Publishers.Merge8(a, b, c, d, e, f, g, h)
    }
}
