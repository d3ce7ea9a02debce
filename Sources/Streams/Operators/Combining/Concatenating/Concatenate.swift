extension Publishers {
    /// Sends the values of one publisher, then those of another. See ``Publisher/append(_:)-(P)``.
    public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
    where Suffix.Output == Prefix.Output, Suffix.Failure == Prefix.Failure {
        public typealias Output = Prefix.Output
        public typealias Failure = Prefix.Failure

        /// The publisher whose values are sent first.
        public let prefix: Prefix

        /// The publisher that is subscribed to when the first has finished.
        public let suffix: Suffix

        /// Creates a publisher that sends the values of one publisher, then those of another.
        ///
        /// - Parameters:
        ///   - prefix: The publisher whose values are sent first.
        ///   - suffix: The publisher that is subscribed to when the first has finished.
        @export(implementation)
        public init(prefix: Prefix, suffix: Suffix) {
            self.prefix = prefix
            self.suffix = suffix
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            Concatenation<Output, Failure>.run(
                Concatenation.part(prefix), then: Concatenation.part(suffix), for: subscriber)
        }

        @export(implementation)
        public var _hasKnownValues: Bool { prefix._hasKnownValues && suffix._hasKnownValues }

        @export(implementation)
        public func _sendKnownValues(to receive: (Output) -> Bool) -> Subscribers.Completion<Failure> {
            var isStopped = false
            let completion = prefix._sendKnownValues { value in
                isStopped = !receive(value)
                return !isStopped
            }
            if case .failure = completion { return completion }
            return isStopped ? .finished : suffix._sendKnownValues(to: receive)
        }
    }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}

extension Publisher {
    /// Sends the values of this publisher, then those of another. Unmet demand carries over.
    ///
    /// ```
    /// self    1--2--|
    /// append  1--2--a--b--|
    /// ```
    ///
    /// While it runs, a chain of any length uses as much stack as one operator. The release of a chain of
    /// erased publishers takes some 150 bytes of it for each.
    ///
    /// - Parameter publisher: The publisher that is subscribed to when this one has finished; not if it
    ///   fails.
    @export(implementation)
    // The compiler tries a literal, such as `[]`, as a value first, which bounds its time.
    @_disfavoredOverload
    public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Concatenate(prefix: self, suffix: publisher)
    }

    /// Sends the values of this publisher, then further values.
    ///
    /// - Parameter elements: The values to send when this publisher has finished.
    @export(implementation)
    public func append(
        _ elements: Output...
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
        append(elements)
    }

    /// Sends the values of this publisher, then the elements of a sequence.
    ///
    /// - Parameter elements: The values to send when this publisher has finished.
    @export(implementation)
    // The compiler tries a literal, such as `[]`, as a value first, which bounds its time.
    @_disfavoredOverload
    public func append<S: Sequence & Sendable>(
        _ elements: S
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where S.Element == Output {
        append(Publishers.Sequence(sequence: elements))
    }
}

extension Publisher {
    /// Sends the values of another publisher, then those of this one. Unmet demand carries over.
    ///
    /// ```
    /// self             1--2--|
    /// prepend  a--b----1--2--|
    /// ```
    ///
    /// While it runs, a chain of any length uses as much stack as one operator. The release of a chain of
    /// erased publishers takes some 150 bytes of it for each.
    ///
    /// - Parameter publisher: The publisher whose values are sent first. If it fails, this publisher is not
    ///   subscribed to.
    @export(implementation)
    // The compiler tries a literal, such as `[]`, as a value first, which bounds its time.
    @_disfavoredOverload
    public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Concatenate(prefix: publisher, suffix: self)
    }

    /// Sends some values, then those of this publisher.
    ///
    /// - Parameter elements: The values to send first.
    @export(implementation)
    public func prepend(
        _ elements: Output...
    ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
        prepend(elements)
    }

    /// Sends the elements of a sequence, then the values of this publisher.
    ///
    /// - Parameter elements: The values to send first.
    @export(implementation)
    // The compiler tries a literal, such as `[]`, as a value first, which bounds its time.
    @_disfavoredOverload
    public func prepend<S: Sequence & Sendable>(
        _ elements: S
    ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where S.Element == Output {
        prepend(Publishers.Sequence(sequence: elements))
    }
}
