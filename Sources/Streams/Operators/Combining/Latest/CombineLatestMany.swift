extension Publishers {
    /// Joins the latest values of any number of publishers. See ``Swift/Sequence/combineLatest()``.
    public struct CombineLatestMany<Upstream: Publisher>: Publisher {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let publishers: [Upstream]

        /// Creates a publisher that joins the latest values of any number of publishers.
        ///
        /// - Parameter upstream: The upstream publisher.
        @inlinable
        public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        /// Creates a publisher that joins the latest values of any number of publishers.
        ///
        /// - Parameter upstream: The upstream publisher.
        @inlinable
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        @inlinable
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

extension Publishers.CombineLatestMany: Equatable where Upstream: Equatable {}

extension Sequence where Element: Publisher {
    /// Joins the latest values of all these publishers in an array, each time one of them sends one.
    ///
    /// The values are in the order of the publishers. The stream finishes when all have, and also when one finishes
    /// without ever having sent a value; without any publisher it finishes at once. See
    /// ``Publisher/combineLatest(_:)``.
    ///
    /// - Complexity: O(*n*) for an array of *n* values.
    @inlinable
    public func combineLatest() -> Publishers.CombineLatestMany<Element> {
        Publishers.CombineLatestMany(self)
    }
}
