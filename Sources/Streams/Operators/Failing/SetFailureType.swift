extension Publishers {
    /// Changes the failure type of a stream that cannot fail. See ``Publisher/setFailureType(to:)``.
    public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher
    where Upstream.Failure == Never {
        public typealias Output = Upstream.Output

        /// The upstream publisher.
        public let upstream: Upstream

        /// Creates a publisher that changes the failure type of a stream that cannot fail.
        ///
        /// - Parameter upstream: The upstream publisher.
        @export(implementation)
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber))
        }

        @export(implementation)
        public var _hasKnownValues: Bool { upstream._hasKnownValues }

        @export(implementation)
        public func _sendKnownValues(to receive: (Output) -> Bool) -> Subscribers.Completion<Failure> {
            upstream._sendKnownValues(to: receive).mapError(absurd)
        }

        @export(implementation)
        public func _immediateResult(for receiver: _ResultReceiver) -> Result<Output?, Failure>? {
            upstream._immediateResult(for: receiver)?.mapError(absurd)
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Relay {
            @usableFromInline let downstream: Downstream

            @export(implementation)
            init(downstream: Downstream) {
                self.downstream = downstream
            }

            @export(implementation)
            func receive(_ input: Downstream.Input) -> Subscribers.Demand {
                downstream.receive(input)
            }

            @export(implementation)
            func receive(completion: Subscribers.Completion<Never>) {
                downstream.receive(completion: .finished)
            }
        }
    }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}

extension Publisher where Failure == Never {
    /// Changes the failure type of a stream that cannot fail, to combine it with streams that can.
    ///
    /// - Parameter failureType: The type of error, which never occurs.
    @export(implementation)
    public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
        Publishers.SetFailureType(upstream: self)
    }
}
