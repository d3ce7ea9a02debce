extension Publishers {
    /// Combines the first value of each of two publishers, then the second of each, and so on. See
    /// ``Publisher/zip(_:)``.
    public struct Zip<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// Creates a publisher that combines the values of two publishers in order.
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
    /// Publishes pairs of values: the first value of this publisher and of another, then the second of each,
    /// and so on.
    ///
    /// ```
    /// self   1--2--3----------|
    /// other  ----a-----b--c---|
    /// zip    ----1a----2b-3c--|
    /// ```
    ///
    /// Requests downstream's demand from both. A value that arrives before its counterpart is kept; the
    /// number of kept values is not limited. When one publisher has finished and all its values were sent,
    /// the stream finishes and cancels the other; a failure of either cancels the other and drops the kept
    /// values.
    ///
    /// - Parameter other: The other publisher, subscribed to after this one.
    @export(implementation)
    public func zip<P: Publisher>(
        _ other: P
    ) -> Publishers.Zip<Self, P>
    where P.Failure == Failure {
        Publishers.Zip(self, other)
    }

    /// Converts the first values of two publishers together, then the second values, and so on.
    ///
    /// - Parameters:
    ///   - other: The other publisher, subscribed to after this one.
    ///   - transform: Converts a combination of values.
    @export(implementation)
    public func zip<P: Publisher, T: Sendable>(
        _ other: P,
        _ transform: @escaping @Sendable (Output, P.Output) -> T
    ) -> Publishers.Map<Publishers.Zip<Self, P>, T>
    where P.Failure == Failure {
        zip(other).map { transform($0.0, $0.1) }
    }
}
