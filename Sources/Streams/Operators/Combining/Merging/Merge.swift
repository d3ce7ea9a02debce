extension Publishers {
    /// Publishes the values of two publishers as they arrive. See ``Publisher/merge(with:)``.
    public struct Merge<A: Publisher, B: Publisher<A.Output, A.Failure>>: Publisher {
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// Creates a publisher that publishes the values of two publishers as they arrive.
        ///
        /// - Parameters:
        ///   - a: The first publisher.
        ///   - b: The second publisher.
        @export(implementation)
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let flattening = Flattening(downstream: subscriber)
            flattening.begin()
            flattening.start(a)
            flattening.start(b)
            flattening.endUpstream(.finished)
        }
    }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}

extension Publisher {
    /// Publishes the values of this publisher and of another as they arrive.
    ///
    /// ```
    /// self   1-----2-----|
    /// other  ---a-----b--|
    /// merge  1--a--2--b--|
    /// ```
    ///
    /// The stream finishes when both have; a failure of either cancels the other. The publishers may send
    /// from different threads; downstream receives the values serially. Where downstream's demand is bounded,
    /// one value at a time is requested from each publisher. A chain of merges takes stack for each of them:
    /// for many publishers use `merged()` of their collection.
    ///
    /// - Parameter other: The other publisher, subscribed to after this one.
    @export(implementation)
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Merge(self, other)
    }
}
