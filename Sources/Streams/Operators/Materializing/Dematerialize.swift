extension ExtraPublishers {
    /// Publishes the signals that upstream sends as values. See ``Publisher/dematerialize()``.
    public struct Dematerialize<Upstream: Publisher, Output: Sendable, Failure: Error>: Publisher
    where Upstream.Output == Signal<Output, Failure>, Upstream.Failure == Never {
        /// The upstream publisher.
        public let upstream: Upstream

        /// Creates a publisher that publishes the signals that upstream sends as values.
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

        @usableFromInline
        struct Inner<Downstream: Subscriber>: StoppingRelay {
            @usableFromInline let upstream = SubscriptionLink()
            @usableFromInline let downstream: Downstream

            @export(implementation)
            init(downstream: Downstream) {
                self.downstream = downstream
            }

            @export(implementation)
            func receive(_ input: Signal<Downstream.Input, Downstream.Failure>) -> Subscribers.Demand {
                if upstream.isStopped { return .none }
                switch input {
                case .value(let value): return downstream.receive(value)
                case .finished: stop(.finished)
                case .failure(let error): stop(.failure(error))
                }
                return .none
            }

            @export(implementation)
            func receive(completion: Subscribers.Completion<Never>) {
                if upstream.finish() { downstream.receive(completion: .finished) }
            }
        }
    }
}

extension ExtraPublishers.Dematerialize: Equatable where Upstream: Equatable {}

extension Publisher where Failure == Never {
    /// Publishes the signals that this stream sends as values; the reverse of ``Publisher/materialize()``.
    /// Not in Combine.
    ///
    /// The first completion among the values ends this stream and cancels upstream. It is a value of
    /// upstream, and therefore needs demand.
    @export(implementation)
    @_disfavoredOverload
    public func dematerialize<Value: Sendable, E: Error>() -> ExtraPublishers.Dematerialize<Self, Value, E>
    where Output == Signal<Value, E> {
        ExtraPublishers.Dematerialize(upstream: self)
    }
}
