extension ExtraPublishers {
    /// Combines the first value of each of any number of publishers, then the second of each, and so on. See
    /// ``Swift/Sequence/zipped()``.
    public struct ZipMany<Upstream: Publisher>: Publisher {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        /// The publishers.
        public let publishers: [Upstream]

        /// Creates a publisher that combines the values of any number of publishers in order.
        ///
        /// - Parameter upstream: The publishers.
        @export(implementation)
        public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        /// Creates a publisher that combines the values of any number of publishers in order.
        ///
        /// - Parameter upstream: The publishers.
        @export(implementation)
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        @export(implementation) @inline(__always)
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

extension ExtraPublishers.ZipMany: Equatable where Upstream: Equatable {}

extension Sequence where Element: Publisher {
    /// Publishes the first value of each of these publishers in an array, then the second of each, and so on.
    ///
    /// The stream finishes as soon as one has finished and all its values were sent. Without a publisher, it
    /// finishes at once. See ``Publisher/zip(_:)``.
    ///
    /// - Complexity: O(*n*) for an array of *n* values.
    @export(implementation)
    @_disfavoredOverload  // Gives way to a project's own operator of this name.
    public func zipped() -> ExtraPublishers.ZipMany<Element> {
        ExtraPublishers.ZipMany(self)
    }
}
