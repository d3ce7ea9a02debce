extension Publishers {
    /// Goes on with another publisher after a failure. See ``Publisher/catch(_:)``.
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        public typealias Output = Upstream.Output
        public typealias Failure = NewPublisher.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Makes the publisher to go on with.
        public let handler: @Sendable (Upstream.Failure) -> NewPublisher

        /// Makes a publisher that goes on with another publisher after a failure.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - handler: Makes the publisher to go on with.
        @inlinable
        public init(upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            Concatenation<Output, Failure>.run(
                [
                    { [upstream, handler] part in
                        upstream.receive(
                            subscriber: Recovering<Output, Upstream.Failure, Failure>(part: part) {
                                handler($0).receive(subscriber: $1)
                            })
                    }
                ], for: subscriber)
        }
    }
}

extension Publisher {
    /// Goes on with another publisher when this one fails. Demand that is unmet carries over.
    ///
    /// Where the other publisher is made in the same way, recursively, any number of failures in a row needs no
    /// more stack than one.
    ///
    /// ```
    /// self      1--2--x
    /// catch     1--2--a--b--|
    /// ```
    ///
    /// - Parameter handler: Makes the publisher to go on with; called at most once.
    @inlinable
    public func `catch`<P: Publisher>(
        _ handler: @escaping @Sendable (Failure) -> P
    ) -> Publishers.Catch<Self, P> where P.Output == Output {
        Publishers.Catch(upstream: self, handler: handler)
    }
}
