extension Optional where Wrapped: Sendable {
    /// Sends the wrapped value, if there is one, then finishes.
    ///
    /// A value waits for demand and is followed by the finish at once; without a value the stream finishes at
    /// subscription. The semantics are those of Combine.
    public struct Publisher: Streams.Publisher {
        public typealias Output = Wrapped
        public typealias Failure = Never

        /// The value that every subscriber receives, if any.
        public let output: Wrapped?

        /// Creates a publisher of an optional value.
        ///
        /// - Parameter output: The value that every subscriber receives, if any.
        @export(implementation)
        public init(_ output: Wrapped?) {
            self.output = output
        }

        @export(implementation)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Wrapped, S.Failure == Never {
            if let output {
                Just(output).receive(subscriber: subscriber)
            } else {
                end(subscriber, with: .finished)
            }
        }

        @export(implementation)
        public func _immediateResult(for receiver: _ResultReceiver) -> Result<Wrapped?, Never>? {
            .success(output)
        }
    }

    /// A publisher of the wrapped value, if there is one.
    @export(implementation)
    public var publisher: Publisher {
        Publisher(self)
    }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}
