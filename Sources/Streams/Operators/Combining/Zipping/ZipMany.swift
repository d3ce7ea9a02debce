extension Publishers {
    /// Joins the values of any number of publishers in turn. See ``Swift/Sequence/zip()``.
    public struct ZipMany<Upstream: Publisher>: Publisher {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let publishers: [Upstream]

        /// Creates a publisher that joins the values of any number of publishers in turn.
        ///
        /// - Parameter upstream: The upstream publisher.
        @inlinable
        public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        /// Creates a publisher that joins the values of any number of publishers in turn.
        ///
        /// - Parameter upstream: The upstream publisher.
        @inlinable
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            if publishers.isEmpty { return end(subscriber, with: .finished) }
            let zipping = Zipping(
                ManySides<QueuedValues<Upstream.Output>>(count: publishers.count), downstream: subscriber)
            zipping.begin()
            for (publisher, side) in Swift.zip(publishers, zipping.sides.sides) {
                zipping.start(publisher, at: side)
            }
        }
    }
}

extension Publishers.ZipMany: Equatable where Upstream: Equatable {}

extension Sequence where Element: Publisher {
    /// Joins the values of all these publishers in arrays: the first of each, then the second, and so on.
    ///
    /// The stream finishes as soon as one has finished and all its values were sent. Without any publisher it
    /// finishes at once. See ``Publisher/zip(_:)``.
    ///
    /// - Complexity: O(*n*) for an array of *n* values.
    @inlinable
    public func zip() -> Publishers.ZipMany<Element> {
        Publishers.ZipMany(self)
    }
}
