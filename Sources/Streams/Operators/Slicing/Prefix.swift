extension ExtraPublishers {
    /// Publishes the first values, then finishes. See ``Publisher/prefix(_:)``.
    public struct Prefix<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The number of values to publish.
        public let maxLength: Int

        /// Creates a publisher that publishes the first values, then finishes.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - maxLength: The number of values to publish; zero or more.
        @export(implementation)
        public init(upstream: Upstream, maxLength: Int) {
            precondition(maxLength >= 0, "The length of a prefix cannot be negative.")
            self.upstream = upstream
            self.maxLength = maxLength
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            Publishers.Output(upstream: upstream, range: 0..<maxLength).receive(subscriber: subscriber)
        }
    }
}

extension Publisher {
    /// Publishes the first values, and finishes with the last of them.
    ///
    /// ```
    /// self       1--2--3--4--|
    /// prefix(2)  1--(2|)
    /// ```
    ///
    /// - Parameter maxLength: The number of values to publish; zero or more. With zero, the stream finishes
    ///   at subscription and does not subscribe to upstream.
    @export(implementation)
    public func prefix(_ maxLength: Int) -> ExtraPublishers.Prefix<Self> {
        ExtraPublishers.Prefix(upstream: self, maxLength: maxLength)
    }
}
