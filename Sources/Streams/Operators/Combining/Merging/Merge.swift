extension Publishers {
    /// Sends the values of two publishers as they come. See ``Publisher/merge(with:)``.
    public struct Merge<A: Publisher, B: Publisher>: Publisher
    where A.Output == B.Output, A.Failure == B.Failure {
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        /// The one publisher.
        public let a: A

        /// The other publisher.
        public let b: B

        /// Makes a publisher that sends the values of two publishers as they come.
        ///
        /// - Parameters:
        ///   - a: The one publisher.
        ///   - b: The other publisher.
        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let flattening = Flattening(downstream: subscriber)
            flattening.begin()
            flattening.start(a)
            flattening.start(b)
            flattening.endUpstream(.finished)
        }
    }

    /// Sends the values of any number of publishers as they come. See ``Swift/Sequence/merge()``.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let publishers: [Upstream]

        /// Makes a publisher that sends the values of any number of publishers as they come.
        ///
        /// - Parameter upstream: Where the values come from.
        @inlinable
        public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        /// Makes a publisher that sends the values of any number of publishers as they come.
        ///
        /// - Parameter upstream: Where the values come from.
        @inlinable
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let flattening = Flattening(downstream: subscriber)
            flattening.begin()
            for publisher in publishers { flattening.start(publisher) }
            flattening.endUpstream(.finished)
        }
    }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
extension Publishers.MergeMany: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Sends the values of this publisher and of another as they come.
    ///
    /// ```
    /// self   1-----2-----|
    /// other  ---a-----b--|
    /// merge  1--a--2--b--|
    /// ```
    ///
    /// The stream finishes when both have; a failure of either cancels the other. Both may send from their own
    /// threads; downstream gets the values serially. Where downstream's demand is bounded, each publisher is
    /// asked for one value at a time.
    ///
    /// - Parameter other: The other publisher, subscribed after this one.
    @inlinable
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Merge(self, other)
    }
}

extension Sequence where Element: Publisher {
    /// Sends the values of all these publishers as they come. See ``Publisher/merge(with:)``.
    @inlinable
    public func merge() -> Publishers.MergeMany<Element> {
        Publishers.MergeMany(self)
    }
}

extension Publishers.Merge {
    /// Sends the values of another publisher too, with one operator for all. See ``Publisher/merge(with:)``.
    @inlinable
    public func merge<C: Publisher>(
        with c: C
    ) -> Publishers.Merge3<A, B, C>
    where
        C.Output == Output, C.Failure == Failure
    {
        Publishers.Merge3(a, b, c)
    }

    /// Sends the values of two other publishers too, with one operator for all. See ``Publisher/merge(with:)``.
    @inlinable
    public func merge<C: Publisher, D: Publisher>(
        with c: C, _ d: D
    ) -> Publishers.Merge4<A, B, C, D>
    where
        C.Output == Output, C.Failure == Failure,
        D.Output == Output, D.Failure == Failure
    {
        Publishers.Merge4(a, b, c, d)
    }

    /// Sends the values of three other publishers too, with one operator for all. See ``Publisher/merge(with:)``.
    @inlinable
    public func merge<C: Publisher, D: Publisher, E: Publisher>(
        with c: C, _ d: D, _ e: E
    ) -> Publishers.Merge5<A, B, C, D, E>
    where
        C.Output == Output, C.Failure == Failure,
        D.Output == Output, D.Failure == Failure,
        E.Output == Output, E.Failure == Failure
    {
        Publishers.Merge5(a, b, c, d, e)
    }

    /// Sends the values of four other publishers too, with one operator for all. See ``Publisher/merge(with:)``.
    @inlinable
    public func merge<C: Publisher, D: Publisher, E: Publisher, F: Publisher>(
        with c: C, _ d: D, _ e: E, _ f: F
    ) -> Publishers.Merge6<A, B, C, D, E, F>
    where
        C.Output == Output, C.Failure == Failure,
        D.Output == Output, D.Failure == Failure,
        E.Output == Output, E.Failure == Failure,
        F.Output == Output, F.Failure == Failure
    {
        Publishers.Merge6(a, b, c, d, e, f)
    }

    /// Sends the values of five other publishers too, with one operator for all. See ``Publisher/merge(with:)``.
    @inlinable
    public func merge<C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher>(
        with c: C, _ d: D, _ e: E, _ f: F, _ g: G
    ) -> Publishers.Merge7<A, B, C, D, E, F, G>
    where
        C.Output == Output, C.Failure == Failure,
        D.Output == Output, D.Failure == Failure,
        E.Output == Output, E.Failure == Failure,
        F.Output == Output, F.Failure == Failure,
        G.Output == Output, G.Failure == Failure
    {
        Publishers.Merge7(a, b, c, d, e, f, g)
    }

    /// Sends the values of six other publishers too, with one operator for all. See ``Publisher/merge(with:)``.
    @inlinable
    public func merge<C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher>(
        with c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H
    ) -> Publishers.Merge8<A, B, C, D, E, F, G, H>
    where
        C.Output == Output, C.Failure == Failure,
        D.Output == Output, D.Failure == Failure,
        E.Output == Output, E.Failure == Failure,
        F.Output == Output, F.Failure == Failure,
        G.Output == Output, G.Failure == Failure,
        H.Output == Output, H.Failure == Failure
    {
        Publishers.Merge8(a, b, c, d, e, f, g, h)
    }
}

extension Publishers.MergeMany {
    /// Sends the values of another publisher too, with one operator for all. See ``Publisher/merge(with:)``.
    @inlinable
    public func merge(with other: Upstream) -> Publishers.MergeMany<Upstream> {
        Publishers.MergeMany(publishers + [other])
    }
}
