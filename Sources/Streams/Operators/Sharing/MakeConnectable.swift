extension Publishers {
    /// Sends no values before it is connected. See ``Publisher/makeConnectable()``.
    public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        @usableFromInline let multicast: Multicast<Upstream, PassthroughSubject<Output, Failure>>

        /// Creates a connectable publisher.
        ///
        /// - Parameter upstream: The upstream publisher.
        public init(upstream: Upstream) {
            multicast = upstream.multicast { PassthroughSubject() }
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            multicast.receive(subscriber: subscriber)
        }

        @export(implementation)
        public func connect() -> any Cancellable {
            multicast.connect()
        }

        @export(implementation)
        public func _connect(onStart: (@escaping @Sendable () -> Void) -> Void) -> any Cancellable {
            multicast._connect(onStart: onStart)
        }
    }
}

extension Publisher where Failure == Never {
    /// Creates a connectable publisher that shares one subscription to this publisher.
    ///
    /// Copies of the returned publisher share one connection.
    public func makeConnectable() -> Publishers.MakeConnectable<Self> {
        Publishers.MakeConnectable(upstream: self)
    }
}
