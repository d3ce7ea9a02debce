extension Publishers {
    /// Decodes each value. See ``Publisher/decode(type:decoder:)``.
    public struct Decode<Upstream: Publisher, Output: Decodable & Sendable, Coder: TopLevelDecoder>: Publisher
    where Upstream.Output == Coder.Input {
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream

        /// The decoder.
        public let decoder: Coder

        /// Creates a publisher that decodes each value.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - decoder: The decoder.
        @export(implementation)
        public init(upstream: Upstream, decoder: Coder) {
            self.upstream = upstream
            self.decoder = decoder
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            TryMap<Upstream, Output, Failure>(
                upstream: upstream, transform: { [decoder] in try decoder.decode(Output.self, from: $0) },
                convert: { $0 }
            ).receive(subscriber: subscriber)
        }
    }
}

extension Publisher {
    /// Decodes each value; an error of the decoder cancels upstream and fails the stream.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: The decoder, such as a `JSONDecoder`; used on the delivering thread.
    @export(implementation)
    public func decode<Item: Decodable & Sendable, Coder: TopLevelDecoder>(
        type: Item.Type, decoder: Coder
    ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
        Publishers.Decode(upstream: self, decoder: decoder)
    }
}
