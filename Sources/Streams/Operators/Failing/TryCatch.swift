extension Publishers {
    /// Replaces a failure with another publisher or another failure. See `tryCatch(_:)`.
    public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher, Failure: Error>: Publisher
    where Upstream.Output == NewPublisher.Output {
        public typealias Output = Upstream.Output

        /// The upstream publisher.
        public let upstream: Upstream

        /// Returns the publisher that replaces the failure, or throws the error that ends the stream.
        public let handler: @Sendable (Upstream.Failure) throws(Failure) -> NewPublisher

        @usableFromInline let convert: @Sendable (NewPublisher.Failure) -> Failure

        @export(implementation)
        init(
            upstream: Upstream,
            handler: @escaping @Sendable (Upstream.Failure) throws(Failure) -> NewPublisher,
            convert: @escaping @Sendable (NewPublisher.Failure) -> Failure
        ) {
            self.upstream = upstream
            self.handler = handler
            self.convert = convert
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            Concatenation<Output, Failure>.run(
                Concatenation.part { [upstream, handler, convert] part in
                    upstream.receive(
                        subscriber: Recovering<Output, Upstream.Failure, Failure>(part: part) {
                            error, next in
                            do throws(Failure) {
                                let publisher = try handler(error)
                                // The same type goes on in the same concatenation, so that recursion needs
                                // no further stack.
                                if let next = next as? ConcatenationPart<Output, NewPublisher.Failure> {
                                    publisher.receive(subscriber: next)
                                } else {
                                    MapError(upstream: publisher, transform: convert)
                                        .receive(subscriber: next)
                                }
                            } catch {
                                next.receive(completion: .failure(error))
                            }
                        })
                },
                for: subscriber)
        }
    }
}

extension Publishers.TryCatch where Failure == any Error {
    /// Creates a publisher that replaces a failure with another publisher or another failure.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - handler: Returns the publisher that replaces the failure, or throws the error that ends the
    ///     stream.
    @export(implementation)
    public init(
        upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) throws -> NewPublisher
    ) {
        self.init(upstream: upstream, handler: handler, convert: { $0 })
    }
}

extension Publisher {
    /// Replaces a failure of this publisher with another publisher, or with an error that the closure throws.
    /// Unmet demand carries over.
    ///
    /// ```
    /// self      1--2--x
    /// tryCatch  1--2--a--b--|
    /// ```
    ///
    /// If the other publisher cannot fail, or fails with the type that is thrown, the stream fails with that
    /// type (Combine erases it to `Error`).
    ///
    /// - Parameter handler: Returns the publisher that replaces the failure, or throws; called at most once
    ///   for each subscriber.
    @export(implementation)
    public func tryCatch<P: Publisher>(
        _ handler: @escaping @Sendable (Failure) throws -> P
    ) -> Publishers.TryCatch<Self, P, any Error> where P.Output == Output {
        Publishers.TryCatch(upstream: self, handler: handler, convert: { $0 })
    }

    /// Replaces a failure of this publisher with another publisher whose failure is of the type that is
    /// thrown.
    @export(implementation)
    public func tryCatch<P: Publisher>(
        _ handler: @escaping @Sendable (Failure) throws(P.Failure) -> P
    ) -> Publishers.TryCatch<Self, P, P.Failure> where P.Output == Output {
        Publishers.TryCatch(upstream: self, handler: handler, convert: { $0 })
    }

    /// Replaces a failure of this publisher with another publisher that cannot fail.
    @export(implementation)
    public func tryCatch<P: Publisher, E: Error>(
        _ handler: @escaping @Sendable (Failure) throws(E) -> P
    ) -> Publishers.TryCatch<Self, P, E> where P.Output == Output, P.Failure == Never {
        Publishers.TryCatch(upstream: self, handler: handler, convert: absurd)
    }

    /// Replaces a failure of this publisher with another publisher that cannot fail, by a closure that does
    /// not throw.
    @export(implementation)
    public func tryCatch<P: Publisher>(
        _ handler: @escaping @Sendable (Failure) -> P
    ) -> Publishers.TryCatch<Self, P, Never> where P.Output == Output, P.Failure == Never {
        Publishers.TryCatch(upstream: self, handler: handler, convert: absurd)
    }
}
