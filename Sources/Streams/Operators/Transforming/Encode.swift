extension Publishers {
    /// Encodes each value. See ``Publisher/encode(encoder:)``.
    public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: Publisher
    where Upstream.Output: Encodable {
        public typealias Output = Coder.Output
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream

        /// The encoder.
        public let encoder: Coder

        /// Creates a publisher that encodes each value.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - encoder: The encoder.
        @export(implementation)
        public init(upstream: Upstream, encoder: Coder) {
            self.upstream = upstream
            self.encoder = encoder
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            TryMap<Upstream, Output, Failure>(
                upstream: upstream, transform: { [encoder] in try encoder.encode($0) }, convert: { $0 }
            ).receive(subscriber: subscriber)
        }
    }
}

extension Publisher where Output: Encodable {
    /// Encodes each value; an error of the encoder cancels upstream and fails the stream.
    ///
    /// - Parameter encoder: The encoder, such as a `JSONEncoder`; used on the delivering thread.
    @export(implementation)
    public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder> {
        Publishers.Encode(upstream: self, encoder: encoder)
    }
}
