extension Optional where Wrapped: Sendable {
    /// Sends the wrapped value, if there is one, then finishes.
    ///
    /// A value waits for demand, and value and finish come together; without a value the stream finishes at
    /// subscription. The semantics are Combine's.
    public struct Publisher: Streams.Publisher {
        public typealias Output = Wrapped
        public typealias Failure = Never

        /// The value that every subscriber gets, if any.
        public let output: Wrapped?

        /// Makes a publisher of a value that may be missing.
        ///
        /// - Parameter output: The value that every subscriber gets, if any.
        @inlinable
        public init(_ output: Wrapped?) {
            self.output = output
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Wrapped, S.Failure == Never {
            if let output {
                Just(output).receive(subscriber: subscriber)
            } else {
                end(subscriber, with: .finished)
            }
        }
    }

    /// A publisher of the wrapped value, if there is one.
    @inlinable
    public var publisher: Publisher {
        Publisher(self)
    }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}
