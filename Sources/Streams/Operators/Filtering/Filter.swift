extension Publishers {
    /// Publishes the values that satisfy a condition. See ``Publisher/filter(_:)``.
    public struct Filter<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Returns whether to publish a value.
        public let isIncluded: @Sendable (Output) -> Bool

        /// Creates a publisher that publishes the values that satisfy a condition.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - isIncluded: Returns whether to publish a value.
        @export(implementation)
        public init(upstream: Upstream, isIncluded: @escaping @Sendable (Output) -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, isIncluded: isIncluded))
        }

        @export(implementation) @inline(__always)
        public func _attach<S: Subscriber>(
            _ makeSubscriber: (Unmanaged<AnyObject>) -> S
        ) -> AnyCancellable? where S.Input == Output, S.Failure == Failure {
            upstream._attach { conduit in
                Inner(downstream: makeSubscriber(conduit), isIncluded: isIncluded)
            }
        }

        @export(implementation)
        public var _hasKnownValues: Bool { upstream._hasKnownValues }

        @export(implementation)
        public func _sendKnownValues(to receive: (Output) -> Bool) -> Subscribers.Completion<Failure> {
            upstream._sendKnownValues { !isIncluded($0) || receive($0) }
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Relay {
            @usableFromInline typealias Failure = Downstream.Failure
            @usableFromInline let downstream: Downstream
            @usableFromInline let isIncluded: @Sendable (Downstream.Input) -> Bool

            @export(implementation)
            init(downstream: Downstream, isIncluded: @escaping @Sendable (Downstream.Input) -> Bool) {
                self.downstream = downstream
                self.isIncluded = isIncluded
            }

            @export(implementation)
            func receive(_ input: Downstream.Input) -> Subscribers.Demand {
                isIncluded(input) ? downstream.receive(input) : .max(1)
            }
        }
    }
}

extension Publisher {
    /// Publishes the values that satisfy a condition.
    ///
    /// ```
    /// self    1--2--3--4--|
    /// filter  ---2-----4--|      { $0.isMultiple(of: 2) }
    /// ```
    ///
    /// - Parameter isIncluded: Returns whether to publish a value. Each dropped value requests one more from
    ///   upstream, so that a demand of `n` results in `n` values.
    @export(implementation)
    public func filter(_ isIncluded: @escaping @Sendable (Output) -> Bool) -> Publishers.Filter<Self> {
        Publishers.Filter(upstream: self, isIncluded: isIncluded)
    }
}
