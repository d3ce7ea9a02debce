extension Publishers {
    /// Joins the values of two publishers in turn. See ``Publisher/zip(_:)``.
    public struct Zip<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// Creates a publisher that joins the values of two publishers in turn.
        ///
        /// - Parameters:
        ///   - a: The first publisher.
        ///   - b: The second publisher.
        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let zipping = Zipping(
                TwoSides<QueuedValues<A.Output>, QueuedValues<B.Output>>(), downstream: subscriber)
            zipping.begin()
            zipping.start(a, at: zipping.sides.a)
            zipping.start(b, at: zipping.sides.b)
        }
    }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}

extension Publisher {
    /// Pairs the values of this publisher and of another: the first of each, then the second, and so on.
    ///
    /// ```
    /// self   1--2--3----------|
    /// other  ----a-----b--c---|
    /// zip    ----1a----2b-(3c|)
    /// ```
    ///
    /// What is asked is asked of both; a value that comes before its counterpart waits, without limit. The stream
    /// finishes as soon as one has finished and all its values were sent, and cancels the other; a failure of
    /// either cancels the other, and drops what waits.
    ///
    /// - Parameter other: The other publisher, subscribed after this one.
    @inlinable
    public func zip<P: Publisher>(
        _ other: P
    ) -> Publishers.Zip<Self, P>
    where P.Failure == Failure {
        Publishers.Zip(self, other)
    }

    /// Converts the values of two publishers, the first of each together, then the second, and so on.
    ///
    /// - Parameters:
    ///   - other: The other publisher, subscribed after this one.
    ///   - transform: Converts the values of a combination.
    @inlinable
    public func zip<P: Publisher, T: Sendable>(
        _ other: P,
        _ transform: @escaping @Sendable (Output, P.Output) -> T
    ) -> Publishers.Map<Publishers.Zip<Self, P>, T>
    where P.Failure == Failure {
        zip(other).map { transform($0.0, $0.1) }
    }
}
