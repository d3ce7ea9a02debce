// Forms for chains that begin with an array literal, such as `[1, 2].publisher.append(Just(3))`. Those of
// `Publisher` are disfavored, so that the compiler would try `append(_: Output...)` first, with an array of
// `Any`, and report that.

extension Publishers.Sequence {
    /// Sends the values of this publisher, then those of another. See ``Publisher/append(_:)-(P)``.
    ///
    /// - Parameter publisher: The publisher that is subscribed to when this one has finished; not if it
    ///   fails.
    @export(implementation)
    public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Concatenate(prefix: self, suffix: publisher)
    }

    /// Sends the values of this publisher, then the elements of a sequence.
    ///
    /// - Parameter elements: The values to send when this publisher has finished.
    @export(implementation)
    public func append<S: Swift.Sequence & Sendable>(
        _ elements: S
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where S.Element == Output {
        append(Publishers.Sequence(sequence: elements))
    }

    /// Sends the values of another publisher, then those of this one. See ``Publisher/prepend(_:)-(P)``.
    ///
    /// - Parameter publisher: The publisher whose values are sent first. If it fails, this publisher is not
    ///   subscribed to.
    @export(implementation)
    public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Concatenate(prefix: publisher, suffix: self)
    }

    /// Sends the elements of a sequence, then the values of this publisher.
    ///
    /// - Parameter elements: The values to send first.
    @export(implementation)
    public func prepend<S: Swift.Sequence & Sendable>(
        _ elements: S
    ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where S.Element == Output {
        prepend(Publishers.Sequence(sequence: elements))
    }
}

extension Publishers.Concatenate {
    /// Sends the values of this publisher, then those of another. See ``Publisher/append(_:)-(P)``.
    ///
    /// - Parameter publisher: The publisher that is subscribed to when this one has finished; not if it
    ///   fails.
    @export(implementation)
    public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Concatenate(prefix: self, suffix: publisher)
    }

    /// Sends the values of this publisher, then the elements of a sequence.
    ///
    /// - Parameter elements: The values to send when this publisher has finished.
    @export(implementation)
    public func append<S: Swift.Sequence & Sendable>(
        _ elements: S
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where S.Element == Output {
        append(Publishers.Sequence(sequence: elements))
    }

    /// Sends the values of another publisher, then those of this one. See ``Publisher/prepend(_:)-(P)``.
    ///
    /// - Parameter publisher: The publisher whose values are sent first. If it fails, this publisher is not
    ///   subscribed to.
    @export(implementation)
    public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Concatenate(prefix: publisher, suffix: self)
    }

    /// Sends the elements of a sequence, then the values of this publisher.
    ///
    /// - Parameter elements: The values to send first.
    @export(implementation)
    public func prepend<S: Swift.Sequence & Sendable>(
        _ elements: S
    ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where S.Element == Output {
        prepend(Publishers.Sequence(sequence: elements))
    }
}
