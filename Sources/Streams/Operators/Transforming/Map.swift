extension Publishers {
    /// Converts each value with a closure. See ``Publisher/map(_:)``.
    public struct Map<Upstream: Publisher, Output: Sendable>: Publisher {
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Converts a value.
        public let transform: @Sendable (Upstream.Output) -> Output

        /// Creates a publisher that converts each value with a closure.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - transform: Converts a value.
        @export(implementation)
        public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, transform: transform))
        }

        @export(implementation) @inline(__always)
        public func _attach<S: Subscriber>(
            _ makeSubscriber: (Unmanaged<AnyObject>) -> S
        ) -> AnyCancellable? where S.Input == Output, S.Failure == Failure {
            upstream._attach { conduit in
                Inner(downstream: makeSubscriber(conduit), transform: transform)
            }
        }

        @export(implementation)
        public var _hasKnownValues: Bool { upstream._hasKnownValues }

        @export(implementation)
        public func _sendKnownValues(to receive: (Output) -> Bool) -> Subscribers.Completion<Failure> {
            upstream._sendKnownValues { receive(transform($0)) }
        }

        @export(implementation)
        public func _immediateResult(for receiver: _ResultReceiver) -> Result<Output?, Failure>? {
            upstream._immediateResult(for: receiver)?.map { $0.map(transform) }
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Relay
        where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
            @usableFromInline let downstream: Downstream
            @usableFromInline let transform: @Sendable (Upstream.Output) -> Output

            @usableFromInline typealias Failure = Upstream.Failure

            @export(implementation)
            init(downstream: Downstream, transform: @escaping @Sendable (Upstream.Output) -> Output) {
                self.downstream = downstream
                self.transform = transform
            }

            @export(implementation)
            func receive(_ input: Upstream.Output) -> Subscribers.Demand {
                downstream.receive(transform(input))
            }
        }
    }
}

extension Publisher {
    /// Converts each value with a closure.
    ///
    /// ```
    /// self  1--2--3--|
    /// map   a--b--c--|
    /// ```
    ///
    /// - Parameter transform: Converts a value; called serially on the delivering thread.
    @export(implementation)
    public func map<T: Sendable>(_ transform: @escaping @Sendable (Output) -> T) -> Publishers.Map<Self, T> {
        Publishers.Map(upstream: self, transform: transform)
    }
}
