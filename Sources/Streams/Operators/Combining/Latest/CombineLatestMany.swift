extension ExtraPublishers {
    /// Combines the latest values of any number of publishers. See ``Swift/Sequence/combinedLatest()``.
    public struct CombineLatestMany<Upstream: Publisher>: Publisher {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        /// The publishers.
        public let publishers: [Upstream]

        /// Creates a publisher that combines the latest values of any number of publishers.
        ///
        /// - Parameter upstream: The publishers.
        @export(implementation)
        public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        /// Creates a publisher that combines the latest values of any number of publishers.
        ///
        /// - Parameter upstream: The publishers.
        @export(implementation)
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            if publishers.isEmpty { return end(subscriber, with: .finished) }
            let joining = LatestJoining(
                ManySides<LatestValue<Upstream.Output>>(count: publishers.count), downstream: subscriber)
            joining.begin()
            for (publisher, side) in Swift.zip(publishers, joining.sides.sides) {
                joining.start(publisher, at: side)
            }
        }
    }
}

extension ExtraPublishers.CombineLatestMany: Equatable where Upstream: Equatable {}

extension Sequence where Element: Publisher {
    /// Publishes the latest values of these publishers in an array each time one of them sends a value.
    ///
    /// The values are in the order of the publishers. The stream finishes when all have, or when one finishes
    /// without a value; without a publisher, it finishes at once. See ``Publisher/combineLatest(_:)``.
    ///
    /// - Complexity: O(*n*) for an array of *n* values.
    @export(implementation)
    @_disfavoredOverload  // Gives way to a project's own operator of this name.
    public func combinedLatest() -> ExtraPublishers.CombineLatestMany<Element> {
        ExtraPublishers.CombineLatestMany(self)
    }
}
