extension Publishers {
    /// Replaces a failure with another publisher. See ``Publisher/catch(_:)``.
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        public typealias Output = Upstream.Output
        public typealias Failure = NewPublisher.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Returns the publisher that replaces the failure.
        public let handler: @Sendable (Upstream.Failure) -> NewPublisher

        /// Creates a publisher that replaces a failure with another publisher.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - handler: Returns the publisher that replaces the failure.
        @export(implementation)
        public init(upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            Concatenation<Output, Failure>.run(
                Concatenation.part { [upstream, handler] part in
                    upstream.receive(
                        subscriber: Recovering<Output, Upstream.Failure, Failure>(part: part) {
                            handler($0).receive(subscriber: $1)
                        })
                },
                for: subscriber)
        }
    }
}

extension Publisher {
    /// Replaces a failure of this publisher with another publisher. Unmet demand carries over.
    ///
    /// If the other publisher is created in the same way, recursively, any number of consecutive failures
    /// uses as much stack as one.
    ///
    /// ```
    /// self      1--2--x
    /// catch     1--2--a--b--|
    /// ```
    ///
    /// - Parameter handler: Returns the publisher that replaces the failure; called at most once for each
    ///   subscriber.
    @export(implementation)
    public func `catch`<P: Publisher>(
        _ handler: @escaping @Sendable (Failure) -> P
    ) -> Publishers.Catch<Self, P> where P.Output == Output {
        Publishers.Catch(upstream: self, handler: handler)
    }
}
