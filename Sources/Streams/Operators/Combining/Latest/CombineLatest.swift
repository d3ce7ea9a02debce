extension Publishers {
    /// Combines the latest values of two publishers. See ``Publisher/combineLatest(_:)``.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// Creates a publisher that combines the latest values of two publishers.
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
            let joining = LatestJoining(
                TwoSides<LatestValue<A.Output>, LatestValue<B.Output>>(), downstream: subscriber)
            joining.begin()
            joining.start(a, at: joining.sides.a)
            joining.start(b, at: joining.sides.b)
        }
    }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}

extension Publisher {
    /// Publishes the latest values of this publisher and of another each time one of them sends a value.
    ///
    /// ```
    /// self           1-----2--------|
    /// other          ---a-----b-----|
    /// combineLatest  ---1a-2a-2b----|
    /// ```
    ///
    /// The first pair is sent when both have sent a value. The stream finishes when both have, or when one
    /// finishes without a value (Combine waits for the other); a failure of either cancels the other.
    ///
    /// As many values are requested from each publisher as pairs are requested. Without demand nothing is
    /// requested, and a ``PassthroughSubject`` drops its values. If more pairs arise than are requested, only
    /// the latest is kept.
    ///
    /// - Parameter other: The other publisher, subscribed to after this one.
    @export(implementation)
    public func combineLatest<P: Publisher>(
        _ other: P
    ) -> Publishers.CombineLatest<Self, P>
    where P.Failure == Failure {
        Publishers.CombineLatest(self, other)
    }

    /// Converts the latest values of two publishers each time one of them sends a value.
    ///
    /// - Parameters:
    ///   - other: The other publisher, subscribed to after this one.
    ///   - transform: Converts a combination of values.
    @export(implementation)
    public func combineLatest<P: Publisher, T: Sendable>(
        _ other: P,
        _ transform: @escaping @Sendable (Output, P.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T>
    where P.Failure == Failure {
        combineLatest(other).map { transform($0.0, $0.1) }
    }
}
