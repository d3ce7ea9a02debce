extension Publishers {
    /// Passes on the first values, then finishes. See ``Publisher/prefix(_:)``.
    public struct Prefix<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// How many values are passed on.
        public let maxLength: Int

        /// Creates a publisher that passes on the first values, then finishes.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - maxLength: How many values are passed on; zero or more.
        @inlinable
        public init(upstream: Upstream, maxLength: Int) {
            precondition(maxLength >= 0, "A prefix cannot be of negative length.")
            self.upstream = upstream
            self.maxLength = maxLength
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            Publishers.Output(upstream: upstream, range: 0..<maxLength).receive(subscriber: subscriber)
        }
    }
}

extension Publisher {
    /// Passes on the first values, and finishes with the last of them.
    ///
    /// ```
    /// self       1--2--3--4--|
    /// prefix(2)  1--(2|)
    /// ```
    ///
    /// - Parameter maxLength: How many values, zero or more; with zero the stream finishes at subscription and
    ///   upstream is not subscribed.
    @inlinable
    public func prefix(_ maxLength: Int) -> Publishers.Prefix<Self> {
        Publishers.Prefix(upstream: self, maxLength: maxLength)
    }
}
