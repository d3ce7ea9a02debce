extension Publishers {
    /// A publisher that waits to be connected. See ``Publisher/makeConnectable()``.
    public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        @usableFromInline let multicast: Multicast<Upstream, PassthroughSubject<Output, Failure>>

        /// Makes a publisher wait to be connected.
        ///
        /// - Parameter upstream: Where the values come from.
        public init(upstream: Upstream) {
            multicast = upstream.multicast { PassthroughSubject() }
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            multicast.receive(subscriber: subscriber)
        }

        @inlinable
        public func connect() -> any Cancellable {
            multicast.connect()
        }
    }
}

extension Publisher where Failure == Never {
    /// Makes this publisher wait to be connected, and shares it then.
    ///
    /// Copies of what is returned share one connection.
    public func makeConnectable() -> Publishers.MakeConnectable<Self> {
        Publishers.MakeConnectable(upstream: self)
    }
}
